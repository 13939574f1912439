/**
 * Trust by federation: the `TrustEvaluator` of every role. A chain from a header is judged by our own anchors; without
 * one, or when it is out of date or ends elsewhere, a chain is built over the network. Verdicts are cached, bounded,
 * and never outlive the chain, nor the time within which a removed member must stop being trusted.
 */
import {
  type Clock,
  encodeBase64url,
  type Failure,
  fail,
  failed,
  type MaybePromise,
  type NumericDate,
  type UrlPolicy,
  type Verified,
  verified,
} from '../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../jose/index.ts'
import { type ResolveContext, type ResolveLimits, resolveTrustChains } from './resolve-trust-chain.ts'
import { type TrustAnchors, type TrustChain, type TrustChainCode, validateTrustChain } from './trust-chain.ts'
import type { EntityType, TrustCode, TrustEvaluator, TrustedEntity } from './trust-evaluator.ts'
import { createVerdictCache } from './verdict-cache.ts'

export interface FederationTrustConfig {
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** ES256, ES384, ES512 when not said (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
  readonly skewSeconds: number
  /** How old a superior's word may be, and how long a verdict is kept at most (FED-38). One day when not said. */
  readonly maximumAgeSeconds?: number
  /** How long a refusal is remembered. */
  readonly negativeSeconds?: number
  /** Verdicts kept, of each sort. */
  readonly cacheEntries?: number
  readonly limits?: ResolveLimits
}

export type FederationTrustContext = ResolveContext & { readonly clock: Clock }

/** A header's chain that fails so is replaced by a fetched one (FED-26); any other fault refuses the entity. */
const refreshable: ReadonlySet<string> = new Set<TrustChainCode>(['expired', 'anchor_unknown'])

type Verdict = Verified<TrustedEntity> | Failure<'no_trust_chain' | 'trust_unavailable'>

/**
 * Creates the evaluator. Anchors are fixed for its life: after a change of anchors a new one is created, so that no
 * verdict of the old ones lives on. A cached header chain costs one SHA-256.
 */
export function createFederationTrustEvaluator(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
): TrustEvaluator {
  const { maximumAgeSeconds = 86_400, negativeSeconds = 15, cacheEntries = 1000, skewSeconds } = config
  const cache = createVerdictCache<Verdict>(cacheEntries)
  const policyAt = (now: NumericDate, subject: string) => ({
    anchors: config.anchors,
    algorithms: config.algorithms ?? defaultAlgorithms,
    urls: config.urls,
    skew: skewSeconds,
    now,
    subject,
    ...(config.limits && { limits: config.limits }),
  })

  const fetched = (entityId: string, now: NumericDate): MaybePromise<Verdict> =>
    cache.get(`entity ${entityId}`, now, async () => {
      const { chains, rejected } = await resolveTrustChains(ctx, entityId, policyAt(now, entityId))
      const [shortest] = chains // FED-27
      if (shortest) return keep(trustedEntity(shortest, now + maximumAgeSeconds))
      const silent = rejected.some(({ failure }) => failure.code === 'unreachable')
      const failure = fail(silent ? 'trust_unavailable' : 'no_trust_chain', 'trust_chain') // FED-02
      return { verdict: failure, expiresAt: now + negativeSeconds }
    })

  const hinted = (entityId: string, statements: readonly string[], now: NumericDate): MaybePromise<Verdict> =>
    cache.get(`chain ${entityId} ${digestOf(ctx, statements)}`, now, async () => {
      const chain = await validateTrustChain(ctx, statements, policyAt(now, entityId)) // FED-03
      if (failed(chain) && !refreshable.has(chain.code)) return drop(fail('no_trust_chain', `trust_chain.${chain.at}`))
      if (failed(chain) || now >= chain.issuedAt + maximumAgeSeconds) return drop(await fetched(entityId, now)) // FED-26
      return keep(trustedEntity(chain, chain.issuedAt + maximumAgeSeconds)) // FED-38
    })

  return {
    evaluate: async (entityId, types, hint) => {
      const now = ctx.clock.now()
      const verdict = await (hint?.trustChain ? hinted(entityId, hint.trustChain, now) : fetched(entityId, now))
      if (failed(verdict)) return verdict
      return checkEntityType(verdict, types)
    },
  }
}

function checkEntityType(
  entity: Verified<TrustedEntity>,
  types: readonly EntityType[],
): Verified<TrustedEntity> | Failure<TrustCode> {
  const plays = types.some((type) => Object.hasOwn(entity.metadata, type))
  if (!plays) return fail('entity_type_missing', 'metadata') // FED-25
  return entity
}

const trustedEntity = (chain: Verified<TrustChain>, latest: NumericDate): Verified<TrustedEntity> =>
  verified({
    entityId: chain.subject,
    metadata: chain.metadata,
    federationKeys: chain.federationKeys,
    trustChain: chain.statements,
    expiresAt: Math.min(chain.expiresAt, latest), // FED-19
  })

const keep = (entity: Verified<TrustedEntity>) => ({ verdict: entity, expiresAt: entity.expiresAt })
const drop = (verdict: Verdict) => ({ verdict, expiresAt: 0 })

const digestOf = (ctx: ResolveContext, statements: readonly string[]): string =>
  encodeBase64url(ctx.crypto.digest('sha-256', statements.join('\n')))
