/**
 * The block of a refusal, the same wherever it is shown: what is wrong and where, the values that were expected and found,
 * and what the party at fault changes. Made only when a refusal is shown.
 */
import type { CheckRecord, ShownEvidence } from '../base/index.ts'
import { reasonOfNoTrustChain } from '../federation/index.ts'
import { type Advice, adviceOf } from './advice-of.ts'
import { trustReason } from './trust-reason.ts'

/** A check that failed. */
export type FailedCheck = Pick<CheckRecord, 'requirement' | 'at'> & { readonly code: string } & ShownEvidence

/** What is shown of a refusal, in this order. No member holds a personal value. */
export interface RefusalBlock extends ShownEvidence {
  /** One sentence about what is wrong. */
  readonly reason: string
  readonly code: string
  /** The member, header or document at fault; empty where the request as a whole is. */
  readonly at: string
  /** One sentence about what to change. */
  readonly remedy: string
  /** The rule of the catalogue. */
  readonly requirement: string
}

/** What is said of a code that has no words. Every code of a rule table has some. */
const unnamed: Advice = ['The request is not valid.', 'Look up the rule that is named.']

/**
 * The block of a failed check. `fallback` is the sentence of the answer, for a code without words of its own (`not_found`,
 * `not_satisfied`).
 */
export function describeCheck(
  { requirement, code, at = '', expected, found }: FailedCheck,
  fallback?: string,
): RefusalBlock {
  const [reason, remedy] = wordsOf(code, at) ?? [fallback ?? unnamed[0], unnamed[1]]
  return {
    reason,
    code,
    at,
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    remedy,
    requirement,
  }
}

/** Of trust that is refused, the reason inside its place. */
const wordsOf = (code: string, at: string): Advice | undefined => {
  const isNested = at.startsWith('trust_chain.') || at.includes('.status.')
  return (isNested ? trustReason(reasonOfNoTrustChain(at) ?? { code, at }) : undefined) ?? adviceOf(code)
}

/** The block in one line, for an answer: the reason, the place and the rule first, then the evidence and the remedy. */
export function tellBlock({ reason, code, at, expected, found, remedy, requirement }: RefusalBlock): string {
  const place = at === '' ? code : `${code} at ${at}`
  const evidence = tellEvidence(expected, found)
  return `${reason} (${place}) [${requirement}] ${evidence === '' ? '' : `${evidence} `}What to change: ${remedy}`
}

/** One sentence about the two values; empty where there is none. */
export function tellEvidence(expected: string | undefined, found: string | undefined): string {
  if (expected === undefined) return found === undefined ? '' : `Found: ${found}.`
  return `Expected: ${expected}; found: ${found ?? 'nothing'}.`
}
