/** Digest that identifies a trust chain in a cache. */
import type { CryptoContext } from '../../base/index.ts'

/**
 * Creates the function that returns the digest. The function caches the digest of the last array, because callers with
 * cached artefacts pass the same array each time.
 */
export function createChainDigest({ crypto }: CryptoContext): (statements: readonly string[]) => string {
  let last: { readonly statements: readonly string[]; readonly digest: string } | undefined
  return (statements) => {
    if (last?.statements !== statements)
      last = { statements, digest: crypto.digestText('sha-256', statements.join('\n')) }
    return last.digest
  }
}
