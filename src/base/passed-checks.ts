/** The records of checks that passed: the same in every decision, and made once. */
import type { CheckRecord } from './decision-record.ts'
import { remembered } from './remembered.ts'

type RequirementsOfCodes = Readonly<Record<string, readonly [requirement: string, answer: unknown]>>

/** What a table that refused nothing has checked. Most tables are constants, so it is made once for each. */
export const passedBy = remembered((rules: RequirementsOfCodes): readonly CheckRecord[] => {
  const requirements = new Set(Object.values(rules).map(([requirement]) => requirement))
  return Array.from(requirements, (requirement) => ({ requirement, passed: true }))
})

/** The same of a single rule: requirements are named by the code, and there are some hundreds. */
const passed = new Map<string, readonly CheckRecord[]>()

export function passedOne(requirement: string): readonly CheckRecord[] {
  let checks = passed.get(requirement)
  if (checks === undefined) {
    checks = [{ requirement, passed: true }]
    passed.set(requirement, checks)
  }
  return checks
}
