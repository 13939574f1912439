/**
 * A decision as it is told: the block of its refusal first, then the rule in a sentence, and how many checks passed.
 */
import type { DecisionRecord } from '../base/index.ts'
import { describeCheck, type RefusalBlock } from './describe-refusal.ts'
import { ruleText } from './rule-text.ts'

/** What is told of a refused decision, in this order. */
export interface ToldRefusal extends RefusalBlock {
  /** The rule in a sentence of the catalogue. */
  readonly rule?: string
  /** Checks that passed before. */
  readonly passed: number
}

/**
 * The block of the check that refused; `undefined` for a decision that no rule ended.
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
export function describeDecision({ checks }: Pick<DecisionRecord, 'checks'>): ToldRefusal | undefined {
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
