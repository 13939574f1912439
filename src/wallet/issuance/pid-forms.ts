/** Forms that the wallet requires of claims and elements (WI-61, WI-62, D-254). */
import { isJsonObject } from '../../base/index.ts'
import { type Cbor, isCborTag } from '../../cose/index.ts'
import type { ClaimForm } from '../../credential/index.ts'
import { mdocTags } from '../../mdoc/index.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

/** Returns true for `YYYY-MM-DD` or `YYYY` (OpenID Connect Core 1.0 §5.1). Does not check that the date exists. */
const isBirthdate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}(?:-\d{2}-\d{2})?$/.test(value)

/** Checks of SD-JWT claims, by required form. */
export const claimForms: Readonly<Record<ClaimForm, (value: unknown) => boolean>> = {
  text: isText,
  date: isBirthdate,
  texts: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  object: (value) => isJsonObject(value) && Object.keys(value).length > 0,
}

/**
 * Returns true for a full-date, a tdate, or a text that is or begins with a date. Does not check that the date exists.
 */
function isElementDate(value: Cbor): boolean {
  const isDate = isCborTag(value) && (value.tag === mdocTags.fullDate || value.tag === mdocTags.tdate)
  const text = isDate ? value.value : value
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)
}

/** Checks of mdoc elements, by required form. */
export const elementForms: Readonly<Record<'text' | 'date', (value: Cbor) => boolean>> = {
  text: isText,
  date: isElementDate,
}
