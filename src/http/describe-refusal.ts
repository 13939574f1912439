/** Describes a refusal for the sender of the request. */
import type { Refusal } from '../base/index.ts'
import { describeCheck, formatRefusal, type RefusalBlock } from '../rules/index.ts'

/** Returns the parts of a refusal: reason, place, compared values, remedy. */
export const blockOf = ({ answer, code, at, requirement, evidence }: Refusal): RefusalBlock =>
  describeCheck({ requirement, code, at, ...evidence }, answer.text)

/** Returns a refusal as one line for developers: reason, code, place, rule, compared values and remedy. */
export const describeRefusal = (refusal: Refusal): string => formatRefusal(blockOf(refusal))

/**
 * Returns a refusal as one line without the compared values, for a URL of limited length and for readers who did not
 * cause the refusal.
 */
export function describeBriefly(refusal: Refusal): string {
  const { reason, code, at, remedy, requirement } = blockOf(refusal)
  return formatRefusal({ reason, code, at, remedy, requirement })
}
