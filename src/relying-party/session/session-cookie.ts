/**
 * Cookie that binds a browser to the presentation that it began (it-wallet §Authentication, "Status endpoint"). The
 * cookie name differs by session, so that two tabs do not overwrite each other's cookie. The first value is 256 random
 * bits, independent of the session. The store keeps only the digest of a value.
 *
 * A second cookie, `…-returned`, proves that the browser brought the response code (D-1098). No store holds its value.
 */
import { type CryptoContext, equalTexts, type Random, randomToken } from '../../base/index.ts'
import { type CookiePolicy, cookieName, type EndpointRequest, setCookie } from '../../http/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from './presentation-session.ts'

type CookieConfig = Pick<
  RelyingPartyConfig,
  'profile' | 'entityId' | 'startLifetimeSeconds' | 'requestLifetimeSeconds' | 'resultLifetimeSeconds'
>

/** Returns the prefix of the cookie names of an entity. No prefix contains that of another entity (RP-130). */
const baseNameOf = ({ profile }: CookieConfig): string => relyingPartyWire[profile].sessionCookie

const policyOf = (config: CookieConfig, id: string): CookiePolicy => ({
  name: `${baseNameOf(config)}-${id.slice(0, 8)}`,
  publicUrl: config.entityId,
})

const returnPolicyOf = (config: CookieConfig, id: string): CookiePolicy => {
  const { name, publicUrl } = policyOf(config, id)
  return { name: `${name}-returned`, publicUrl }
}

/** Returns the lifetime of a cookie in seconds. It expires no earlier than the session. */
const cookieSeconds = (config: CookieConfig): number =>
  config.startLifetimeSeconds + config.requestLifetimeSeconds + config.resultLifetimeSeconds

interface NewCookie {
  readonly digest: string
  /** Value of the `Set-Cookie` header. */
  readonly header: string
}

const digestOf = (ctx: CryptoContext, value: string): string => ctx.crypto.digestText('sha-256', value)

/** Creates a cookie with a new value for a session (RP-76, GEN-20). */
export function createSessionCookie(
  ctx: CryptoContext & { readonly random: Random },
  config: CookieConfig,
  id: string,
): NewCookie {
  return newCookie(ctx, config, id, randomToken(ctx.random))
}

function newCookie(ctx: CryptoContext, config: CookieConfig, id: string, value: string): NewCookie {
  return {
    digest: digestOf(ctx, value),
    header: setCookie(policyOf(config, id), value, cookieSeconds(config)), // RP-76
  }
}

type SessionOfCookie = Pick<
  PresentationSession,
  'id' | 'flow' | 'cookie' | 'cookieRenewed' | 'responseCode' | 'returnedAt'
>
type CookieRequest = Pick<EndpointRequest, 'cookie' | 'header'>

/** Renewed cookie for the browser of an ended session. */
interface RenewedCookie {
  readonly digest: string
  /** Values of the `Set-Cookie` header: the cookie, unless the browser already has it, and the cookie of the return. */
  readonly headers: readonly string[]
  /**
   * Returns a secret for this browser and session, always the same for the same purpose. It depends on the cookie,
   * which the store does not have, and on the response code, which another browser does not have.
   */
  deriveSecret(purpose: string): string
}

/**
 * Derives the cookie for the browser of an ended session (RP-78) from the browser's current cookie and the response
 * code. A browser that asks again because a response was lost gets the same cookie. In a same-device session, the
 * answer to a request with the response code also gets the cookie of the return. Does not check that this browser began
 * the session.
 */
export function renewSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: CookieRequest,
  { bringsResponseCode = false }: { readonly bringsResponseCode?: boolean } = {},
): RenewedCookie {
  const current = request.cookie(cookieName(policyOf(config, session.id))) ?? ''
  const isRenewed = session.cookieRenewed === true && digestOf(ctx, current) === session.cookie
  const value = isRenewed ? current : renewedValue(ctx, session, current)
  const { digest, header } = newCookie(ctx, config, session.id, value)
  const deriveSecret = (purpose: string): string => secretOf(ctx, session, value, purpose)
  const returnHeaders =
    bringsResponseCode && session.flow === 'same-device'
      ? [setCookie(returnPolicyOf(config, session.id), deriveSecret(returned), cookieSeconds(config))]
      : []
  return { digest, headers: [...(isRenewed ? [] : [header]), ...returnHeaders], deriveSecret }
}

/** Purpose of the secret that a browser gets with the answer to the response code. */
const returned = 'returned'

const secretOf = (ctx: CryptoContext, { responseCode = '' }: SessionOfCookie, value: string, purpose: string): string =>
  digestOf(ctx, `${purpose}.${value}.${responseCode}`)

/**
 * Returns true if this browser has brought the response code before (RP-96). A browser whose cookie was renewed by
 * another answer has not. Does not check that this browser began the session.
 */
export function hasReturned(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: CookieRequest,
): boolean {
  const value = request.cookie(cookieName(policyOf(config, session.id))) ?? ''
  const sent = request.cookie(cookieName(returnPolicyOf(config, session.id))) ?? ''
  return session.returnedAt !== undefined && equalTexts(ctx, sent, secretOf(ctx, session, value, returned))
}

const renewedValue = (ctx: CryptoContext, { responseCode = '' }: SessionOfCookie, value: string): string =>
  digestOf(ctx, `${value}.${responseCode}`)

/**
 * Compares a browser's cookie with a session. Returns `own` for the browser that began the session. Returns `foreign`
 * for a wrong value, and if the browser has only cookies of other sessions of this entity. Returns `none` without a
 * cookie of this entity. Until the browser has returned to `redirect_uri`, also accepts the value that the cookie had
 * before its renewal. After that, accepts the former value only in a request with the response code (D-150).
 */
export function matchSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: CookieRequest,
  { bringsResponseCode = false }: { readonly bringsResponseCode?: boolean } = {},
): 'own' | 'foreign' | 'none' {
  const value = request.cookie(cookieName(policyOf(config, session.id)))
  if (value === undefined) return request.header('cookie')?.includes(`${baseNameOf(config)}-`) ? 'foreign' : 'none'
  const isOwn = (candidate: string): boolean => digestOf(ctx, candidate) === session.cookie
  const acceptsFormer = session.cookieRenewed === true && (session.returnedAt === undefined || bringsResponseCode)
  return isOwn(value) || (acceptsFormer && isOwn(renewedValue(ctx, session, value))) ? 'own' : 'foreign'
}
