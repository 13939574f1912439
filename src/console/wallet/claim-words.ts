/** Names and values of claims, formats and types as a person reads them. */
import { type Json, type NumericDate, printable } from '../../base/index.ts'
import { pid } from '../../credential/index.ts'
import type { Language } from '../../http/index.ts'
import type { ConsentPath } from './wallet-port.ts'

type Words = Readonly<Record<Language, string>>

/** Names of elements of an mdoc, and of members of a claim. The PID names its claims itself. */
const further: Readonly<Record<string, Words>> = {
  birth_date: { it: 'Data di nascita', en: 'Date of birth' },
  birth_place: { it: 'Luogo di nascita', en: 'Place of birth' },
  issue_date: { it: 'Data di rilascio', en: 'Date of issue' },
  expiry_date: { it: 'Data di scadenza', en: 'Expiry date' },
  issuing_authority: { it: 'Autorità di rilascio', en: 'Issuing authority' },
  issuing_country: { it: 'Paese di rilascio', en: 'Issuing country' },
  personal_administrative_number: { it: 'Identificativo univoco', en: 'Unique identifier' },
  tax_id_code: { it: 'Codice fiscale', en: 'Tax identification number' },
  verification: { it: 'Come sei stato identificato', en: 'How you were identified' },
  trust_framework: { it: 'Quadro normativo', en: 'Legal framework' },
  assurance_level: { it: 'Livello di garanzia', en: 'Level of assurance' },
  locality: { it: 'Comune', en: 'Municipality' },
  region: { it: 'Provincia', en: 'Province' },
  country: { it: 'Paese', en: 'Country' },
}

const locales = { it: 'it-IT', en: 'en-US' } as const

/** Returns the name of a claim. Defaults to its technical name. */
export function nameClaim(language: Language, name: string): string {
  const last = name.split('.').at(-1) ?? name
  const own = Object.hasOwn(pid.claims, last) ? pid.claims[last as keyof typeof pid.claims] : undefined
  if (own !== undefined) return own.display[locales[language]]
  return Object.hasOwn(further, last) ? (further[last]?.[language] ?? last) : printable(name)
}

/** Returns the name of the claim at a path: that of its last name. */
export const namePath = (language: Language, path: ConsentPath): string =>
  nameClaim(language, String(path.findLast((step) => typeof step === 'string') ?? ''))

const day = /^\d{4}-\d{2}-\d{2}$/

/** Returns a value as one line. Dates are written out: `1 gennaio 1980`. */
export function tellValue(language: Language, value: Json): string {
  if (Array.isArray(value)) return value.map((one) => tellValue(language, one)).join(', ')
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([name, part]) => `${nameClaim(language, name)}: ${tellValue(language, part)}`,
    )
    return parts.join(', ')
  }
  // The prefix says whose register the number is from (ETSI EN 319 412-1 §5.1.3).
  const text = printable(String(value)).replace(/^TINIT-/, '')
  return day.test(text) ? tellDay(language, Date.parse(text) / 1000, 'UTC') : text
}

const zone = 'Europe/Rome'
const tags = { it: 'it-IT', en: 'en-GB' } as const

/** Returns the day of a time: `1 gennaio 1980`. */
export const tellDay = (language: Language, at: NumericDate, timeZone: string = zone): string =>
  Number.isNaN(at) ? '' : new Intl.DateTimeFormat(tags[language], { dateStyle: 'long', timeZone }).format(at * 1000)

/** Returns the time of day: `14:05`. */
export const tellHour = (language: Language, at: NumericDate): string =>
  new Intl.DateTimeFormat(tags[language], { timeStyle: 'short', timeZone: zone }).format(at * 1000)

const typeWords: Readonly<Record<string, Words>> = {
  [pid.credentialType]: { it: 'Dati di identità (PID)', en: 'Identification data (PID)' },
  [pid.doctype]: { it: 'Dati di identità (PID)', en: 'Identification data (PID)' },
}

/** Returns the name of a type of credential. Defaults to its technical name. */
export const nameType = (language: Language, type: string): string =>
  (Object.hasOwn(typeWords, type) ? typeWords[type]?.[language] : undefined) ?? printable(type)

/** Returns the name of a format. */
export const nameFormat = (format: string): string => (format === 'mso_mdoc' ? 'mdoc (ISO 18013-5)' : 'SD-JWT')
