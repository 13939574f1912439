/**
 * Result of a presentation: only the requested claims, by credential (RP-55). The store and the application get no
 * other claims.
 */
import { isNumericDate, type Json, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type ConcretePath, credentialType, isTechnicalClaim, type SelectedClaim, unwrap } from '../../oid4vp/index.ts'
import type { CredentialStatus, VerifiedPresentation } from '../response/verified-presentation.ts'

/** The claims of one verified credential. */
export interface PresentedClaims {
  /** Id of the credential query or input descriptor. */
  readonly id: string
  readonly format: string
  /** `vct`, otherwise `type`, or the document type of an mdoc. `null` if there is none. */
  readonly type: string | null
  /** Entity identifier of the issuer. */
  readonly issuer: string
  /** Name of the issuer's organization in its metadata, if present. */
  readonly issuerName?: string
  /** Claims by name (`namedClaims`). If two claims have the same name, `selected` has both. */
  readonly claims: JsonObject
  /** The same claims, each with its path in the credential. */
  readonly selected: readonly SelectedClaim[]
  /** Status in the status list at the time of the presentation. */
  readonly status: CredentialStatus
  /** Time of issuance in the credential, if present. */
  readonly issuedAt?: NumericDate
  readonly expiresAt?: NumericDate
  /** Names, as in `claims`, of disclosed claims that were not requested and were dropped (RP-55). */
  readonly surplus: readonly string[]
}

/** Result of a whole presentation. Personal data. */
export interface PresentationResult {
  readonly credentials: readonly PresentedClaims[]
  /**
   * Level in the Wallet Attestation of the response. If the response has no attestation, the level in the attestation
   * with which the wallet fetched the Request Object. If there is no attestation, or if the attestation states no
   * level, the configured lowest level (RP-04).
   */
  readonly walletLevel: string
  /**
   * True if the wallet sent a Wallet Attestation: in the response, or with a proof when it fetched the Request Object.
   * Otherwise nothing is known about the wallet.
   */
  readonly walletAttested: boolean
  /**
   * True if the response has an attestation in JWT form and the wallet proved possession of its key: by the signature
   * of the response, or by the DPoP proof with which it fetched the Request Object. If false, the level is only a hint
   * (RP-108). That is always so for an attestation in SD-JWT form (D-742).
   */
  readonly walletLevelProven: boolean
  /** Trace of the decision that accepted the presentation. */
  readonly trace: string
}

const nameOf = (path: ConcretePath): string => unwrap(path).join('.')

/**
 * Returns the claims by name: the path without a wrapper of older drafts (`unwrap`), joined by dots. Of several claims
 * with the same name, keeps the last.
 */
export const namedClaims = (selected: readonly SelectedClaim[]): JsonObject =>
  Object.fromEntries(selected.map(({ path, value }): [string, Json] => [nameOf(path), value]))

/**
 * Returns the claims about the person: omits technical claims, such as `iss` or `exp`. Inside an object of older drafts
 * (`credentialSubject`, `verified_claims.claims`), a claim with such a name is about the person (D-266).
 */
export const personalClaims = (selected: readonly SelectedClaim[]): readonly SelectedClaim[] =>
  selected.filter(({ path: [head] }) => !isTechnicalClaim(head))

/**
 * Returns the requested claims of one verified credential, with its issuer and status. The times are those of an mdoc's
 * validity information, otherwise of the claims `iat` and `exp`. Omits a time that is not a NumericDate.
 */
export function presentedClaims(
  id: string,
  { credential, issuer, issuerName, status, validity }: VerifiedPresentation,
  selected: readonly SelectedClaim[],
  surplus: readonly ConcretePath[],
): PresentedClaims {
  const { issuedAt: iat, expiresAt: exp } = validity ?? {
    issuedAt: credential.claims.iat,
    expiresAt: credential.claims.exp,
  }
  return {
    id,
    format: credential.format,
    type: credentialType(credential) ?? null,
    issuer,
    ...(issuerName !== undefined && { issuerName }),
    claims: namedClaims(selected),
    selected,
    status,
    ...(isNumericDate(iat) && { issuedAt: iat }),
    ...(isNumericDate(exp) && { expiresAt: exp }),
    surplus: surplus.map(nameOf),
  }
}

/**
 * Returns the result for the store, without the derived `claims`. Do not rename its members: stored results must remain
 * readable, and erasures search `credentials[].selected[].value`. `applicationResult` writes the names of the API.
 */
export const resultToJson = ({ credentials, ...result }: PresentationResult): JsonObject =>
  ({ ...result, credentials: credentials.map(({ claims: _, ...kept }) => kept) }) as unknown as JsonObject

/** Returns the result that `resultToJson` made. Does not check its shape. */
export function resultFromJson(stored: JsonObject): PresentationResult {
  const { credentials, ...result } = stored as unknown as PresentationResult
  return { ...result, credentials: credentials.map((one) => ({ ...one, claims: namedClaims(one.selected) })) }
}
