/**
 * What a presentation comes down to: the claims that were asked for, by credential, and nothing else (RP-55). This is all
 * that the store keeps and all that the application is given.
 */
import type { Json, JsonObject } from '../base/index.ts'
import { credentialType, type SelectedClaim, unwrap } from '../oid4vp/index.ts'
import type { VerifiedPresentation } from './verified-presentation.ts'

export interface PresentedClaims {
  /** Of the credential query or input descriptor that it answers. */
  readonly id: string
  readonly format: string
  readonly type: string | null
  readonly issuer: string
  /** By name; of nested claims the path, joined by dots. */
  readonly claims: JsonObject
}

export interface PresentationResult {
  readonly credentials: readonly PresentedClaims[]
  /** Of the wallet, as it was attested; the lowest when it was not (RP-04). */
  readonly walletLevel: string
}

export const presentedClaims = (
  id: string,
  { credential, issuer }: VerifiedPresentation,
  claims: readonly SelectedClaim[],
): PresentedClaims => ({
  id,
  format: credential.format,
  type: credentialType(credential) ?? null,
  issuer,
  claims: Object.fromEntries(claims.map(({ path, value }): [string, Json] => [unwrap(path).join('.'), value])),
})

/** As the store has it. */
export const resultToJson = (result: PresentationResult): JsonObject => result as unknown as JsonObject
export const resultFromJson = (stored: JsonObject): PresentationResult => stored as unknown as PresentationResult
