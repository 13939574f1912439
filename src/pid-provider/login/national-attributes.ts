/**
 * The attributes of a person, under the claim names of the national OpenID Connect profile. `saml-attributes.ts`
 * renames SAML attributes to these. All six claims of a PID are derived from them (PP-68).
 */
import { z } from 'zod'
import { type Failure, fail, failed, type JsonObject } from '../../base/index.ts'

/**
 * National claim for the tax number. The other names are those of OpenID Connect Core 1.0 §5.1 and, for
 * `place_of_birth`, of OpenID Connect for Identity Assurance.
 */
export const fiscalNumberClaim = 'https://attributes.eid.gov.it/fiscal_number'

/** An existing day, as `full-date` (RFC 3339 §5.6). */
const fullDate = z.iso.date()

/** A part of a place. It must not be blank. */
const placePart = z
  .string()
  .refine((text) => text.trim() !== '')
  .optional()

const placeOfBirth = z.union([
  z.looseObject({
    /** Cadastral code (`H501`) or name of a municipality. */
    locality: placePart,
    /** Abbreviation of a province. */
    region: placePart,
    country: placePart,
  }),
  z.string().min(1),
])

/** A person's tax number with the prefix `TINIT-`: sixteen letters and digits, or eleven digits if provisional. */
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

/** All attributes that a PID is made from. Personal data. */
export interface NationalAttributes {
  readonly given_name: string
  readonly family_name: string
  /** YYYY-MM-DD. */
  readonly birthdate: string
  /** Has at least one member. */
  readonly place_of_birth: PlaceOfBirth
  /** Tax number with its `TINIT-` prefix. */
  readonly fiscal_number: string
}

/** Names of the members of `NationalAttributes`. */
export const nationalAttributeNames: readonly (keyof NationalAttributes)[] = [
  'given_name',
  'family_name',
  'birthdate',
  'place_of_birth',
  'fiscal_number',
]

/** Attributes from a login: the tax number, and the other attributes that the provider sends. */
export type LoginAttributes = Pick<NationalAttributes, 'fiscal_number'> & Partial<NationalAttributes>

/** Reasons to refuse a person's attributes: an attribute is absent or blank, or has the wrong form. */
export type AttributesCode = 'attribute_missing' | 'attribute_malformed'

/** Claim names to request from the identity provider. */
export const requiredClaims: readonly string[] = Object.keys(attributes.shape)

/**
 * Parses the attributes of a login. Fails with `attribute_missing` without a tax number, and with `attribute_malformed`
 * for a claim of the wrong form. The failure names the claim as `at`. A blank claim counts as absent, and a blank part
 * of a place as the wrong form. Does not check the origin of the claims. Does not check that they suffice for a PID:
 * the person source does (D-382).
 */
export function parseLoginAttributes(claims: JsonObject): LoginAttributes | Failure<AttributesCode> {
  if (isBlank(claims[fiscalNumberClaim])) return fail('attribute_missing', fiscalNumberClaim) // PP-67
  const present = Object.entries(claims).filter(([name, value]) => requiredClaims.includes(name) && !isBlank(value))
  const parsed = attributes.partial().safeParse(Object.fromEntries(present))
  if (!parsed.success) return fail('attribute_malformed', String(parsed.error.issues[0]?.path[0])) // PP-67
  const { place_of_birth, [fiscalNumberClaim]: fiscal_number, ...names } = parsed.data
  const place = place_of_birth === undefined ? {} : readPlaceOfBirth(place_of_birth)
  return { ...names, ...(Object.keys(place).length > 0 && { place_of_birth: place }), fiscal_number } as LoginAttributes
}

/** Returns the attributes if none is missing. Otherwise returns a failure whose `at` names the first missing one. */
export function requireAllAttributes(attributes: LoginAttributes): NationalAttributes | Failure<'attribute_missing'> {
  const missing = nationalAttributeNames.find((name) => attributes[name] === undefined)
  return missing === undefined ? (attributes as NationalAttributes) : fail('attribute_missing', missing) // PP-67
}

/** Parses the attributes of a person. All are required. */
export function parseNationalAttributes(claims: JsonObject): NationalAttributes | Failure<AttributesCode> {
  const parsed = parseLoginAttributes(claims)
  return failed(parsed) ? parsed : requireAllAttributes(parsed)
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Value in place of the province for a person born abroad. */
const abroad = 'EE'

function readPlaceOfBirth(value: z.infer<typeof placeOfBirth>): PlaceOfBirth {
  if (typeof value === 'string') return { locality: value }
  const { locality, region, country } = value
  return {
    ...(locality === undefined ? {} : { locality }),
    ...(region === undefined || region === abroad ? {} : { region }),
    ...(country === undefined ? {} : { country }),
  }
}
