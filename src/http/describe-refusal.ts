/** Describes a refusal for the sender of the request. */
import type { Refusal } from '../base/index.ts'
import { describeCheck, formatRefusal, type RefusalBlock } from '../rules/index.ts'

/** Returns the parts of a refusal: reason, place, compared values, and remedy with the consequence of the answer. */
export function blockOf({ answer, code, at, requirement, evidence }: Refusal): RefusalBlock {
  const block = describeCheck({ requirement, code, at, ...evidence }, answer.text)
  const { consequence } = answer
  return consequence === undefined ? block : { ...block, remedy: `${block.remedy} ${consequence}` }
}

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
