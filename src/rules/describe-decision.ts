/**
 * Describes a refused decision: the description of the refused check, the text of its rule, and the number of checks
 * that passed.
 */
import type { DecisionRecord } from '../base/index.ts'
import { describeCheck, type RefusalBlock } from './describe-refusal.ts'
import { ruleText } from './rule-text.ts'

/** Description of a refused decision. */
export interface RefusalDescription extends RefusalBlock {
  /** Text of the rule in the catalogue. */
  readonly rule?: string
  /** Number of checks that passed before the refusal. */
  readonly passed: number
}

/**
 * Returns the description of the check that refused, or `undefined` if no check refused.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { describeDecision } from 'fiducia/rules'
 *
 * const checks = [{ requirement: 'GEN-12', passed: false, code: 'alg_none', at: 'token.header.alg' }] as const
 * const refusal = describeDecision({ checks })
 * assert.equal(refusal?.code, 'alg_none')
 * assert.equal(refusal?.at, 'token.header.alg')
 * ```
 */
export function describeDecision({ checks }: Pick<DecisionRecord, 'checks'>): RefusalDescription | undefined {
  const last = checks.at(-1)
  if (last === undefined || last.passed) return undefined
  const { code = 'not_satisfied', requirement } = last
  const rule = ruleText(requirement)
  return {
    ...describeCheck({ ...last, code }),
    ...(rule !== undefined && { rule }),
    passed: checks.length - 1,
  }
}
