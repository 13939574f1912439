/**
 * Distinguishes silent parties that strangers name. A party that was trusted here before is unreachable (503, try
 * again). A name that was never trusted gets an ordinary refusal, so that invented names do not make this service look
 * broken (D-120).
 */
import { fail, failed } from '../../base/index.ts'
import { noTrustChain, reasonOfNoTrustChain, type TrustEvaluator } from '../../federation/index.ts'

const capacity = 1000

/**
 * Wraps an evaluator with a bounded memory of this process. Reports `trust_unavailable` only for parties that it has
 * trusted before, for this service itself, for a missing status of trust marks, and if the limit on builds for
 * strangers prevented a search (FED-49).
 */
export function withKnownEntities(trust: TrustEvaluator, ownId: string): TrustEvaluator {
  const known = new Set<string>()
  return {
    evaluate: async (entityId, types, hint) => {
      const verdict = await trust.evaluate(entityId, types, hint)
      if (failed(verdict)) {
        const silent = verdict.code === 'trust_unavailable' && verdict.at !== 'trust_marks' // D-344: the chain is valid
        const noTurn = reasonOfNoTrustChain(verdict.at)?.code === 'builds_exhausted'
        const stranger = silent && !noTurn && entityId !== ownId && !known.has(entityId)
        return stranger ? noTrustChain(fail('unreachable'), [entityId]) : verdict
      }
      known.delete(entityId)
      known.add(entityId)
      const [oldest] = known
      if (known.size > capacity && oldest !== undefined) known.delete(oldest)
      return verdict
    },
  }
}
