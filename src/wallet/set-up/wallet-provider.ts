/**
 * The Wallet Provider of this wallet: its keys and endpoints from its trust chain. Nothing is sent to its endpoints
 * before the chain is validated (WI-01).
 */
import {
  type Decision,
  type Failure,
  fail,
  failed,
  type Json,
  joinRules,
  joinUrl,
  parseUrl,
  rows,
  rules,
  type UrlPolicy,
} from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'
import { trustRulesUnder } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { checkAnchorProfile } from '../check-anchor-profile.ts'
import type { WalletConfig } from '../config.ts'
import type { WalletContext } from '../context.ts'
import {
  EXCHANGE_RULES,
  exchange,
  type JsonAnswerCode,
  jsonRules,
  pauseBeforeRetry,
  type ReceivedAnswer,
  readJson,
} from '../exchange.ts'

interface WalletProviderEndpoints {
  readonly nonce: string
  readonly token: string
  readonly registration: string
}

export interface TrustedWalletProvider extends WalletProviderEndpoints {
  readonly entity: TrustedEntity
}

type ProviderMetadataCode = 'endpoint_malformed'

export const PROVIDER_TRUST_RULES = trustRulesUnder<WalletAnswer>('WI-01', WI.walletProviderUntrusted, WI.unreachable)

export const PROVIDER_METADATA_RULES = rules<ProviderMetadataCode>()(WI.walletProviderFaulty, {
  'GEN-19': ['endpoint_malformed'],
})

export const CHALLENGE_ANSWER_RULES = joinRules<JsonAnswerCode | 'challenge_missing'>()(
  jsonRules('WI-27', WI.walletProviderFaulty),
  rows(WI.walletProviderFaulty, { 'WI-27': ['challenge_missing'] }),
)

/**
 * Returns the endpoints from resolved metadata. An endpoint that the metadata do not contain defaults to the
 * specification's path below the provider's identifier (WI-35, WI-100). No metadata member contains the registration
 * endpoint: it comes from the configuration, or defaults to `/wallet-instance`.
 */
function readEndpoints(
  entity: TrustedEntity,
  config: Pick<WalletConfig, 'walletProvider' | 'registrationEndpoint' | 'loopbackHttp'>,
): WalletProviderEndpoints | Failure<ProviderMetadataCode> {
  const { nonce_endpoint, token_endpoint } = entity.metadata.wallet_provider ?? {}
  const nonce = nonce_endpoint ?? joinUrl(config.walletProvider, '/nonce') // WI-35, WI-100
  const token = token_endpoint ?? joinUrl(config.walletProvider, '/token') // WI-35, WI-100
  const registration = config.registrationEndpoint ?? joinUrl(config.walletProvider, '/wallet-instance')
  if (!isEndpoint(nonce, config)) return fail('endpoint_malformed', 'metadata.wallet_provider.nonce_endpoint')
  if (!isEndpoint(token, config)) return fail('endpoint_malformed', 'metadata.wallet_provider.token_endpoint')
  return { nonce, token, registration }
}

const isEndpoint = (url: Json, policy: UrlPolicy): url is string =>
  typeof url === 'string' && !failed(parseUrl(url, policy))

/**
 * Evaluates the Wallet Provider within a decision. Its protocol belongs to the profile `seed`, so its anchor must be
 * pinned for `seed`. Rejects with a `Refusal` if the provider is not trusted or the federation cannot be reached.
 */
export async function requireWalletProvider(
  ctx: Pick<WalletContext, 'trust' | 'config' | 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
): Promise<TrustedEntity> {
  const entity = await decision.check(PROVIDER_TRUST_RULES, () =>
    ctx.trust.evaluate(ctx.config.walletProvider, ['wallet_provider']),
  )
  checkAnchorProfile(ctx, decision, { entity, profile: 'seed', answer: WI.walletProviderUntrusted })
  return entity
}

/**
 * Evaluates the Wallet Provider within a decision, and returns it with its endpoints. Rejects with a `Refusal` as
 * `requireWalletProvider` does, and for a published endpoint that is not a valid URL.
 */
export async function requireWalletProviderEndpoints(
  ctx: Pick<WalletContext, 'trust' | 'config' | 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
): Promise<TrustedWalletProvider> {
  const entity = await requireWalletProvider(ctx, decision)
  const endpoints = await decision.check(PROVIDER_METADATA_RULES, () => readEndpoints(entity, ctx.config))
  return { entity, ...endpoints }
}

/** Returns the place that a refusal names: the nonce endpoint, or the endpoint of the request itself. */
export const placeOfAnswer = ({ sent }: ProviderAnswer): string => (sent ? 'wallet_provider' : 'nonce')

export interface ProviderAnswer extends ReceivedAnswer {
  /**
   * True if the request was sent, and this is its response. False if there was no challenge, and this is the response
   * of the nonce endpoint.
   */
  readonly sent: boolean
}

/**
 * Fetches a challenge and sends the request that `build` creates with it. Repeats both, with a new challenge and after
 * a growing pause, while the provider responds with 503 or 429, until `attempts` are used (WI-26, WI-27). Returns the
 * last response. Rejects with a `Refusal` at once if no response is received or the challenge cannot be read.
 */
export async function exchangeWithChallenge(
  ctx: Pick<WalletContext, 'fetch' | 'clock' | 'pause' | 'config' | 'inEvidenceOrder'>,
  decision: Decision<WalletAnswer>,
  endpoints: Pick<WalletProviderEndpoints, 'nonce'>,
  build: (challenge: string) => Promise<Request>,
): Promise<ProviderAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ctx.inEvidenceOrder(() => attemptOnce(ctx, decision, endpoints.nonce, build))
    if (!retryableStatuses.includes(answer.status) || attempt === ctx.config.attempts) return answer
    await pauseBeforeRetry(ctx, attempt, answer.retryAfterSeconds) // WI-27
  }
}

/** Service Unavailable and Too Many Requests (RFC 6585 §4). Both may have a `Retry-After`. */
const retryableStatuses = [503, 429]

async function attemptOnce(
  ctx: Pick<WalletContext, 'fetch' | 'clock'>,
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
