/**
 * Cookie that binds a browser to the presentation that it began (it-wallet §Authentication, "Status endpoint"). The
 * cookie name differs by session, so that two tabs do not overwrite each other's cookie. The first value is 256 random
 * bits, independent of the session. The store keeps only the digest of a value.
 */
import { type CryptoContext, type Random, randomToken } from '../../base/index.ts'
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

interface NewCookie {
  readonly digest: string
  /** Value of the `Set-Cookie` header. */
  readonly header: string
}

const digestOf = (ctx: CryptoContext, value: string): string => ctx.crypto.digestText('sha-256', value)

/** Creates a cookie with a new value for a session (RP-76, GEN-20). It expires no earlier than the session. */
export function createSessionCookie(
  ctx: CryptoContext & { readonly random: Random },
  config: CookieConfig,
  id: string,
): NewCookie {
  return newCookie(ctx, config, id, randomToken(ctx.random))
}

function newCookie(ctx: CryptoContext, config: CookieConfig, id: string, value: string): NewCookie {
  const seconds = config.startLifetimeSeconds + config.requestLifetimeSeconds + config.resultLifetimeSeconds
  return {
    digest: digestOf(ctx, value),
    header: setCookie(policyOf(config, id), value, seconds), // RP-76
  }
}

type SessionOfCookie = Pick<PresentationSession, 'id' | 'cookie' | 'cookieRenewed' | 'responseCode' | 'returnedAt'>
type CookieRequest = Pick<EndpointRequest, 'cookie' | 'header'>

/** Renewed cookie for the browser of an ended session. */
interface RenewedCookie {
  readonly digest: string
  /** Value of the `Set-Cookie` header. `undefined` if the browser already has this cookie. */
  readonly header: string | undefined
  /**
   * Returns a secret for this browser and session, always the same for the same purpose. The store does not contain it.
   */
  deriveSecret(purpose: string): string
}

/**
 * Derives the cookie for the browser of an ended session (RP-78) from the browser's current cookie and the response
 * code. A browser that asks again because a response was lost gets the same cookie. Does not check that this browser
 * began the session.
 */
export function renewSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: CookieRequest,
): RenewedCookie {
  const current = request.cookie(cookieName(policyOf(config, session.id))) ?? ''
  const isRenewed = session.cookieRenewed === true && digestOf(ctx, current) === session.cookie
  const value = isRenewed ? current : renewedValue(ctx, session, current)
  const { digest, header } = newCookie(ctx, config, session.id, value)
  return {
    digest,
    header: isRenewed ? undefined : header,
    deriveSecret: (purpose) => digestOf(ctx, `${purpose}.${value}`),
  }
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
