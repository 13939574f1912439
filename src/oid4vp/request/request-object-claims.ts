/**
 * Common part of the Request Objects of variant 1 (`scope`) and variant 2 (`dcql_query`; it-wallet §Presentation
 * Request Object).
 */
import type { NumericDate } from '../../base/index.ts'

/** Response mode: the members as form fields, or one JWT in a form field (OpenID4VP D20 §6.2, §6.3). */
export type ResponseMode = 'direct_post' | 'direct_post.jwt'

/** Returns true for a known response mode. */
export const isResponseMode = (value: unknown): value is ResponseMode =>
  value === 'direct_post' || value === 'direct_post.jwt'

/** Audience of a Request Object for any wallet (OpenID4VP D22, "aud of a Request Object"; D-176). */
export const anyWallet = 'https://self-issued.me/v2'

/** Settings of a Request Object in either variant. */
export interface RequestObjectSettings {
  /** Client identifier with the prefix of the profile. */
  readonly clientId: string
  /** Entity identifier. Defaults to `clientId`, which must not have a prefix in that case. */
  readonly entityId?: string
  readonly responseUri: string
  /** Defaults to `direct_post.jwt` (D-15). */
  readonly responseMode?: ResponseMode
  /** Nonce of at least 32 digits from a cryptographic source: `randomDigits` (RP-09, RP-36). Not checked here. */
  readonly presentationNonce: string
  readonly state: string
  /** Nonce that the wallet sent (OpenID4VP 1.0 §5.10). */
  readonly walletNonce?: string | undefined
  readonly trustChain: readonly string[]
  /** Certificates of the signing key without the root, base64 DER. Defaults to none. */
  readonly certificates?: readonly string[] | undefined
  readonly lifetimeSeconds: number
}

/** Claims of both variants, by their wire names. */
export interface RequestObjectClaims {
  /** Client identifier with its prefix. */
  readonly client_id: string
  readonly iss: string
  readonly response_mode: ResponseMode
  readonly response_uri: string
  readonly nonce: string
  /** Absent only in a profile that permits it. */
  readonly state?: string | undefined
  readonly wallet_nonce: string | undefined
  readonly iat: NumericDate
  readonly exp: NumericDate
}
