/**
 * c_nonce (OpenID4VCI D13 §7.2.1.2): the PID Provider's nonce for key proofs. The provider can check without a store
 * that it issued a c_nonce, and when. A c_nonce that came with a token or a credential response is bound to the access
 * token (PP-97). A c_nonce of the nonce endpoint is not bound to a token (PP-101).
 */
import {
  type Claim,
  type CryptoContext,
  checkNonce,
  createNonce,
  type Failure,
  failed,
  type NonceCode,
  type NonceKeys,
  type NumericDate,
  type Random,
} from '../base/index.ts'

/** Keys, lifetime and access token for the check of a c_nonce. */
export interface CNoncePolicy {
  readonly keys: NonceKeys
  /** Seconds. The value of `c_nonce_expires_in`. */
  readonly lifetime: number
  /** The `jti` of the access token of the request. */
  readonly tokenJti: string
}

/** The purposes are part of the MAC in a c_nonce. Another text would make all issued c_nonces invalid. */
const unboundPurpose = 'c_nonce'
const boundPurpose = (tokenJti: string): string => `c_nonce of ${tokenJti}`

/** Creates a c_nonce: 76 hexadecimal digits with 128 random bits. Without `tokenJti` it is valid with any token. */
export const createCNonce = (
  ctx: CryptoContext & { readonly random: Random },
  keys: NonceKeys,
  now: NumericDate,
  tokenJti?: string,
): string => createNonce(ctx, keys, tokenJti === undefined ? unboundPurpose : boundPurpose(tokenJti), now) // PP-98

/** Checks the origin and age of a c_nonce, and its token if it is bound to one. Does not check whether it was used. */
export function checkCNonce(
  ctx: CryptoContext,
  cNonce: string,
  { keys, lifetime, tokenJti }: CNoncePolicy,
  now: NumericDate,
): { readonly expiresAt: NumericDate } | Failure<NonceCode> {
  const policy = { keys, lifetime, now }
  const at = 'proof.payload.nonce'
  const boundVerdict = checkNonce(ctx, cNonce, { ...policy, purpose: boundPurpose(tokenJti) }, at)
  if (!failed(boundVerdict) || boundVerdict.code === 'nonce_expired') return boundVerdict
  return checkNonce(ctx, cNonce, { ...policy, purpose: unboundPurpose }, at) // PP-97
}

/** Returns the claim for the single use of a c_nonce (PP-27). With another name, a used c_nonce could be used again. */
export const cNonceClaim = ({
  cNonce,
  cNonceExpiresAt,
}: {
  readonly cNonce: string
  readonly cNonceExpiresAt: NumericDate
}): Claim<'c_nonce'> => ({ name: 'c_nonce', value: cNonce, expiresAt: cNonceExpiresAt })
