/**
 * Concat KDF for ECDH-ES with direct key agreement (RFC 7518 §4.6.2). Derives keys of up to 256 bits with one round of
 * SHA-256.
 */
import { type CryptoContext, encodeUtf8 } from '../../base/index.ts'

interface ConcatKdfInput {
  /** The shared secret Z. */
  readonly secret: Uint8Array
  /** `enc` of the header. The derived key encrypts the content directly. */
  readonly enc: string
  /** Decoded `apu`. Empty if absent. */
  readonly partyU: Uint8Array
  /** Decoded `apv`. Empty if absent. */
  readonly partyV: Uint8Array
  /** Length of the derived key in bytes: 16 or 32. */
  readonly keyBytes: number
}

/** Derives the content encryption key. Throws a RangeError for a key of more than 32 bytes. */
export function concatKdf(ctx: CryptoContext, { secret, enc, partyU, partyV, keyBytes }: ConcatKdfInput): Uint8Array {
  if (keyBytes > 32) throw new RangeError('one round of SHA-256 gives at most 32 bytes')
  const algorithm = encodeUtf8(enc)
  const input = new Uint8Array(20 + secret.length + algorithm.length + partyU.length + partyV.length)
  const view = new DataView(input.buffer)
  let offset = 0
  const word = (value: number): void => {
    view.setUint32(offset, value)
    offset += 4
  }
  const bytes = (value: Uint8Array): void => {
    input.set(value, offset)
    offset += value.length
  }
  word(1)
  bytes(secret)
  for (const part of [algorithm, partyU, partyV]) {
    word(part.length)
    bytes(part)
  }
  word(keyBytes * 8)
  return ctx.crypto.digest('sha-256', input).subarray(0, keyBytes)
}
