/** OpenAPI descriptions of the parts that every administration has. */
import { z } from 'zod'
import type { Rules } from '../base/index.ts'
import type { AnswerWithHeaders, RouteDescription } from '../http/index.ts'
import { decisionsPath } from './decisions-endpoint.ts'
import { administrationAnswers } from './operator.ts'

/** Failure codes for an administrator or operator without the needed right, with their rule and answer (GEN-45). */
export const rightRefusals: Rules<string, AnswerWithHeaders> = Object.fromEntries(
  ['right_missing', 'operator_missing', 'operator_unexpected', 'operator_unknown'].map((code) => [
    code,
    ['GEN-45', administrationAnswers.forbidden] as const,
  ]),
)

const check = z.object({
  requirement: z.string(),
  passed: z.boolean(),
  code: z.string().optional(),
  at: z.string().optional(),
  expected: z.string().optional(),
  found: z.string().optional(),
})

const decision = z.object({
  trace: z.string(),
  surface: z.string(),
  at: z.number(),
  outcome: z.enum(['accepted', 'refused', 'failed']),
  checks: z.array(check),
  evidence: z.record(z.string(), z.string()),
})

/**
 * Returns the description of `GET /admin/decisions`, by method and path. `administratorRules` are the rules
 * for the administrator's token.
 */
export const describeDecisions = (
  administratorRules: readonly Rules<string, AnswerWithHeaders>[],
): Readonly<Record<string, RouteDescription>> => ({
  [`GET ${decisionsPath}`]: {
    summary: 'Lists recent decisions, oldest first',
    query: z.object({ after: z.string().optional() }),
    answers: { 200: { schema: z.object({ decisions: z.array(decision), cursor: z.string() }) } },
    refusals: administratorRules,
  },
})
