/** Advice for the operator of a service that refused a request, by the code and place of the decision's last check. */
import type { DecisionRecord } from '../base/index.ts'
import { trustAdviceAt } from './trust-advice.ts'

/** Advice for an artefact that is not yet valid. Usually the clocks differ. */
const clockAdvice = 'compare the clock of this machine and that of the other party with the correct time.'

/**
 * Returns the advice. Returns `undefined` if code and place show neither a difference of clocks nor a missing trust
 * chain, as for an invalid artefact of the other party.
 */
export function decisionAdvice({ checks }: Pick<DecisionRecord, 'checks'>): string | undefined {
  const { code, at = '' } = checks.at(-1) ?? {}
  if (code === 'not_yet_valid') return clockAdvice
  return trustAdviceAt(at, 'the other party or one of its superiors')
}
