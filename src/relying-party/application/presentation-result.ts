/**
 * What a presentation comes down to: the claims that were asked for, by credential, and nothing else (RP-55). This is all
 * that the store keeps and all that the application is given.
 */
import { isNumericDate, type Json, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type ConcretePath, credentialType, type SelectedClaim, unwrap } from '../../oid4vp/index.ts'
import type { CredentialStatus, VerifiedPresentation } from '../response/verified-presentation.ts'

/** One credential that was presented and holds. */
export interface PresentedClaims {
  /** Of the credential query or input descriptor that it answers. */
  readonly id: string
  readonly format: string
  /** `vct`, or the document type of an mdoc. */
  readonly type: string | null
  /** Its entity identifier. */
  readonly issuer: string
  /** By name; of nested claims the path, joined by dots. */
  readonly claims: JsonObject
  /** The same, each with its place in the credential. */
  readonly selected: readonly SelectedClaim[]
  /** As the status list said when it was presented. */
  readonly status: CredentialStatus
  /** As the credential itself says, where it does. */
  readonly issuedAt?: NumericDate
  readonly expiresAt?: NumericDate
  /** Names of what was disclosed without having been asked for, and was dropped (RP-55). */
  readonly surplus: readonly string[]
}

/** Everything that a presentation told. Personal data. */
export interface PresentationResult {
  readonly credentials: readonly PresentedClaims[]
  /** Of the wallet, as it was attested; the lowest when it was not (RP-04). */
  readonly walletLevel: string
  /** Whether the wallet attested that level; otherwise nothing is known of the wallet. */
  readonly walletAttested: boolean
  /** Whether the attested key proved itself in this exchange; otherwise the level is a hint (RP-108). */
  readonly walletLevelProven: boolean
  /** Of the decision that accepted it. */
  readonly trace: string
}

const nameOf = (path: ConcretePath): string => unwrap(path).join('.')

const namedClaims = (selected: readonly SelectedClaim[]): JsonObject =>
  Object.fromEntries(selected.map(({ path, value }): [string, Json] => [nameOf(path), value]))

export function presentedClaims(
  id: string,
  { credential, issuer, status, validity }: VerifiedPresentation,
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
    claims: namedClaims(selected),
    selected,
    status,
    ...(isNumericDate(iat) && { issuedAt: iat }),
    ...(isNumericDate(exp) && { expiresAt: exp }),
    surplus: surplus.map(nameOf),
  }
}

/** As the store has it: each value once. */
export const resultToJson = ({ credentials, ...result }: PresentationResult): JsonObject =>
  ({ ...result, credentials: credentials.map(({ claims: _, ...kept }) => kept) }) as unknown as JsonObject

export function resultFromJson(stored: JsonObject): PresentationResult {
  const { credentials, ...result } = stored as unknown as PresentationResult
  return { ...result, credentials: credentials.map((one) => ({ ...one, claims: namedClaims(one.selected) })) }
}
