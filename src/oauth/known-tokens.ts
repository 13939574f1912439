/**
 * Texts whose signature is known to be good: an issuer's own tokens, noted as they are signed, and those of its other
 * replicas from their first verification on. Says nothing of times, claims or revocation: those are judged each time.
 */
import type { CryptoContext } from '../base/index.ts'

export interface KnownTokens {
  /** Whether exactly this text was added, by its SHA-256. */
  has(compact: string): boolean
  /** Only for what was just signed by us or verified with one of our keys. */
  add(compact: string): void
}

/** Keeps the digests of the `capacity` texts that were added last. */
export function createKnownTokens(ctx: CryptoContext, capacity = 10_000): KnownTokens {
  const digests = new Set<string>()
  const digestOf = (compact: string): string => ctx.crypto.digestText('sha-256', compact)
  return {
    has: (compact) => digests.has(digestOf(compact)),
    add: (compact) => {
      digests.add(digestOf(compact))
      if (digests.size > capacity) digests.delete(digests.values().next().value as string)
    },
  }
}
