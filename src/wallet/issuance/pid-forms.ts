/**
 * In which form a PID says what it must say (WI-61, WI-62, D-254). What the claims of the specification that are not named
 * here look like is left open.
 */
import { type Cbor, isCborTag } from '../../cose/index.ts'
import { mdocTags } from '../../mdoc/index.ts'
import type { PidClaimName } from '../../oid4vci/index.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

/** OpenID Connect Core 1.0 §5.1: a day, or the year alone. Whether the day exists is the issuer's word. */
const isBirthdate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}(?:-\d{2}-\d{2})?$/.test(value)

export const claimForms: { readonly [name in PidClaimName]?: (value: unknown) => boolean } = {
  given_name: isText,
  family_name: isText,
  birthdate: isBirthdate,
}

/** A full-date, or what else states a day: a tdate, or a text alone. */
function statesDay(value: Cbor): boolean {
  const isDate = isCborTag(value) && (value.tag === mdocTags.fullDate || value.tag === mdocTags.tdate)
  const text = isDate ? value.value : value
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)
}

/** The elements without which an mdoc is no PID, in whichever namespace they stand. */
export const elementForms: Readonly<Record<string, (value: Cbor) => boolean>> = {
  family_name: isText,
  given_name: isText,
  birth_date: statesDay,
}
