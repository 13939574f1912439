/**
 * The cookies in which a browser keeps its sessions. Another site's form, by which a login over SAML is answered, brings no
 * `SameSite=Lax` cookie along: it brings the copy that goes to the callback alone. Both always have the same value.
 */
import { type CookiePolicy, cookieName, setCookie } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { readSessionIds } from './browser-sessions.ts'

type Cookies = Pick<PidProviderServices, 'sessionCookie' | 'callbackCookie'>
interface Visit {
  cookie(name: string): string | undefined
}

/** Returns the ids of this browser's sessions, by a request that began on our own pages or with a link. */
export const sessionsOf = (ctx: Cookies, visit: Visit): readonly string[] => read(visit, ctx.sessionCookie)

/** Returns the same for another site's form that was posted to the callback. */
export const sessionsOfForm = (ctx: Cookies, visit: Visit): readonly string[] => read(visit, ctx.callbackCookie)

const read = (visit: Visit, policy: CookiePolicy | undefined): readonly string[] =>
  policy ? readSessionIds(visit.cookie(cookieName(policy))) : []

/** Returns the header that keeps these sessions in the browser; that takes the cookies away when none is left. */
export function keepSessions(
  ctx: Cookies & Pick<PidProviderServices, 'config'>,
  sessions: string,
): { readonly 'set-cookie': readonly string[] } {
  const seconds = sessions === '' ? 0 : ctx.config.authorizationLifetimeSeconds
  const policies = [ctx.sessionCookie, ...(ctx.callbackCookie ? [ctx.callbackCookie] : [])]
  return { 'set-cookie': policies.map((policy) => setCookie(policy, sessions, seconds)) } // PP-60
}
