/**
 * Cookie that binds a login to the browser that began it (RP-210, D-1097). Its name differs by login, so that two
 * logins in one browser do not interfere. It has two values: the answer to the authorization request sets the first
 * one, and the answer to the presentation sets the second one. Both are HMACs, so no store holds them, and each replica
 * can verify them.
 */
import { type CryptoContext, encodeBase64url, equalTexts } from '../base/index.ts'
import { type CookiePolicy, cookieName, type EndpointRequest, setCookie } from '../http/index.ts'
import { interactionSeconds } from './provider-configuration.ts'

/** Progress of a login in a browser: `begun` without the presentation, `finished` with it. */
type LoginProgress = 'begun' | 'finished'

/** Settings and keys of the cookie. */
export interface LoginCookieContext extends CryptoContext {
  readonly issuer: string
  /** Keys of the values. The first one creates new values, and all are accepted. */
  readonly cookieKeys: readonly Uint8Array[]
}

const policyOf = ({ issuer }: LoginCookieContext, uid: string): CookiePolicy => ({
  name: `openid-login-${uid.slice(0, 8)}`,
  publicUrl: issuer,
})

const cookieValue = ({ crypto }: LoginCookieContext, key: Uint8Array, progress: LoginProgress, uid: string): string =>
  encodeBase64url(crypto.hmac(key, `${progress} ${uid}`))

/** Returns a `Set-Cookie` value for the browser of a login. `uid` is the id of the login. */
export function createLoginCookie(ctx: LoginCookieContext, uid: string, progress: LoginProgress): string {
  const [key = new Uint8Array()] = ctx.cookieKeys
  return setCookie(policyOf(ctx, uid), cookieValue(ctx, key, progress, uid), interactionSeconds)
}

/** Returns a `Set-Cookie` value that deletes the cookie of a login. */
export const clearLoginCookie = (ctx: LoginCookieContext, uid: string): string => setCookie(policyOf(ctx, uid), '', 0)

/** Returns the progress of a login in the browser that sent the request. Returns `undefined` for another browser. */
export function readLoginCookie(
  ctx: LoginCookieContext,
  request: Pick<EndpointRequest, 'cookie'>,
  uid: string,
): LoginProgress | undefined {
  const sent = request.cookie(cookieName(policyOf(ctx, uid))) ?? ''
  const isValue = (progress: LoginProgress): boolean =>
    ctx.cookieKeys.some((key) => equalTexts(ctx, sent, cookieValue(ctx, key, progress, uid)))
  return (['begun', 'finished'] as const).find(isValue)
}
