/**
 * Admission of requests, before anything of them is read: limits per client and for the whole process. A `Request` does
 * not contain the client's address, so the server passes an `Admission`.
 */
import type { Decision, DecisionRecord, MaybePromise } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { envelopeAnswers, unreadAnswers } from './envelope.ts'

/** The reason for refusing a request, and the time of the next attempt. */
export interface NotAdmitted {
  readonly reason: 'rate' | 'overload'
  readonly retryAfterSeconds: number
}

/** `surface` is role and path: `pid-provider/token`. */
export type Admission = (surface: string) => MaybePromise<NotAdmitted | undefined>

/** Refuses a request that is not admitted with 429 or 503. The first check of every envelope. */
export function judgeAdmission(notAdmitted: NotAdmitted | undefined, decision: Decision<AnswerWithHeaders>): void {
  const { reason, retryAfterSeconds = 1 } = notAdmitted ?? {}
  const { overload, rate } = envelopeAnswers
  decision.that('GEN-27', overload(retryAfterSeconds), reason !== 'overload', 'overloaded')
  decision.that('GEN-08', rate(retryAfterSeconds), reason !== 'rate', 'rate_exceeded')
}

/** Returns true if the request was not admitted or not readable, so that nothing of it was checked. */
export const isNotAdmitted = ({ outcome, checks }: DecisionRecord): boolean => {
  const code = checks.at(-1)?.code
  return outcome === 'refused' && (code === 'rate_exceeded' || code === 'overloaded' || isUnread(code))
}

const isUnread = (code: string | undefined): boolean => code !== undefined && Object.hasOwn(unreadAnswers, code)
