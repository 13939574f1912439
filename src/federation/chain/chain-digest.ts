/** The name of a trust chain among those that were judged. */
import type { CryptoContext } from '../../base/index.ts'

/** Remembers the last one: whoever keeps verified artefacts brings the very same array each time. */
export function createChainDigest({ crypto }: CryptoContext): (statements: readonly string[]) => string {
  let last: { readonly statements: readonly string[]; readonly digest: string } | undefined
  return (statements) => {
    if (last?.statements !== statements)
      last = { statements, digest: crypto.digestText('sha-256', statements.join('\n')) }
    return last.digest
  }
}
