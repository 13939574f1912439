/**
 * Describes a refusal with fault and place, expected and found values, and remedy. Error answers, logs, the console and
 * the CLI show this description. It is created only when a refusal is shown.
 */
import type { CheckRecord, ShownEvidence } from '../base/index.ts'
import { reasonOfNoTrustChain } from '../federation/index.ts'
import { type Advice, adviceOf } from './advice-of.ts'
import { trustAdviceOf } from './trust-advice.ts'

/** A check that refused. */
export type FailedCheck = Pick<CheckRecord, 'requirement' | 'at'> & { readonly code: string } & ShownEvidence

/**
 * Description of a refusal. Most outputs show the members in this order (`formatRefusal` does not). No member contains
 * a personal value.
 */
export interface RefusalBlock extends ShownEvidence {
  /** One sentence about the fault. */
  readonly reason: string
  readonly code: string
  /** Member, header or document at fault. Empty if the request as a whole is at fault. */
  readonly at: string
  /** One sentence about the change to make. */
  readonly remedy: string
  /** ID of the rule in the catalogue. */
  readonly requirement: string
}

/** Advice for a code that no table of advice contains. The tables contain every code of a rule table. */
const fallbackAdvice: Advice = ['The request is not valid.', 'Look up the named rule.']

/**
 * Returns the description of a failed check. `fallback` is the reason for a code without advice (`not_found`,
 * `not_satisfied`). Callers usually pass the text of the answer. `fallback` defaults to a general sentence.
 */
export function describeCheck(
  { requirement, code, at = '', expected, found }: FailedCheck,
  fallback?: string,
): RefusalBlock {
  const [reason, remedy] = lookUpAdvice(code, at) ?? [fallback ?? fallbackAdvice[0], fallbackAdvice[1]]
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

/**
 * Returns the advice for a code. If `at` contains the reason of a failed trust evaluation, returns the advice for that
 * reason. Returns `undefined` for a code without advice.
 */
const lookUpAdvice = (code: string, at: string): Advice | undefined =>
  trustAdviceOf(reasonOfNoTrustChain(at) ?? { code, at }) ?? adviceOf(code)

/**
 * Formats a description in one line, for an answer: reason, place and rule first, then evidence and remedy. The CLI
 * splits the line again (`administration-client.ts`, `wallet/open-wallet.ts`).
 */
export function formatRefusal({ reason, code, at, expected, found, remedy, requirement }: RefusalBlock): string {
  const place = at === '' ? code : `${code} at ${at}`
  const evidence = formatEvidence(expected, found)
  return `${reason} (${place}) [${requirement}] ${evidence === '' ? '' : `${evidence} `}What to change: ${remedy}`
}

/** Formats the expected and the found value as one sentence. Returns an empty string if both are absent. */
export function formatEvidence(expected: string | undefined, found: string | undefined): string {
  if (expected === undefined) return found === undefined ? '' : `Found: ${found}.`
  return `Expected: ${expected}; found: ${found ?? 'nothing'}.`
}
