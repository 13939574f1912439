/**
 * c_nonce (OpenID4VCI D13 §7.2.1.2): the PID Provider's nonce for key proofs. It proves by itself that it was issued
 * here and when, and, when it came with a token or a credential response, with which access token (PP-97). One of the
 * nonce endpoint is bound to no token (PP-101).
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

/** Why a `c_nonce` is none of ours or too old. Whether it was used is a store's to say. */
export type CNonceCode = NonceCode

/** What makes a c_nonce ours, young and of this token. Whether it was used before is a store's to say. */
export interface CNoncePolicy {
  readonly keys: NonceKeys
  /** Seconds: what `c_nonce_expires_in` says. */
  readonly lifetime: number
  /** The `jti` of the access token that the request came with. */
  readonly tokenJti: string
}

const unbound = 'c_nonce'
const boundTo = (tokenJti: string): string => `c_nonce of ${tokenJti}`

/** A fresh c_nonce: 76 letters and digits, 128 random bits. Without `tokenJti` it is good with any token. */
export const createCNonce = (
  ctx: CryptoContext & { readonly random: Random },
  keys: NonceKeys,
  now: NumericDate,
  tokenJti?: string,
): string => createNonce(ctx, keys, tokenJti === undefined ? unbound : boundTo(tokenJti), now) // PP-98

/** Whether a c_nonce was issued here, for this token or for any, and lives. Does not know whether it was used. */
export function checkCNonce(
  ctx: CryptoContext,
  cNonce: string,
  { keys, lifetime, tokenJti }: CNoncePolicy,
  now: NumericDate,
  at: string,
): { readonly expiresAt: NumericDate } | Failure<CNonceCode> {
  const policy = { keys, lifetime, now }
  const bound = checkNonce(ctx, cNonce, { ...policy, purpose: boundTo(tokenJti) }, at)
  if (!failed(bound) || bound.code === 'nonce_expired') return bound
  return checkNonce(ctx, cNonce, { ...policy, purpose: unbound }, at) // PP-97
}

/** Its single use (PP-27). */
export const cNonceClaim = ({
  cNonce,
  cNonceExpiresAt,
}: {
  readonly cNonce: string
  readonly cNonceExpiresAt: NumericDate
}): Claim<'c_nonce'> => ({ name: 'c_nonce', value: cNonce, expiresAt: cNonceExpiresAt })
