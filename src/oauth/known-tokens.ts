/**
 * Cache of tokens whose signature is known to be valid: the tokens that this process signed, and the tokens of other
 * replicas after their first verification. Times, claims and revocation are still checked each time.
 */
import { type CryptoContext, createRecent } from '../base/index.ts'

/** A bounded cache of compact tokens. The signature of a dropped token is verified again. */
export interface KnownTokens {
  /** Returns true if exactly this token was added and not dropped. Compares SHA-256 digests. */
  has(compact: string): boolean
  /** Adds a token. Call this only after signing the token, or after verifying it with one of the issuer's keys. */
  add(compact: string): void
}

/** Creates a cache. It keeps at most 10 000 digests, and at least the most recently used half. */
export function createKnownTokens(ctx: CryptoContext): KnownTokens {
  const digests = createRecent<true>(10_000)
  const digestOf = (compact: string): string => ctx.crypto.digestText('sha-256', compact)
  return {
    has: (compact) => digests.get(digestOf(compact)) !== undefined,
    add: (compact) => digests.set(digestOf(compact), true),
  }
}
