/**
 * Formats names and values of claims, and names of formats and types, for users of the wallet and the query builder.
 */
import { isJsonObject, type Json, type JsonObject, type NumericDate, printable } from '../../base/index.ts'
import { pid } from '../../credential/index.ts'
import type { Language } from '../../http/index.ts'
import { describeClaim, describeCountry, describePlace } from '../../pages/index.ts'
import { ownMember } from '../own-member.ts'
import type { Texts } from '../screen.ts'
import { describeTime, isInCalendar } from '../shell/describe-time.ts'
import type { ConsentPath } from './wallet-port.ts'

/** Names of elements of an mdoc, and of members of a claim. The names of PID claims are in `pid.claims`. */
const memberNames: Readonly<Record<string, Texts>> = {
  birth_date: { it: 'Data di nascita', en: 'Date of birth' },
  birth_place: { it: 'Luogo di nascita', en: 'Place of birth' },
  issue_date: { it: 'Data di rilascio', en: 'Date of issue' },
  expiry_date: { it: 'Data di scadenza', en: 'Expiry date' },
  issuing_authority: { it: 'Autorità di rilascio', en: 'Issuing authority' },
  issuing_country: { it: 'Paese di rilascio', en: 'Issuing country' },
  personal_administrative_number: { it: 'Identificativo univoco', en: 'Unique identifier' },
  tax_id_code: { it: 'Codice fiscale', en: 'Italian tax code' },
  verification: { it: 'Come sei stato identificato', en: 'How you were identified' },
  trust_framework: { it: 'Quadro normativo', en: 'Legal framework' },
  assurance_level: { it: 'Livello di garanzia', en: 'Level of assurance' },
  locality: { it: 'Comune', en: 'Municipality' },
  region: { it: 'Provincia', en: 'Province' },
  country: { it: 'Paese', en: 'Country' },
}

/** Locales of the display names in the metadata of a credential. */
const metadataLocales = { it: 'it-IT', en: 'en-US' } as const

/** Returns the display name of a claim, by the last part of its dotted name. Defaults to the dotted name. */
export function nameClaim(language: Language, name: string): string {
  const last = name.split('.').at(-1) ?? name
  const pidName = ownMember(pid.claims, last)?.display[metadataLocales[language]]
  return pidName ?? ownMember(memberNames, last)?.[language] ?? printable(name)
}

/** Returns the last member name in a path. Other steps are indexes of arrays. */
export const lastName = (path: ConsentPath): string => String(path.findLast((step) => typeof step === 'string') ?? '')

/** Returns the name of the claim at a path, by the last member name in the path. */
export const namePath = (language: Language, path: ConsentPath): string => nameClaim(language, lastName(path))

/**
 * Returns the value of the claim or member `name` as one line, as the pages of the roles do: `1 gennaio 1980`,
 * `Roma (RM)`. Shows every member, so only a place of birth without other members is one phrase. Does not change a date
 * that does not exist. Leaves out the prefix `TINIT-`.
 */
export function formatValue(language: Language, name: string, value: Json): string {
  if (Array.isArray(value)) return value.map((one) => formatValue(language, name, one)).join(', ')
  if (isJsonObject(value)) {
    if (isPlaceOfBirth(name, value)) return describePlace(language, value)
    return Object.entries(value)
      .map(([member, part]) => `${nameClaim(language, member)}: ${formatValue(language, member, part)}`)
      .join(', ')
  }
  if (/(?:^|\.)locality$/.test(name)) return describePlace(language, value)
  if (/(?:^|[._])country$/.test(name)) return describeCountry(language, String(value))
  // The prefix only says that the identifier is an Italian tax number (ETSI EN 319 412-1 §5.1.3).
  return describeClaim(language, name, typeof value === 'string' ? value.replace(/^TINIT-/, '') : value)
}

const placeMembers = ['locality', 'region', 'country']

/** Returns true if `describePlace` shows every member of the value (D-1179). */
const isPlaceOfBirth = (name: string, value: JsonObject): boolean =>
  /(?:^|\.)(?:place_of_birth|birth_place)$/.test(name) &&
  Object.entries(value).every(([member, part]) => placeMembers.includes(member) && typeof part === 'string')

const zone = 'Europe/Rome'
const dateLocales = { it: 'it-IT', en: 'en-GB' } as const

type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>
const formatTime = (language: Language, at: NumericDate, style: Style): string =>
  isInCalendar(at)
    ? new Intl.DateTimeFormat(dateLocales[language], { ...style, timeZone: zone }).format(at * 1000)
    : describeTime(language, at, at)

/**
 * Returns the day in Rome: `1 gennaio 1980`. Returns "outside of the calendar" in the language for NaN, and for a time
 * before 1970 or after 9999.
 */
export const formatDay = (language: Language, at: NumericDate): string =>
  formatTime(language, at, { dateStyle: 'long' })

/** Returns the time of day in Rome: `14:05`. Returns the same words as `formatDay` for a time outside these years. */
export const formatTimeOfDay = (language: Language, at: NumericDate): string =>
  formatTime(language, at, { timeStyle: 'short' })

const typeWords: Readonly<Record<string, Texts>> = {
  [pid.credentialType]: { it: 'Dati di identità (PID)', en: 'Identification data (PID)' },
  [pid.doctype]: { it: 'Dati di identità (PID)', en: 'Identification data (PID)' },
}

/** Returns the name of a type of credential. Defaults to its technical name. */
export const nameType = (language: Language, type: string): string =>
  ownMember(typeWords, type)?.[language] ?? printable(type)

/** Returns the name of a format: mdoc for `mso_mdoc`, SD-JWT for any other. */
export const nameFormat = (format: string): string => (format === 'mso_mdoc' ? 'mdoc (ISO 18013-5)' : 'SD-JWT')
