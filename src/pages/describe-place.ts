/** Formats a place of birth for citizens: municipality and province, or a foreign state. */
import { isJsonObject, type Json, type JsonObject, printable } from '../base/index.ts'
import type { PageLanguage } from '../http/index.ts'
import municipalities from './places/municipalities.json' with { type: 'json' }
import states from './places/states.json' with { type: 'json' }

/** Province and name by cadastral code: `RM Roma`. */
const municipalityRows: Readonly<Record<string, string>> = municipalities.municipalities
/** Names in Italian and English by cadastral code. */
const stateRows: Readonly<Record<string, readonly string[]>> = states.states

interface Municipality {
  readonly name: string
  /** Abbreviation of the province: `RM`. */
  readonly province: string
}

/** Returns the present or former municipality of a cadastral code. Returns `undefined` for any other text. */
function findMunicipality(code: string): Municipality | undefined {
  const row = Object.hasOwn(municipalityRows, code) ? municipalityRows[code] : undefined
  return row === undefined ? undefined : { province: row.slice(0, 2), name: row.slice(3) }
}

/**
 * Returns the name of the foreign state of a cadastral code (`Z404`): in Italian for Italian readers, else in English.
 * Returns `undefined` for any other text.
 */
function findState(language: PageLanguage, code: string): string | undefined {
  return Object.hasOwn(stateRows, code) ? stateRows[code]?.[language === 'it' ? 0 : 1] : undefined
}

/**
 * Returns the name of the country with an ISO 3166-1 alpha-2 code. Returns any other text as one visible line. Also
 * returns `ZZ` as it is, because its name is "Unknown Region".
 */
export function describeCountry(language: PageLanguage, code: string): string {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return printable(code)
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** ISO 3166-1 codes of states whose name in the table differs from the name of the country. */
const otherNames: Readonly<Record<string, string>> = {
  Z106: 'VA',
  Z108: 'FO',
  Z140: 'MD',
  Z148: 'MK',
  Z153: 'BA',
  Z154: 'RU',
  Z156: 'CZ',
  Z161: 'PS',
  Z206: 'MM',
  Z213: 'KR',
  Z214: 'KP',
  Z217: 'TW',
  Z224: 'IR',
  Z242: 'TL',
  Z311: 'CG',
  Z312: 'CD',
  Z341: 'ST',
  Z349: 'SZ',
  Z400: 'BM',
  Z403: 'PM',
  Z501: 'AW',
  Z513: 'MQ',
  Z729: 'WF',
  Z735: 'FM',
  Z907: 'SS',
}

/** Returns true if the cadastral code of a foreign state and the ISO 3166-1 code name the same state. */
function isSameState(code: string, country: string): boolean {
  const fold = (name: string | undefined): string | undefined => name?.replaceAll('’', "'").toLowerCase()
  const isSameName = (language: 'it' | 'en'): boolean =>
    fold(findState(language, code)) === fold(describeCountry(language, country))
  return otherNames[code] === country || isSameName('it') || isSameName('en')
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A cadastral code with a province, a country or both: the form in which an mdoc contains a place (D-1168). */
const joinedPlace = /^([A-Z]\d{3}), ([A-Z]{2})(?:, ([A-Z]{2}))?$/

/** Returns the text of an mdoc as an object. Returns `undefined` for any other text, and for an unknown code. */
function readJoinedPlace(text: string): JsonObject | undefined {
  const [, locality = '', second = '', third] = joinedPlace.exec(text) ?? []
  const isItalian = findMunicipality(locality) !== undefined
  if (!isItalian && findState('it', locality) === undefined) return undefined
  if (third !== undefined) return { locality, region: second, country: third }
  return isItalian && second !== 'IT' ? { locality, region: second } : { locality, country: second }
}

/**
 * Returns a place of birth as readable text: `Roma (RM)`, `Polonia`. Accepts a cadastral code, a name, the object of
 * OpenID Connect for Identity Assurance, or the text of an mdoc: `H501, RM`. Names Italy only if the object has neither
 * locality nor region, or if its locality is a foreign state. An empty member counts as absent. Returns an empty text
 * for an object without locality, region and country. Returns any other value as text.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { describePlace } from 'fiducia/pages'
 *
 * assert.equal(describePlace('it', { locality: 'H501', region: 'RM', country: 'IT' }), 'Roma (RM)')
 * ```
 */
export function describePlace(language: PageLanguage, place: Json): string {
  if (typeof place === 'string') {
    const joined = readJoinedPlace(place)
    return joined === undefined ? describeLocality(language, place) : describePlace(language, joined)
  }
  if (!isJsonObject(place)) return printable(String(place))
  const [locality, region, country] = [textOf(place.locality), textOf(place.region), textOf(place.country)]
  const countryName = country === undefined ? undefined : describeCountry(language, country)
  const foreign = country === 'IT' ? undefined : countryName
  if (locality === undefined)
    return region ? [printable(region), foreign].filter(Boolean).join(', ') : (countryName ?? '')
  const municipality = findMunicipality(locality)
  const state = findState(language, locality)
  const isState = state !== undefined && country !== undefined && isSameState(locality, country)
  const town = (isState ? countryName : state) ?? municipality?.name ?? printable(locality)
  const province = region === undefined ? municipality?.province : printable(region)
  const named = state === undefined ? foreign : isState ? undefined : countryName
  return `${town}${province === undefined ? '' : ` (${province})`}${named === undefined ? '' : `, ${named}`}`
}

function describeLocality(language: PageLanguage, text: string): string {
  const municipality = findMunicipality(text)
  if (municipality !== undefined) return `${municipality.name} (${municipality.province})`
  return findState(language, text) ?? printable(text)
}
