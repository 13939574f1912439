/**
 * Checks a chain from a header: each entity directly below an intermediate must name that intermediate as its superior.
 * A superior can sign a statement about any identifier. Only an entity's own host can confirm its superior and its key.
 */
import {
  type Failure,
  type FetchCode,
  fail,
  failed,
  isFresh,
  type NumericDate,
  type PublicJwk,
  timeOfArrival,
} from '../../base/index.ts'
import { bareJwk, sameKey } from '../../jose/index.ts'
import { OriginBudgets } from '../fetch/origin-budget.ts'
import { defaultResolveLimits } from '../fetch/resolve-limits.ts'
import { SharedBudget } from '../fetch/shared-budget.ts'
import { createStatementFetcher } from '../fetch/statement-fetcher.ts'
import {
  type EntityConfigurationCode,
  entityConfigurationUrl,
  verifyEntityConfiguration,
} from '../statement/entity-configuration.ts'
import { expiryOf } from '../statement/entity-statement.ts'
import { findKey } from '../trust-evaluator.ts'
import { agesOf, type FederationTrustConfig, type FederationTrustContext, policyOf } from './evaluator-config.ts'
import type { TrustChain } from './trust-chain.ts'
import { createVerdictCache, refusalSeconds, retryTime } from './verdict-cache.ts'

/** Reasons why an entity does not confirm a chain from a header. */
type NamedSuperiorCode =
  | EntityConfigurationCode
  | FetchCode
  | 'limit_reached'
  | 'superior_not_hinted'
  | 'subject_key_mismatch'

/** The path from the subject to the entity that does not confirm the chain. */
export interface UnconfirmedPath {
  /** Entity identifiers, subject first. */
  readonly path: readonly string[]
  readonly failure: Failure<NamedSuperiorCode>
}

/**
 * Checks a validated chain. Resolves to `undefined` if every entity directly below an intermediate confirms the chain.
 */
type NamedSuperiorCheck = (chain: TrustChain, now: NumericDate) => Promise<undefined | UnconfirmedPath>

/** Superiors and keys in the Entity Configuration at an entity's well-known URL. */
interface Published {
  readonly superiors: readonly string[]
  /** Key material with `kid`, without other members. */
  readonly keys: readonly PublicJwk[]
  /** Time at which the last request ended, with or without an answer. */
  readonly requestEndedAt: NumericDate
  /** Time until which the configuration may be used if the entity does not answer. */
  readonly usableUntil: NumericDate
}

type FetchOutcome = Published | Failure<NamedSuperiorCode>

/** Returns the number of characters of the superiors and keys as JSON. Returns 0 for a failure. */
const lengthOf = (outcome: FetchOutcome): number =>
  failed(outcome) ? 0 : JSON.stringify([outcome.superiors, outcome.keys]).length

/**
 * Creates the check. It fetches the configuration of each entity directly below an intermediate. The configuration must
 * name that intermediate, and contain the key that signed the entity's statement in the chain. A chain without
 * intermediates needs no request. Concurrent checks share one request to an entity. A request has a limit of 20 s. A
 * configuration is used for `maximumAgeSeconds` (FED-38), and for `staleOnOutageSeconds` more while the entity does not
 * answer (FED-42), but not after its `exp`. A refusal is cached for at least 15 seconds. The cache has at most
 * `capacity` configurations and as many refusals, and the superiors and keys have at most 64 KiB on average (D-1131).
 * Does not repeat the checks of `validateTrustChain`.
 */
export function createNamedSuperiorCheck(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
  capacity: number,
): NamedSuperiorCheck {
  const { maximumAgeSeconds, staleOnOutageSeconds } = agesOf(config)
  const outcomes = createVerdictCache<FetchOutcome>(capacity, failed, lengthOf)

  const fetchConfiguration = async (entityId: string, begun: NumericDate): Promise<FetchOutcome> => {
    const { subjectSize: size, seconds } = defaultResolveLimits
    const policy = policyOf(config, begun, entityId)
    const get = createStatementFetcher(ctx.fetch, {
      ...policy,
      deadline: AbortSignal.timeout(seconds * 1000), // FED-37
      origins: new OriginBudgets(config.anchors.keys()), // FED-51
      strangerWork: {}, // FED-50: the sender of the chain causes the request
    })
    const request = { at: 'configuration', size }
    const statement = await get(entityConfigurationUrl(entityId), new SharedBudget(1), request)
    if (failed(statement)) return statement
    const now = timeOfArrival(begun, ctx.clock)
    const configuration = await verifyEntityConfiguration(ctx, statement.jws.compact, { ...policy, entityId, now })
    if (failed(configuration)) return configuration
    const usableUntil = Math.min(expiryOf(configuration), now + maximumAgeSeconds + staleOnOutageSeconds)
    const keys = configuration.keys.map((key) => ({ ...bareJwk(key), kid: key.kid ?? '' }))
    return { superiors: configuration.authority_hints, keys, requestEndedAt: now, usableUntil }
  }

  const outcomeOf = (entityId: string, now: NumericDate) => async (refusals: number) => {
    const before = outcomes.peek(entityId, now)
    const verdict = await fetchConfiguration(entityId, now)
    if (!failed(verdict)) {
      const { requestEndedAt, usableUntil } = verdict
      return { verdict, expiresAt: Math.min(usableUntil, requestEndedAt + maximumAgeSeconds), knownUntil: usableUntil }
    }
    const failedAt = timeOfArrival(now, ctx.clock)
    const retryAt = retryTime(refusals, now, ctx.clock)
    if (verdict.code !== 'unreachable' || before === undefined || failed(before) || failedAt >= before.usableUntil)
      return { verdict, expiresAt: retryAt }
    ctx.onStaleTrust?.(entityId) // FED-42
    const { usableUntil } = before
    return {
      verdict: { ...before, requestEndedAt: failedAt },
      expiresAt: Math.min(usableUntil, retryAt),
      knownUntil: usableUntil,
    }
  }

  /**
   * Returns a failure unless the entity names the superior and has the key. If the cached configuration does not match
   * and is at least 15 s old, fetches it again, because keys may have changed.
   */
  const checkEntity = async (entityId: string, superior: string, key: PublicJwk, begun: NumericDate) => {
    const askedAt = timeOfArrival(begun, ctx.clock)
    const known = await outcomes.get(entityId, askedAt, outcomeOf(entityId, askedAt))
    if (failed(known)) return known
    const mismatch = mismatchIn(known, superior, key)
    const now = timeOfArrival(askedAt, ctx.clock)
    if (mismatch === undefined || isFresh(known.requestEndedAt, refusalSeconds(0), now)) return mismatch // FED-37
    const renewed = await outcomes.renew(entityId, now, outcomeOf(entityId, now))
    return failed(renewed) ? renewed : mismatchIn(renewed, superior, key)
  }

  return async ({ path, signingKeys }, now) => {
    for (let index = path.length - 3; index >= 0; index -= 1) {
      const [entityId, superior] = path.slice(index) as [string, string]
      const failure = await checkEntity(entityId, superior, signingKeys[index] as PublicJwk, now)
      if (failure) return { path: path.slice(0, index + 1), failure }
    }
    return undefined
  }
}

function mismatchIn(
  { superiors, keys }: Published,
  superior: string,
  key: PublicJwk,
): undefined | Failure<'superior_not_hinted' | 'subject_key_mismatch'> {
  if (!superiors.includes(superior))
    return fail('superior_not_hinted', 'configuration.payload.authority_hints', {
      expected: superior,
      found: superiors,
    }) // FED-54
  const publishedKey = findKey(keys, key.kid)
  if (publishedKey === undefined || !sameKey(publishedKey, key))
    return fail('subject_key_mismatch', 'configuration.payload.jwks', {
      expected: key.kid,
      found: keys.map(({ kid }) => kid),
    }) // FED-54
  return undefined
}
