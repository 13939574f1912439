/**
 * Who is named by what a stranger posts, and does not answer: a party that has been trusted here before is out of reach
 * (503, try again); a name that nobody has ever answered for is no party of ours, and made-up names must not make this
 * service look broken (D-120).
 */
import { fail, failed } from '../../base/index.ts'
import { noTrustChain, reasonOfNoTrustChain, type TrustEvaluator } from '../../federation/index.ts'

const capacity = 1000

/**
 * The evaluator with a memory, bounded and of this process: `trust_unavailable` only of whom it has trusted before, of
 * this service itself, and of whoever was not looked for since no turn came (FED-49).
 */
export function withKnownEntities(trust: TrustEvaluator, ownId: string): TrustEvaluator {
  const known = new Set<string>()
  return {
    evaluate: async (entityId, types, hint) => {
      const verdict = await trust.evaluate(entityId, types, hint)
      if (failed(verdict)) {
        const silent = verdict.code === 'trust_unavailable' && verdict.at !== 'trust_marks' // D-344: the chain holds
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
