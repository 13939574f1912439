/**
 * The authorization sessions of one browser, one for each tab. One cookie contains their ids, the newest last (D-477).
 * The `state` of a login or the token of a consent form selects the session of its tab.
 *
 * If an identity provider uses SAML, a second cookie has the same value and is sent to the login callbacks only. The
 * answer over SAML is a form of another site, with which browsers send no `SameSite=Lax` cookie.
 */
import { type CookiePolicy, cookieName, setCookie } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'

/** Maximum number of sessions in a browser. A new one replaces the oldest. */
const maximumSessions = 4

/** Returns the cookie value with a new session id. The id replaces `former`, the previous id of the same session. */
export const withSession = (ids: readonly string[], id: string, former?: string): string =>
  [...ids.filter((one) => one !== id && one !== former), id].slice(-maximumSessions).join('.')

/** Returns the cookie value without an ended session. The value is empty if no session is left. */
export const withoutSession = (ids: readonly string[], ended: string | undefined): string =>
  ids.filter((id) => id !== ended).join('.')

type Cookies = Pick<PidProviderServices, 'sessionCookie' | 'callbackCookie'>
interface Visit {
  cookie(name: string): string | undefined
}

/**
 * Returns the session ids in one of the browser's two cookies. Does not check that the sessions exist. A form of another
 * site comes with `callbackCookie` only. Returns no ids without a cookie or a policy.
 */
export const readSessions = (visit: Visit, policy: CookiePolicy | undefined): readonly string[] =>
  ((policy && visit.cookie(cookieName(policy))) ?? '')
    .split('.')
    .filter((id) => id !== '')
    .slice(-maximumSessions)

/** Returns the header that sets the cookies to these sessions, or deletes the cookies if `sessions` is empty. */
export function setSessions(
  ctx: Cookies & Pick<PidProviderServices, 'config'>,
  sessions: string,
): { readonly 'set-cookie': readonly string[] } {
  const seconds = sessions === '' ? 0 : ctx.config.authorizationLifetimeSeconds
  const policies = [ctx.sessionCookie, ...(ctx.callbackCookie ? [ctx.callbackCookie] : [])]
  return { 'set-cookie': policies.map((policy) => setCookie(policy, sessions, seconds)) } // PP-60
}
