/**
 * The cookie that binds a browser to the presentation that it began (it-wallet §Authentication, "Status endpoint").
 * Each session has a cookie of its own name, so that two tabs do not take each other's; the value is 256 random bits that
 * say nothing of the session, and the store keeps its digest only.
 */
import { type CryptoContext, type Random, randomToken } from '../base/index.ts'
import { type CookiePolicy, cookieName, type EndpointRequest, setCookie } from '../http/index.ts'
import type { RelyingPartyConfig } from './config.ts'
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

type SessionOfCookie = Pick<PresentationSession, 'id' | 'cookie' | 'cookieRenewed' | 'responseCode'>
type Shown = Pick<EndpointRequest, 'cookie' | 'header'>

/**
 * The cookie for a browser whose session is completed (RP-78), made of the one that it shows and of the response code: a
 * browser that asks again, because an answer was lost, is given the same one. `undefined` when it shows that one already.
 * Does not judge the browser.
 */
export function renewSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: Shown,
): NewCookie | undefined {
  const shown = request.cookie(cookieName(policyOf(config, session.id))) ?? ''
  if (session.cookieRenewed && digestOf(ctx, shown) === session.cookie) return undefined
  return newCookie(ctx, config, session.id, renewedValue(ctx, session, shown))
}

const renewedValue = (ctx: CryptoContext, { responseCode = '' }: SessionOfCookie, value: string): string =>
  digestOf(ctx, `${value}.${responseCode}`)

/**
 * What a browser shows of a session: `own` when it is the one that began it, by its cookie or, until the response code is
 * spent, by the one that the renewed cookie was made of (D-150); `foreign` when it has another session's cookie or a wrong
 * value, `none` when it has no cookie of this service at all.
 */
export function judgeSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: SessionOfCookie,
  request: Shown,
): 'own' | 'foreign' | 'none' {
  const value = request.cookie(cookieName(policyOf(config, session.id)))
  if (value !== undefined) {
    const isOwn = (shown: string): boolean => digestOf(ctx, shown) === session.cookie
    return isOwn(value) || (session.cookieRenewed && isOwn(renewedValue(ctx, session, value))) ? 'own' : 'foreign'
  }
  return request.header('cookie')?.includes(`${baseName}-`) ? 'foreign' : 'none'
}
