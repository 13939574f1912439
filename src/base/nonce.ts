/**
 * Self-contained nonces. A nonce proves when and for what purpose it was issued. Only used nonces are stored, until
 * they expire. The Wallet Provider's challenge, the PID Provider's c_nonce and the DPoP nonce are such nonces.
 *
 * Layout, in lower-case hexadecimal: key id (1 byte), time of issue in seconds (5 bytes), random value (16 bytes), MAC
 * (16 bytes). The MAC is a truncated HMAC-SHA-256 over the purpose, a zero byte and the preceding hexadecimal digits.
 * The layout must not change, because replicas of two versions check each other's nonces during an update.
 */
import type { NumericDate } from './clock.ts'
import { agoEvidence } from './clock-evidence.ts'
import type { Crypto, CryptoContext } from './crypto.ts'
import { type Failure, fail } from './failure.ts'
import type { Random } from './random.ts'
import { encodeUtf8 } from './utf8.ts'

/** Keys that all replicas share. The first key creates nonces. The other keys only check nonces, for key rotation. */
export type NonceKeys = readonly [NonceKey, ...NonceKey[]]

/** A secret for creating nonces. Anyone who has the secret can forge nonces. */
export interface NonceKey {
  /** 0 to 255, unique among the keys in use. */
  readonly id: number
  /** 32 bytes or more. `createNonce` and `checkNonce` do not check the length. */
  readonly secret: Uint8Array
}

/**
 * `nonce_foreign`: not created with one of these keys for this purpose. `nonce_expired`: too old. Neither code means
 * that the nonce was used before. Only the store of used nonces detects that.
 */
export type NonceCode = 'nonce_foreign' | 'nonce_expired'

/** Length of a nonce in hexadecimal digits. */
const nonceDigits = 76
/** Length of the truncated HMAC in hexadecimal digits. */
const macDigits = 32

/** Creates a nonce. `purpose` separates the uses of one secret: a challenge is never accepted as a c_nonce. */
export function createNonce(
  ctx: CryptoContext & { readonly random: Random },
  keys: NonceKeys,
  purpose: string,
  now: NumericDate,
): string {
  const [key] = keys
  const body = byteHex(key.id) + Math.floor(now).toString(16).padStart(10, '0') + toHex(ctx.random.bytes(16))
  return body + mac(ctx.crypto, key, purpose, body)
}

/** Conditions for an accepted nonce: keys, purpose and age. */
export interface NoncePolicy {
  readonly keys: NonceKeys
  readonly purpose: string
  /** Maximum age in seconds. */
  readonly lifetime: number
  readonly now: NumericDate
}

/**
 * Checks that one of these keys created this nonce for this purpose, and that fewer than `lifetime` seconds have passed
 * since. Accepts a time of issue in the future. Returns the expiry time of the nonce. Does not check whether the nonce
 * was used.
 */
export function checkNonce(
  ctx: CryptoContext,
  nonce: string,
  { keys, purpose, lifetime, now }: NoncePolicy,
  at: string,
): { readonly expiresAt: NumericDate } | Failure<NonceCode> {
  if (nonce.length !== nonceDigits || !/^[0-9a-f]+$/.test(nonce)) return fail('nonce_foreign', at)
  const id = Number.parseInt(nonce.slice(0, 2), 16)
  const key = keys.find((candidate) => candidate.id === id)
  if (key === undefined) return fail('nonce_foreign', at)
  const body = nonce.slice(0, -macDigits)
  const expected = mac(ctx.crypto, key, purpose, body)
  if (!ctx.crypto.equal(encodeUtf8(expected), encodeUtf8(nonce.slice(-macDigits)))) return fail('nonce_foreign', at)
  const expiresAt = Number.parseInt(nonce.slice(2, 12), 16) + lifetime
  if (now >= expiresAt) return fail('nonce_expired', at, agoEvidence(expiresAt - lifetime, now, lifetime))
  return { expiresAt }
}

const byteHex = (byte: number): string => byte.toString(16).padStart(2, '0')
const toHex = (bytes: Uint8Array): string =>
  (bytes as { toHex?(): string }).toHex?.() ?? Array.from(bytes, byteHex).join('')
const mac = (crypto: Crypto, key: NonceKey, purpose: string, body: string): string =>
  toHex(crypto.hmac(key.secret, `${purpose}\0${body}`).subarray(0, macDigits / 2))
