/**
 * Texts with a signature that is known to be valid: the issuer's own tokens, and those of its replicas after their
 * first verification. Does not concern times, claims or revocation, which are checked each time.
 */
import { type CryptoContext, createRecent } from '../base/index.ts'

/** A bounded cache. A text that was dropped is verified again. */
export interface KnownTokens {
  /** Returns true if exactly this text was added. Compares SHA-256 digests. */
  has(compact: string): boolean
  /** Adds a text. Call it only after signing it, or after verifying it with one of our keys. */
  add(compact: string): void
}

/** Creates a cache of `capacity` digests. The most recently used half is always kept. */
export function createKnownTokens(ctx: CryptoContext, capacity = 10_000): KnownTokens {
  const digests = createRecent<true>(capacity)
  const digestOf = (compact: string): string => ctx.crypto.digestText('sha-256', compact)
  return {
    has: (compact) => digests.get(digestOf(compact)) !== undefined,
    add: (compact) => digests.set(digestOf(compact), true),
  }
}
