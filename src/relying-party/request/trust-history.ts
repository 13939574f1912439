/**
 * Selects the failure for an unreachable party that an unauthenticated sender names. If this process has trusted the
 * party before, the answer is 503 (try again). If it has never trusted the entity identifier, the answer is an ordinary
 * refusal, so that invented identifiers do not make this service look broken (D-120).
 */
import { fail, failed } from '../../base/index.ts'
import { noTrustChain, reasonOfNoTrustChain, type TrustEvaluator } from '../../federation/index.ts'

const capacity = 1000

/**
 * Wraps an evaluator, and remembers the last 1000 entities that the evaluator trusted. Keeps the failure
 * `trust_unavailable` for a remembered entity and for `ownId`. Keeps it also if only the status of a trust mark is
 * unavailable, or if the limit on chain builds prevented the search for a trust chain (FED-49). In all other cases,
 * replaces it with `no_trust_chain`.
 */
export function withTrustHistory(trust: TrustEvaluator, ownId: string): TrustEvaluator {
  const trusted = new Set<string>()
  return {
    evaluate: async (entityId, types, hint) => {
      const verdict = await trust.evaluate(entityId, types, hint)
      if (failed(verdict)) {
        const isUnreachable = verdict.code === 'trust_unavailable' && verdict.at !== 'trust_marks' // D-344: the chain is valid
        const isLimitReached = reasonOfNoTrustChain(verdict.at)?.code === 'builds_exhausted'
        const isStranger = entityId !== ownId && !trusted.has(entityId)
        return isUnreachable && !isLimitReached && isStranger ? noTrustChain(fail('unreachable'), [entityId]) : verdict
      }
      trusted.delete(entityId)
      trusted.add(entityId)
      const [oldest] = trusted
      if (trusted.size > capacity && oldest !== undefined) trusted.delete(oldest)
      return verdict
    },
  }
}
