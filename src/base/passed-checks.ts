/** Records of passed checks. They are the same in every decision, so each is created once. */
import type { CheckRecord } from './decision-record.ts'
import { memoizeByObject } from './memoize-by-object.ts'

type RequirementsOfCodes = Readonly<Record<string, readonly [requirement: string, answer: unknown]>>

/** Returns one record for each requirement of a rule table that refused nothing. Cached for each table. */
export const passedChecksOf = memoizeByObject((rules: RequirementsOfCodes): readonly CheckRecord[] => {
  const requirements = new Set(Object.values(rules).map(([requirement]) => requirement))
  return Array.from(requirements, (requirement) => ({ requirement, passed: true }))
})

/**
 * Records by requirement. The map has a few hundred entries at most, because requirements come only from source code.
 */
const passed = new Map<string, readonly CheckRecord[]>()

/** Returns the record of one passed check of a requirement. Returns the same object for each call. */
export function passedCheckOf(requirement: string): readonly CheckRecord[] {
  let checks = passed.get(requirement)
  if (checks === undefined) {
    checks = [{ requirement, passed: true }]
    passed.set(requirement, checks)
  }
  return checks
}
