/**
 * What the Request Objects of both variants have in common (it-wallet §Presentation Request Object).
 */
import type { NumericDate } from '../../base/index.ts'

/** How the wallet answers: as a form, or as one JWT in a form (OpenID4VP D20 §6.2, §6.3). */
export type ResponseMode = 'direct_post' | 'direct_post.jwt'

/** Whether a value is a response mode that is known here. */
export const isResponseMode = (value: unknown): value is ResponseMode =>
  value === 'direct_post' || value === 'direct_post.jwt'

/**
 * The audience of a Request Object for whatever wallet opens the link (OpenID4VP D22, "aud of a Request Object";
 * D-176).
 */
export const anyWallet = 'https://self-issued.me/v2'

/** What both variants are created of. */
export interface RequestObjectSettings {
  readonly clientId: string
  readonly responseUri: string
  /** `direct_post.jwt` unless said otherwise (D-15). */
  readonly responseMode?: ResponseMode
  /** At least 32 digits from a cryptographic source: `randomDigits` (RP-09, RP-36). */
  readonly presentationNonce: string
  readonly state: string
  /** As the wallet sent it (OpenID4VP 1.0 §5.10). */
  readonly walletNonce?: string | undefined
  readonly trustChain: readonly string[]
  readonly lifetimeSeconds: number
}

/** What both variants say, under their wire names. */
export interface RequestObjectClaims {
  readonly client_id: string
  readonly iss: string
  readonly response_mode: ResponseMode
  readonly response_uri: string
  readonly nonce: string
  readonly state: string
  readonly wallet_nonce: string | undefined
  readonly iat: NumericDate
  readonly exp: NumericDate
}
