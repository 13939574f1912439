/**
 * The cookie that binds a browser to the presentation that it began (it-wallet §Authentication, "Status endpoint").
 * Each session has a cookie of its own name, so that two tabs do not take each other's; the value is 256 random bits that
 * say nothing of the session, and the store keeps its digest only.
 */
import { type CryptoContext, type Random, randomToken } from '../base/index.ts'
import { type CookiePolicy, cookieName, setCookie } from '../http/index.ts'
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
  const value = randomToken(ctx.random)
  const seconds = config.startLifetimeSeconds + config.requestLifetimeSeconds + config.resultLifetimeSeconds
  return {
    digest: digestOf(ctx, value),
    header: setCookie(policyOf(config, id), value, seconds), // RP-76
  }
}

/**
 * What a browser shows of a session: `own` when it is the one that began it, `foreign` when it has another session's
 * cookie or a wrong value, `none` when it has no cookie of this service at all.
 */
export function judgeSessionCookie(
  ctx: CryptoContext,
  config: CookieConfig,
  session: Pick<PresentationSession, 'id' | 'cookie'>,
  request: { cookie(name: string): string | undefined; header(name: string): string | undefined },
): 'own' | 'foreign' | 'none' {
  const value = request.cookie(cookieName(policyOf(config, session.id)))
  if (value !== undefined) return digestOf(ctx, value) === session.cookie ? 'own' : 'foreign'
  return request.header('cookie')?.includes(`${baseName}-`) ? 'foreign' : 'none'
}
