/**
 * Injected randomness. Every unpredictable value that our roles create comes from this port, except the keys that the
 * crypto port creates. The libraries `jose` and `oidc-provider` create their own values, and adapters, CLI and sandbox
 * also use `node:crypto`. The docstring of each function gives its entropy.
 */
import { encodeBase64url } from './base64url.ts'

/** Source of randomness: the system's generator in production, a seeded one in tests (GEN-20). */
export interface Random {
  /** Returns cryptographically secure random bytes. */
  bytes(length: number): Uint8Array
}

/**
 * Returns 256 random bits as 43 characters of base64url, for example for a `state`, a code or a session identifier.
 */
export const randomToken = (random: Random): string => encodeBase64url(random.bytes(32))

const digits = '0123456789'
const alphanumerics = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${digits}`

/** Returns `length` characters of [A-Za-z0-9]: log2(62) = 5.95 bits each, without modulo bias. */
export const randomAlphanumerics = (random: Random, length: number): string =>
  randomCharacters(random, alphanumerics, length)

/** Returns `length` decimal digits: log2(10) = 3.32 bits each, without modulo bias. */
export const randomDigits = (random: Random, length: number): string => randomCharacters(random, digits, length)

/**
 * Returns `length` random characters of the alphabet. Skips the highest byte values if 256 is not a multiple of the
 * alphabet's length. Without the skip, the first characters of the alphabet would be more frequent.
 */
function randomCharacters(random: Random, alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

/** Returns a UUID version 4 (RFC 9562 §5.4): 122 random bits. */
export function randomUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
