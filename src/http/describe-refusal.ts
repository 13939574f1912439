/**
 * A refusal in words, for whoever sent the request.
 */
import type { Refusal } from '../base/index.ts'
import { describeCheck, type RefusalBlock, tellBlock } from '../rules/index.ts'

/** The block of a refusal: reason, place, the values that were compared, and the remedy. */
export const blockOf = ({ answer, code, at, requirement, evidence }: Refusal): RefusalBlock =>
  describeCheck({ requirement, code, at, ...evidence }, answer.text)

/** The same in one line for the developer at the other end: the reason, the place and the rule first. */
export const describeRefusal = (refusal: Refusal): string => tellBlock(blockOf(refusal))

/** The same without the values that were compared: for a URL, whose length is bounded, and for who made no mistake. */
export function describeBriefly(refusal: Refusal): string {
  const { reason, code, at, remedy, requirement } = blockOf(refusal)
  return tellBlock({ reason, code, at, remedy, requirement })
}
