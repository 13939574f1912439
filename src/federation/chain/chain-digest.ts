/** Digest that identifies a trust chain in a cache. */
import type { CryptoContext } from '../../base/index.ts'

/**
 * Creates the function that returns the digest of a chain. Chains of different statements have different digests, even
 * if their concatenated statements are equal. The function caches the digest of the previous call's array, because a
 * caller with a cached chain passes the same array each time.
 */
export function createChainDigest({ crypto }: CryptoContext): (statements: readonly string[]) => string {
  let last: { readonly statements: readonly string[]; readonly digest: string } | undefined
  return (statements) => {
    if (last?.statements !== statements)
      last = {
        statements,
        digest: crypto.digestText('sha-256', statements.map((one) => `${one.length} ${one}`).join('')),
      }
    return last.digest
  }
}
