/**
 * A type of credential as data: its names, its claims, how an mdoc writes them and how wallets show it. Issuer, verifier
 * and wallet read the same data; a new type is a new value.
 */
import { type CredentialFormat, type CredentialSupport, formatNames } from './formats.ts'

/**
 * The form that a wallet demands of a claim: a text, a day (`YYYY-MM-DD`, or the year alone), a list of texts that is
 * not empty, or an object that is not empty.
 */
export type ClaimForm = 'text' | 'date' | 'texts' | 'object'

/** One claim of a type. */
interface ClaimDefinition {
  /** The person's attribute that the claim states. Defaults to the attribute of the claim's name. */
  readonly attribute?: string
  /** Names for people by language (BCP 47). */
  readonly display: Readonly<Record<string, string>>
  /** A wallet does not check the form of a claim without one. */
  readonly form?: ClaimForm
  /** The claim may be absent. */
  readonly isOptional?: true
  /** The claim is visible to everybody who sees the credential; the holder cannot withhold it. */
  readonly isPlain?: true
  /** Claim whose presence allows this one to be absent. */
  readonly unless?: string
}

/** A fact of the issuance that an mdoc states as an element. */
type IssuanceFact = 'issuedAt' | 'expiresAt' | 'issuingAuthority' | 'issuingCountry'

/** A fact of the issuance that an SD-JWT states as a plain claim. */
export type PlainFact = Exclude<IssuanceFact, 'issuedAt'> | 'assurance' | 'typeIntegrity'

/** Content of an SD-JWT of a later version of IT-Wallet, besides that of every SD-JWT. */
interface LaterSdJwt {
  /** Plain claims by name, and the fact that each states. */
  readonly facts: Readonly<Record<string, PlainFact>>
  /** The header contains the certificates of the signing key (`x5c`). A wallet refuses an SD-JWT without them. */
  readonly isCertified: boolean
}

/**
 * One element of an mdoc: the claim or the fact that it states. A wallet refuses an mdoc that lacks an element with a
 * form.
 */
export type ElementDefinition =
  | { readonly claim: string; readonly form?: 'text' | 'date' }
  | { readonly fact: IssuanceFact; readonly form?: never }

/** A type of credential. */
export interface CredentialType extends CredentialSupport {
  /** Claims by name, in the order in which they are issued and shown. */
  readonly claims: Readonly<Record<string, ClaimDefinition>>
  /** Elements of the mdoc by name, in the order in which they are issued. */
  readonly mdoc: {
    /** Elements of the namespace that has the name of the document type. */
    readonly main: Readonly<Record<string, ElementDefinition>>
    readonly domesticNamespace: string
    readonly domestic: Readonly<Record<string, ElementDefinition>>
  }
  /** Absent for a type of the specification, which has the claim `type` instead. */
  readonly sdJwt?: LaterSdJwt
  /** The rules under which the person was identified, for claims below `verified_claims` (OpenID Identity Assurance). */
  readonly assurance: Readonly<Record<string, string>>
  /** The display in a wallet unless the issuer's settings state another one; colours as in CSS. */
  readonly display: {
    readonly name: string
    readonly locale: string
    readonly background_color: string
    readonly text_color: string
  }
}

/** A name for people, in one language (BCP 47). */
export interface Display {
  readonly name: string
  readonly locale: string
}

/** The description of one claim in issuer metadata. */
export interface ClaimDescription {
  readonly mandatory: boolean
  readonly display: readonly Display[]
}

/**
 * Returns the claims as issuer metadata announce them.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { describeClaims, pid } from 'fiducia/credential'
 *
 * const { given_name } = describeClaims(pid)
 * assert.deepEqual(given_name?.display[0], { name: 'Nome', locale: 'it-IT' })
 * ```
 */
export const describeClaims = ({ claims }: CredentialType): Readonly<Record<string, ClaimDescription>> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, { display, isOptional }]) => [
      name,
      {
        mandatory: isOptional !== true,
        display: Object.entries(display).map(([locale, text]) => ({ name: text, locale })),
      }, // PP-37
    ]),
  )

/** Returns the type with this name in the format. Defaults to the first type. */
export const findType = (
  types: readonly [CredentialType, ...CredentialType[]],
  format: CredentialFormat,
  name: string,
): CredentialType => types.find((type) => formatNames[format].typeOf(type) === name) ?? types[0]
