/** Formats a place of birth for citizens: municipality and province, or a foreign state. */
import { isJsonObject, type Json, printable } from '../base/index.ts'
import type { PageLanguage } from '../http/index.ts'
import { municipalityLines } from './places/municipalities.ts'
import { stateLines } from './places/states.ts'

const cadastralCode = /^[A-Z]\d{3}$/

/**
 * Returns the line that begins with a code, or `undefined`. Searches the text by bisection, because its lines are
 * sorted by code. Builds no index, so that loading the module costs nothing.
 */
function lineOf(lines: string, code: string): string | undefined {
  let [start, end] = [0, lines.length]
  while (start < end) {
    const begin = lines.lastIndexOf('\n', (start + end) >>> 1) + 1
    const stop = lines.indexOf('\n', begin)
    const found = lines.slice(begin, begin + code.length)
    if (found === code) return lines.slice(begin, stop)
    if (found < code) start = stop + 1
    else end = begin - 1
  }
  return undefined
}

interface Municipality {
  readonly name: string
  /** Abbreviation of the province: `RM`. */
  readonly province: string
}

/**
 * Returns the municipality of a cadastral code, even if it no longer exists. Returns `undefined` for any other text.
 */
function findMunicipality(code: string): Municipality | undefined {
  const line = cadastralCode.test(code) ? lineOf(municipalityLines, code) : undefined
  return line === undefined ? undefined : { province: line.slice(5, 7), name: line.slice(8) }
}

/**
 * Returns the name of the foreign state of a cadastral code (`Z404`): in Italian for Italian readers, else in English.
 * Returns `undefined` for any other text.
 */
function findState(language: PageLanguage, code: string): string | undefined {
  const line = cadastralCode.test(code) ? lineOf(stateLines, code) : undefined
  return line?.split('|')[language === 'it' ? 1 : 2]
}

/** Returns the name of the country with an ISO 3166-1 alpha-2 code. Returns any other text as visible characters. */
export function describeCountry(language: PageLanguage, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return printable(code)
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Returns a place of birth as readable text: `Roma (RM)`, `Polonia`. Accepts a cadastral code, a name, or the object of
 * OpenID Connect for Identity Assurance. Names Italy only without locality and region.
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
  if (typeof place === 'string') return describeLocality(language, place)
  if (!isJsonObject(place)) return printable(String(place))
  const [locality, region, country] = [textOf(place.locality), textOf(place.region), textOf(place.country)]
  const countryName = country === undefined ? undefined : describeCountry(language, country)
  const foreign = country === 'IT' ? undefined : countryName
  if (locality === undefined)
    return region ? [printable(region), foreign].filter(Boolean).join(', ') : (countryName ?? '')
  if (findState(language, locality) !== undefined) return foreign ?? describeLocality(language, locality)
  const municipality = findMunicipality(locality)
  const town = municipality === undefined ? printable(locality) : municipality.name
  const province = region === undefined ? municipality?.province : printable(region)
  return `${town}${province === undefined ? '' : ` (${province})`}${foreign === undefined ? '' : `, ${foreign}`}`
}

function describeLocality(language: PageLanguage, text: string): string {
  const municipality = findMunicipality(text)
  if (municipality !== undefined) return `${municipality.name} (${municipality.province})`
  return findState(language, text) ?? printable(text)
}
