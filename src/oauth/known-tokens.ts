/**
 * Texts whose signature is known to be good: an issuer's own tokens, noted as they are signed, and those of its other
 * replicas from their first verification on. Says nothing of times, claims or revocation: those are judged each time.
 */
import { type CryptoContext, createRecent } from '../base/index.ts'

/** A bounded memory: a text that has left it is verified again. */
export interface KnownTokens {
  /** Whether exactly this text was added, by its SHA-256. */
  has(compact: string): boolean
  /** Only for what was just signed by us or verified with one of our keys. */
  add(compact: string): void
}

/** Keeps the digests of `capacity` texts, at least of the half of it that was added or seen last. */
export function createKnownTokens(ctx: CryptoContext, capacity = 10_000): KnownTokens {
  const digests = createRecent<true>(capacity)
  const digestOf = (compact: string): string => ctx.crypto.digestText('sha-256', compact)
  return {
    has: (compact) => digests.get(digestOf(compact)) !== undefined,
    add: (compact) => digests.set(digestOf(compact), true),
  }
}
