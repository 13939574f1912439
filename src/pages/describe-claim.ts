/** Formats the value of any claim as one line of text for citizens. */
import { type Json, printable } from '../base/index.ts'
import type { PageLanguage } from '../http/index.ts'
import { canonicalClaim } from './claim-labels.ts'
import { describeCountry, describePlace } from './describe-place.ts'
import { describeDate, describeGender, describeTaxNumber } from './describe-values.ts'

const booleanWords: Readonly<Record<PageLanguage, readonly [yes: string, no: string]>> = {
  it: ['sì', 'no'],
  en: ['yes', 'no'],
  de: ['ja', 'nein'],
  fr: ['oui', 'non'],
  sl: ['da', 'ne'],
}

/**
 * Returns the value as readable text: `1 gennaio 1980`, `Roma (RM)`, `RSSMRA80A01H501U`. Joins the values of an array
 * or object with commas. The text contains visible characters only.
 */
export function describeClaim(language: PageLanguage, name: string, value: Json): string {
  const canonical = canonicalClaim(name)
  if (canonical === 'place_of_birth' && !Array.isArray(value)) return describePlace(language, value)
  if (typeof value === 'boolean') return booleanWords[language][value ? 0 : 1]
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((one) => describeClaim(language, name, one))
      .filter((text) => text !== '')
      .join(', ')
  const text = String(value)
  if (canonical === 'nationality') return describeCountry(language, text)
  if (canonical === 'gender') return describeGender(language, text)
  if (canonical === 'tax_id_number') return describeTaxNumber(text)
  return typeof value === 'string' ? describeDate(language, text) : printable(text)
}
