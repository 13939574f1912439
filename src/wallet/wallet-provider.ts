/**
 * The wallet's own Wallet Provider, as the federation vouches for it: keys and endpoints. Nothing is sent to it before
 * (WI-01).
 */
import { z } from 'zod'
import { type Decision, type Failure, fail, failed, joinUrl, parseUrl, placeOf, type Rules } from '../base/index.ts'
import type { TrustCode, TrustedEntity } from '../federation/index.ts'
import { type WalletAnswer, WI } from './answers.ts'
import type { WalletConfig } from './config.ts'
import type { WalletContext } from './context.ts'
import { EXCHANGE_RULES, exchange, type JsonAnswerCode, jsonRules, type ReceivedAnswer, readJson } from './exchange.ts'

export interface WalletProviderEndpoints {
  readonly nonce: string
  readonly token: string
  readonly registration: string
}

export interface TrustedWalletProvider extends WalletProviderEndpoints {
  readonly entity: TrustedEntity
}

export type ProviderMetadataCode = 'provider_metadata_malformed' | 'endpoint_malformed'

export const PROVIDER_TRUST_RULES = {
  no_trust_chain: ['WI-01', WI.walletProviderUntrusted],
  entity_type_missing: ['WI-01', WI.walletProviderUntrusted],
  trust_chain_expired: ['WI-01', WI.walletProviderUntrusted],
  trust_mark_missing: ['WI-01', WI.walletProviderUntrusted],
  trust_unavailable: ['GEN-27', WI.unreachable],
} as const satisfies Rules<TrustCode, WalletAnswer>

export const PROVIDER_METADATA_RULES = {
  provider_metadata_malformed: ['WI-01', WI.walletProviderFaulty],
  endpoint_malformed: ['GEN-19', WI.walletProviderFaulty],
} as const satisfies Rules<ProviderMetadataCode, WalletAnswer>

export const CHALLENGE_ANSWER_RULES = {
  ...jsonRules('WI-27', WI.walletProviderFaulty),
  challenge_missing: ['WI-27', WI.walletProviderFaulty],
} as const satisfies Rules<JsonAnswerCode | 'challenge_missing', WalletAnswer>

const metadata = z.looseObject({ nonce_endpoint: z.string(), token_endpoint: z.string() })

/** Reads the endpoints out of resolved metadata. Metadata has no name for the registration's (WI-35). */
function readEndpoints(
  entity: TrustedEntity,
  config: Pick<WalletConfig, 'walletProvider' | 'registrationEndpoint' | 'loopbackHttp'>,
): WalletProviderEndpoints | Failure<ProviderMetadataCode> {
  const parsed = metadata.safeParse(entity.metadata.wallet_provider)
  if (!parsed.success) return fail('provider_metadata_malformed', placeOf('metadata.wallet_provider', parsed.error))
  const endpoints = {
    nonce: parsed.data.nonce_endpoint, // WI-35
    token: parsed.data.token_endpoint, // WI-35
    registration: config.registrationEndpoint ?? joinUrl(config.walletProvider, '/wallet-instance'),
  }
  const broken = Object.values(endpoints).some((url) => failed(parseUrl(url, config)))
  if (broken) return fail('endpoint_malformed', 'metadata.wallet_provider')
  return endpoints
}

/** Trust and endpoints in one, inside of a decision. */
export async function trustedWalletProvider(
  ctx: Pick<WalletContext, 'trust' | 'config'>,
  decision: Decision<WalletAnswer>,
): Promise<TrustedWalletProvider> {
  const entity = await decision.check(PROVIDER_TRUST_RULES, () =>
    ctx.trust.evaluate(ctx.config.walletProvider, ['wallet_provider']),
  )
  const endpoints = await decision.check(PROVIDER_METADATA_RULES, () => readEndpoints(entity, ctx.config))
  return { entity, ...endpoints }
}

export interface ProviderAnswer extends ReceivedAnswer {
  /** `false`: there was no challenge to send a request with, and this is the nonce endpoint's answer. */
  readonly sent: boolean
}

/**
 * One exchange that needs a challenge: fetches one, sends what `build` makes of it, and while the provider is out of
 * service or asked too often tries again, each time with a fresh challenge and after a pause that grows (WI-26, WI-27).
 */
export async function exchangeWithChallenge(
  ctx: Pick<WalletContext, 'fetch' | 'pause' | 'config'>,
  decision: Decision<WalletAnswer>,
  endpoints: Pick<WalletProviderEndpoints, 'nonce'>,
  build: (challenge: string) => Promise<Request>,
): Promise<ProviderAnswer> {
  const { attempts, firstPauseSeconds } = ctx.config
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(ctx, decision, endpoints.nonce, build)
    if (!laterStatuses.includes(answer.status) || attempt === attempts) return answer
    await ctx.pause(Math.max(firstPauseSeconds * 2 ** (attempt - 1), retryAfter(answer))) // WI-27
  }
}

/** Out of service, and asked too often (RFC 6585 §4): both may say when to come again. */
const laterStatuses = [503, 429]

async function attemptOnce(
  ctx: Pick<WalletContext, 'fetch'>,
  decision: Decision<WalletAnswer>,
  nonceEndpoint: string,
  build: (challenge: string) => Promise<Request>,
): Promise<ProviderAnswer> {
  const fetched = await decision.check(EXCHANGE_RULES, () => exchange(ctx, new Request(nonceEndpoint), 'nonce'))
  if (fetched.status !== 200) return { ...fetched, sent: false }
  const { challenge } = await decision.check(CHALLENGE_ANSWER_RULES, () => readChallenge(fetched))
  const request = await build(challenge)
  const answer = await decision.check(EXCHANGE_RULES, () => exchange(ctx, request, 'wallet_provider'))
  return { ...answer, sent: true }
}

function readChallenge(
  answer: ReceivedAnswer,
): { readonly challenge: string } | Failure<JsonAnswerCode | 'challenge_missing'> {
  const body = readJson(answer, 'nonce')
  if (failed(body)) return body
  if (typeof body.nonce !== 'string' || body.nonce === '') return fail('challenge_missing', 'nonce.nonce')
  return { challenge: body.nonce }
}

/** Seconds, a minute at most. */
function retryAfter({ headers }: ReceivedAnswer): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(60, Math.max(0, seconds)) : 0
}
