/**
 * Randomness, injected. Everything that must not be guessed comes from here; each maker states its entropy.
 */
import { encodeBase64url } from './base64url.ts'

/** The port of chance: in production the system's generator, in tests a seeded one (GEN-20). */
export interface Random {
  /** Cryptographically random bytes. */
  bytes(length: number): Uint8Array
}

/** 256 random bits as 43 characters of base64url: states, codes, nonces, session identifiers, response codes. */
export const randomToken = (random: Random): string => encodeBase64url(random.bytes(32))

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` characters of [A-Za-z0-9], log2(62) = 5.95 bits each, without modulo bias. */
export function randomAlphanumerics(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length - text.length + 8)) {
      if (byte < 248 && text.length < length) text += alphanumerics.charAt(byte % 62)
    }
  }
  return text
}

/** A UUID version 4 (RFC 9562 §5.4): 122 random bits. */
export function randomUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
