/** What to change when a decision refused, for the operator of the service that refused: what the code and place alone tell. */
import type { DecisionRecord } from '../base/index.ts'
import { trustAdviceAt } from './trust-advice.ts'

/** What has ended, and what is of a time to come, is most often a matter of clocks. */
const ofClocks = 'compare the clock of this machine and that of the other party with the time of day.'

/** Returns `undefined` where code and place say no more than that the other party sent something else than it must. */
export function decisionAdvice({ checks }: Pick<DecisionRecord, 'checks'>): string | undefined {
  const { code, at = '' } = checks.at(-1) ?? {}
  if (code === 'not_yet_valid') return ofClocks
  return trustAdviceAt(at, 'the other party, or of one above it')
}
