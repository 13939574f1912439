/**
 * What the national identity provider says about a person, under the claim names of its OpenID Connect profile. The
 * SAML adapter renames its attributes to these. The six claims of a PID come from here alone (PP-68).
 */
import { z } from 'zod'
import { type Failure, fail, failed, type JsonObject } from '../../base/index.ts'

/** The claims under this prefix are Italian; all others are those of OpenID Connect Core 1.0 §5.1. */
export const fiscalNumberClaim = 'https://attributes.eid.gov.it/fiscal_number'

/** A real day, as `full-date` (RFC 3339 §5.6). */
const fullDate = z.iso.date()

const placeOfBirth = z.union([
  z.looseObject({
    /** A municipality's cadastral code (`H501`) or its name. */
    locality: z.string().min(1).optional(),
    /** A province's abbreviation. */
    region: z.string().min(1).optional(),
    country: z.string().min(1).optional(),
  }),
  z.string().min(1),
])

/** A tax code of a person: sixteen letters and digits, or eleven digits while it is provisional. */
const fiscalNumber = z.string().regex(/^TINIT-(?:[A-Z0-9]{16}|\d{11})$/)

const attributes = z.looseObject({
  given_name: z.string().min(1),
  family_name: z.string().min(1),
  birthdate: fullDate,
  place_of_birth: placeOfBirth,
  [fiscalNumberClaim]: fiscalNumber,
})

/** `place_of_birth` of OpenID Connect for Identity Assurance. */
export interface PlaceOfBirth {
  readonly locality?: string
  readonly region?: string
  readonly country?: string
}

/** All that a PID needs to know of a person. Personal data. */
export interface NationalAttributes {
  readonly given_name: string
  readonly family_name: string
  /** YYYY-MM-DD. */
  readonly birthdate: string
  /** At least one member. */
  readonly place_of_birth: PlaceOfBirth
  /** With its `TINIT-` prefix. */
  readonly fiscal_number: string
}

/** What a login says: who it is, and as much of the rest as the provider has. */
export type LoginAttributes = Pick<NationalAttributes, 'fiscal_number'> & Partial<NationalAttributes>

/** Why what came of a login is not enough for a PID. */
export type AttributesCode = 'attribute_missing' | 'attribute_malformed'

/** What to ask for, in the request's `claims` and on the consent page. */
export const requiredClaims: readonly string[] = Object.keys(attributes.shape)

/**
 * Reads what a login says of a person. A tax number that is absent or empty is `attribute_missing`, whatever has another
 * shape `attribute_malformed`; `at` names the claim. Checks neither where they came from nor that a PID could be made of
 * them: that is the person source's to say (D-382).
 */
export function parseLoginAttributes(claims: JsonObject): LoginAttributes | Failure<AttributesCode> {
  if (isBlank(claims[fiscalNumberClaim])) return fail('attribute_missing', fiscalNumberClaim) // PP-67
  const said = Object.entries(claims).filter(([name, value]) => requiredClaims.includes(name) && !isBlank(value))
  const parsed = attributes.partial().safeParse(Object.fromEntries(said))
  if (!parsed.success) return fail('attribute_malformed', String(parsed.error.issues[0]?.path[0])) // PP-67
  const { given_name, family_name, birthdate, place_of_birth } = parsed.data
  const place = place_of_birth === undefined ? {} : placeOf(place_of_birth)
  return {
    ...(given_name === undefined ? {} : { given_name }),
    ...(family_name === undefined ? {} : { family_name }),
    ...(birthdate === undefined ? {} : { birthdate }),
    ...(Object.keys(place).length === 0 ? {} : { place_of_birth: place }),
    fiscal_number: String(claims[fiscalNumberClaim]),
  }
}

/** Judges whether all that a PID needs is there; `at` names what is not. */
export function completeAttributes(said: LoginAttributes): NationalAttributes | Failure<'attribute_missing'> {
  const { given_name, family_name, birthdate, place_of_birth, fiscal_number } = said
  if (given_name === undefined) return fail('attribute_missing', 'given_name') // PP-67
  if (family_name === undefined) return fail('attribute_missing', 'family_name') // PP-67
  if (birthdate === undefined) return fail('attribute_missing', 'birthdate') // PP-67
  if (place_of_birth === undefined) return fail('attribute_missing', 'place_of_birth') // PP-67
  return { given_name, family_name, birthdate, place_of_birth, fiscal_number }
}

/** Reads the attributes that a PID needs, all of them. */
export function parseNationalAttributes(claims: JsonObject): NationalAttributes | Failure<AttributesCode> {
  const said = parseLoginAttributes(claims)
  return failed(said) ? said : completeAttributes(said)
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** In the place of a province, for those who were born abroad. */
const abroad = 'EE'

function placeOf(value: z.infer<typeof placeOfBirth>): PlaceOfBirth {
  if (typeof value === 'string') return { locality: value }
  const { locality, region, country } = value
  return {
    ...(locality === undefined ? {} : { locality }),
    ...(region === undefined || region === abroad ? {} : { region }),
    ...(country === undefined ? {} : { country }),
  }
}
