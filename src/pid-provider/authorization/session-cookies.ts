/**
 * The cookies that contain a browser's session ids. The answer of a SAML login is a form of another site, which sends
 * no `SameSite=Lax` cookie. It sends the copy that is limited to the callback. Both cookies always have the same value.
 */
import { type CookiePolicy, cookieName, setCookie } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { readSessionIds } from './browser-sessions.ts'

type Cookies = Pick<PidProviderServices, 'sessionCookie' | 'callbackCookie'>
interface Visit {
  cookie(name: string): string | undefined
}

/** Returns the session ids of a browser, for a request from our own pages or by a link. */
export const readSessions = (ctx: Cookies, visit: Visit): readonly string[] => read(visit, ctx.sessionCookie)

/** Returns the session ids of a browser, for a form of another site that is posted to the callback. */
export const readCallbackSessions = (ctx: Cookies, visit: Visit): readonly string[] => read(visit, ctx.callbackCookie)

const read = (visit: Visit, policy: CookiePolicy | undefined): readonly string[] =>
  policy ? readSessionIds(visit.cookie(cookieName(policy))) : []

/** Returns the header that sets the cookies to these sessions. It deletes the cookies if no session is left. */
export function setSessions(
  ctx: Cookies & Pick<PidProviderServices, 'config'>,
  sessions: string,
): { readonly 'set-cookie': readonly string[] } {
  const seconds = sessions === '' ? 0 : ctx.config.authorizationLifetimeSeconds
  const policies = [ctx.sessionCookie, ...(ctx.callbackCookie ? [ctx.callbackCookie] : [])]
  return { 'set-cookie': policies.map((policy) => setCookie(policy, sessions, seconds)) } // PP-60
}
