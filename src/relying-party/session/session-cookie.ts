/**
 * The cookie that binds a browser to the presentation that it began (it-wallet §Authentication, "Status endpoint").
 * Each session has a cookie of its own name, so that two tabs do not take each other's; the value is 256 random bits that
 * say nothing of the session, and the store keeps its digest only.
 */
import { type CryptoContext, type Random, randomToken } from '../../base/index.ts'
import { type CookiePolicy, cookieName, type EndpointRequest, setCookie } from '../../http/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from './presentation-session.ts'

type CookieConfig = Pick<
  RelyingPartyConfig,
  'entityId' | 'startLifetimeSeconds' | 'requestLifetimeSeconds' | 'resultLifetimeSeconds'
>

const baseName = 'relying-party-session'

const policyOf = ({ entityId }: CookieConfig, id: string): CookiePolicy => ({
  name: `${baseName}-${id.slice(0, 8)}`,
  hostPrefix: entityId.startsWith('https:'),
})

export interface NewCookie {
  /** What the store keeps. */
  readonly digest: string
  /** The value of the `Set-Cookie` header. */
  readonly header: string
}

const digestOf = (ctx: CryptoContext, value: string): string => ctx.crypto.digestText('sha-256', value)

/** A fresh cookie for a session (RP-76, GEN-20). Lives as long as the session can. */
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
type Shown = Pick<EndpointRequest, 'cookie' | 'header'>

/** The cookie that the browser of an ended session has from then on. */
export interface RenewedCookie {
  /** What the store keeps. */
  readonly digest: string
  /** The value of the `Set-Cookie` header; `undefined` when the browser has shown this cookie. */
  readonly header: string | undefined
  /** A secret of this browser and this session, which no store holds and the same purpose always gets. */
  deriveSecret(purpose: string): string
}

/**
 * Creates the cookie for a browser whose session has ended (RP-78) from the cookie that it shows and the response code: a
 * browser that asks again, because an answer was lost, gets the same one. Does not judge the browser.
 */
export function renewSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: Shown,
): RenewedCookie {
  const shown = request.cookie(cookieName(policyOf(config, session.id))) ?? ''
  const isRenewed = session.cookieRenewed === true && digestOf(ctx, shown) === session.cookie
  const value = isRenewed ? shown : renewedValue(ctx, session, shown)
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
 * Judges what a browser shows of a session: `own` when it is the one that began it; `foreign` when it has another session's
 * cookie or a wrong value; `none` when it has no cookie of this service. The cookie before the renewal counts until the
 * browser has come back, and afterwards in a request that brings the response code (D-150).
 */
export function judgeSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: Shown,
  { bringsResponseCode = false }: { readonly bringsResponseCode?: boolean } = {},
): 'own' | 'foreign' | 'none' {
  const value = request.cookie(cookieName(policyOf(config, session.id)))
  if (value === undefined) return request.header('cookie')?.includes(`${baseName}-`) ? 'foreign' : 'none'
  const isOwn = (shown: string): boolean => digestOf(ctx, shown) === session.cookie
  const takesFormer = session.cookieRenewed === true && (session.returnedAt === undefined || bringsResponseCode)
  return isOwn(value) || (takesFormer && isOwn(renewedValue(ctx, session, value))) ? 'own' : 'foreign'
}
