/**
 * Data of a credential type: its names, its claims, the elements of its mdoc and its display in wallets. Issuer,
 * verifier and wallet read the same data. Adding a type needs data only, no code.
 */
import type { FurtherProfileName } from '../profiles/index.ts'
import { type CredentialFormat, type CredentialSupport, formatNames } from './formats.ts'

/**
 * The form that a wallet requires of a claim: a text, a date (`YYYY-MM-DD` or a year), a list of texts or an object.
 * The list and the object must not be empty.
 */
export type ClaimForm = 'text' | 'date' | 'texts' | 'object'

interface ClaimDefinition {
  /** Name of the person's attribute that is the claim's value. Defaults to the name of the claim. */
  readonly attribute?: string
  /** Display names by language tag (BCP 47). */
  readonly display: Readonly<Record<string, string>>
  /** Form that a wallet checks. Defaults to no check. */
  readonly form?: ClaimForm
  /** The claim may be absent. */
  readonly isOptional?: true
  /** The claim is not selectively disclosable: the holder cannot withhold it. */
  readonly isPlain?: true
  /**
   * Name of another claim. A wallet accepts a credential without this claim if the credential contains the other claim.
   * Our issuer includes both claims.
   */
  readonly unless?: string
}

/** A fact of the issuance that an mdoc contains as an element. */
type IssuanceFact = 'issuedAt' | 'expiresAt' | 'issuingAuthority' | 'issuingCountry'

/** A fact of the issuance that an SD-JWT contains as a plain claim. */
export type PlainFact = Exclude<IssuanceFact, 'issuedAt'> | 'assurance' | 'typeIntegrity'

/** Additional content of an SD-JWT in a profile other than the default profile `seed`. */
interface FurtherProfileSdJwt {
  /** Profile of the type. A wallet accepts the type only from an issuer below a Trust Anchor of this profile. */
  readonly profile: FurtherProfileName
  /** Additional plain claims by name, and the fact that is the value of each. */
  readonly facts: Readonly<Record<string, PlainFact>>
  /** True if the header contains `x5c` of the signing key. A wallet refuses an SD-JWT without it. */
  readonly requiresX5c: boolean
}

/** An element of an mdoc: a claim or a fact of the issuance. A wallet requires every element with a `form`. */
export type ElementDefinition =
  | { readonly claim: string; readonly form?: 'text' | 'date' }
  | { readonly fact: IssuanceFact; readonly form?: never }

/** A type of credential. */
export interface CredentialType extends CredentialSupport {
  /** Claims by name, in the order in which they are issued and shown. */
  readonly claims: Readonly<Record<string, ClaimDefinition>>
  /** Elements of the mdoc by name, in the order in which they are issued. */
  readonly mdoc: {
    /** Elements of the namespace that has the name of the document type, unless an issuer's settings name another. */
    readonly main: Readonly<Record<string, ElementDefinition>>
    readonly domesticNamespace: string
    readonly domestic: Readonly<Record<string, ElementDefinition>>
  }
  /** Absent for a type of the default profile `seed`. The SD-JWT of such a type has the claim `type`. */
  readonly sdJwt?: FurtherProfileSdJwt
  /** Trust framework and assurance level of the person's identification (`verification`, OpenID Identity Assurance). */
  readonly assurance: Readonly<Record<string, string>>
  /** Default display in a wallet. The issuer's settings may replace it. Colours have the form of CSS. */
  readonly display: {
    readonly name: string
    readonly locale: string
    readonly background_color: string
    readonly text_color: string
  }
}

/** A display name in one language (BCP 47). */
export interface Display {
  readonly name: string
  readonly locale: string
}

/** The description of one claim in issuer metadata. */
export interface ClaimDescription {
  /** True if our issuer includes the claim in every credential. */
  readonly mandatory: boolean
  readonly display: readonly Display[]
}

/**
 * Returns the descriptions of the claims for the issuer metadata. A claim with `unless` is mandatory: our issuer always
 * includes it.
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

/** Returns the type that has this name in the format. Returns the first type if none has the name. */
export const findTypeOrFirst = (
  types: readonly [CredentialType, ...CredentialType[]],
  format: CredentialFormat,
  name: string,
): CredentialType => types.find((type) => formatNames[format].typeOf(type) === name) ?? types[0]
