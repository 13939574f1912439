/**
 * Nonce that a server can demand in DPoP proofs (RFC 9449 §8). The server recognises its own nonces by a MAC and stores
 * none of them.
 */
import {
  type CryptoContext,
  checkNonce,
  createNonce,
  type Failure,
  fail,
  failed,
  type JsonObject,
  type NonceCode,
  type NonceKeys,
  type NumericDate,
  type Random,
} from '../base/index.ts'

const noncePurpose = 'dpop_nonce'

/** Creates a nonce for the `DPoP-Nonce` header (RFC 9449 §8). Many proofs may use it until it expires. */
export const createDpopNonce = (
  ctx: CryptoContext & { readonly random: Random },
  keys: NonceKeys,
  now: NumericDate,
): string => createNonce(ctx, keys, noncePurpose, now)

/** Keys and lifetime of the nonces of one server. */
export interface DpopNoncePolicy {
  readonly keys: NonceKeys
  /** Maximum age in seconds. */
  readonly lifetime: number
}

/** Checks the nonce in the claims of a proof. Accepts any claims without a policy. */
export function checkDpopNonce(
  ctx: CryptoContext,
  { nonce }: JsonObject,
  policy: DpopNoncePolicy | undefined,
  now: NumericDate,
): undefined | Failure<NonceCode | 'dpop_nonce_missing'> {
  if (policy === undefined) return undefined
  if (typeof nonce !== 'string') return fail('dpop_nonce_missing', 'dpop.payload.nonce') // PP-77
  const checked = checkNonce(ctx, nonce, { ...policy, purpose: noncePurpose, now }, 'dpop.payload.nonce')
  return failed(checked) ? checked : undefined
}
