/**
 * Admission of requests before they are read: limits per client and for the whole process. A request does not contain
 * the client's address, so the server provides the `Admission`.
 */
import type { Decision, DecisionRecord, MaybePromise } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { envelopeAnswers, unreadAnswers } from './envelope.ts'

/** Reason for not admitting a request, and the time after which a retry may succeed. */
export interface NotAdmitted {
  readonly reason: 'rate' | 'overload'
  readonly retryAfterSeconds: number
}

/**
 * Decides whether to admit the current request. Returns `undefined` if the request is admitted. `surface` is role and
 * path: `pid-provider/token`.
 */
export type Admission = (surface: string) => MaybePromise<NotAdmitted | undefined>

/**
 * Refuses a request that was not admitted: 503 for `overload`, 429 for `rate`. This is the first check of every
 * envelope.
 */
export function requireAdmission(notAdmitted: NotAdmitted | undefined, decision: Decision<AnswerWithHeaders>): void {
  const { reason, retryAfterSeconds = 1 } = notAdmitted ?? {}
  const { overload, rate } = envelopeAnswers
  decision.that('GEN-27', overload(retryAfterSeconds), reason !== 'overload', 'overloaded')
  decision.that('GEN-08', rate(retryAfterSeconds), reason !== 'rate', 'rate_exceeded')
}

/** Returns true for a refusal because of rate or overload, or because the HTTP request was not readable. */
export const isRefusedUnhandled = ({ outcome, checks }: DecisionRecord): boolean => {
  const code = checks.at(-1)?.code
  return outcome === 'refused' && (code === 'rate_exceeded' || code === 'overloaded' || isUnread(code))
}

const isUnread = (code: string | undefined): boolean => code !== undefined && Object.hasOwn(unreadAnswers, code)
