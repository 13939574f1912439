/**
 * Whether a request is taken up at all, asked before anything of it is read: limits per caller and for the whole
 * process. Who the caller is stands in no `Request`; whoever serves the app knows it.
 */
import type { Decision, DecisionRecord, MaybePromise } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { envelopeAnswers, unreadAnswers } from './envelope.ts'

/** Why not, and when to try again. */
export interface NotAdmitted {
  readonly reason: 'rate' | 'overload'
  readonly retryAfterSeconds: number
}

/** `surface` is role and path: `pid-provider/token`. */
export type Admission = (surface: string) => MaybePromise<NotAdmitted | undefined>

/** Refuses with 429 or 503 what is not admitted. The first check of every envelope. */
export function judgeAdmission(notAdmitted: NotAdmitted | undefined, decision: Decision<AnswerWithHeaders>): void {
  const { reason, retryAfterSeconds = 1 } = notAdmitted ?? {}
  const { overload, rate } = envelopeAnswers
  decision.that('GEN-27', overload(retryAfterSeconds), reason !== 'overload', 'overloaded')
  decision.that('GEN-08', rate(retryAfterSeconds), reason !== 'rate', 'rate_exceeded')
}

/** Whether the decision refused to take a request up, or there was none that could be read: nothing of it was judged. */
export const isNotAdmitted = ({ outcome, checks }: DecisionRecord): boolean => {
  const code = checks.at(-1)?.code
  return outcome === 'refused' && (code === 'rate_exceeded' || code === 'overloaded' || isUnread(code))
}

const isUnread = (code: string | undefined): boolean => code !== undefined && Object.hasOwn(unreadAnswers, code)
