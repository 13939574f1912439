/** Parses decisions that another process recorded, from its log, its console or its administration. */
import { z } from 'zod'
import type { DecisionRecord } from '../base/index.ts'

const record = z.object({
  trace: z.string(),
  surface: z.string(),
  at: z.number().min(0).max(8.64e12),
  outcome: z.enum(['accepted', 'refused', 'failed']),
  checks: z.array(
    z.object({
      requirement: z.string(),
      passed: z.boolean(),
      code: z.string().optional(),
      at: z.string().optional(),
      expected: z.string().optional(),
      found: z.string().optional(),
    }),
  ),
  evidence: z.record(z.string(), z.string()),
})

/**
 * Returns the decision without unknown members. Therefore a new member of `DecisionRecord` must be added to `record`.
 * Returns `undefined` if the value is not a decision. Does not check the names of evidence.
 */
export function parseDecision(value: unknown): DecisionRecord | undefined {
  const parsed = record.safeParse(value)
  return parsed.success ? (parsed.data as DecisionRecord) : undefined
}
