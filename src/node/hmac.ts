/**
 * HMAC-SHA-256 (RFC 2104 §2) with two one-shot hashes. OpenSSL's HMAC creates a context for each call, which costs
 * several times the hashing of a short text. A test checks that both give the same result.
 */
import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

interface Pads {
  /** Prefix of the message in the inner hash. */
  readonly inner: Buffer
  /** Prefix of the inner digest in the outer hash, followed by space for that digest. */
  readonly outer: Buffer
}

/** Cached inner and outer pads (RFC 2104 §2) by key. Keys are never changed in place. */
const padsByKey = new WeakMap<Uint8Array, Pads>()

/**
 * Returns the HMAC, 32 bytes. Accepts any length of key and message. Caches the pads by key, so the content of
 * `key` must not change.
 */
export function hmacSha256(key: Uint8Array, message: Uint8Array | string): Uint8Array {
  const { inner, outer } = padsOf(key)
  const bytes = typeof message === 'string' ? Buffer.from(message) : message
  outer.write(hash('sha256', Buffer.concat([inner, bytes]), 'latin1'), blockBytes, 'latin1')
  return Buffer.from(hash('sha256', outer, 'latin1'), 'latin1')
}

function padsOf(key: Uint8Array): Pads {
  const cached = padsByKey.get(key)
  if (cached) return cached
  const shortKey = key.length > blockBytes ? Buffer.from(hash('sha256', key, 'latin1'), 'latin1') : key
  const padded = (byte: number): Buffer =>
    Buffer.from(Array.from({ length: blockBytes }, (_, index) => (shortKey[index] ?? 0) ^ byte))
  const pads = { inner: padded(0x36), outer: Buffer.concat([padded(0x5c), Buffer.alloc(digestBytes)]) }
  padsByKey.set(key, pads)
  return pads
}
