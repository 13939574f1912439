/**
 * Plausibility of a person's well-formed attributes: whether they can be true, and whether PIDs of both formats,
 * databases and pages can represent them (PP-150). Checked at the end of each login, for every source of attributes.
 */
import { daySeconds, type Failure, fail, hasUnseen, type NumericDate } from '../../base/index.ts'
import { readUtc } from '../../mdoc/index.ts'
import type { NationalAttributes } from './national-attributes.ts'

/** Reasons to refuse well-formed attributes. */
export type AttributeValueCode =
  /** The date is not a calendar day, is in the future, or is more than 130 years ago. */
  | 'birthdate_impossible'
  /** A text has characters that `hasUnseen` finds: invisible, control or undecodable ones, or line ends. */
  | 'attribute_text_unusable'

/** Maximum age of a person in seconds. The oldest person on record lived 122 years. */
const longestLife = 130 * 365.25 * daySeconds
/** Seconds by which a day begins earlier at UTC+14 than at UTC. */
const earliestZone = 14 * 3600

/**
 * Returns the attributes unchanged, or a failure whose `at` names the first implausible attribute. Does not compare the
 * tax number with the other attributes.
 */
export function checkAttributePlausibility(
  attributes: NationalAttributes,
  now: NumericDate,
): NationalAttributes | Failure<AttributeValueCode> {
  const { birthdate, place_of_birth, ...texts } = attributes
  const birth = readUtc(`${birthdate}T00:00:00Z`)
  const isPossible = birth !== undefined && birth <= now + earliestZone && birth >= now - longestLife
  if (!isPossible) return fail('birthdate_impossible', 'birthdate') // PP-150
  const unusableText = Object.entries(texts).find(([, text]) => hasUnseen(text))
  if (unusableText !== undefined) return fail('attribute_text_unusable', unusableText[0]) // PP-150
  if (Object.values(place_of_birth).some(hasUnseen)) return fail('attribute_text_unusable', 'place_of_birth') // PP-150
  return attributes
}
