/**
 * The claims of memory stores: the reference that the contract suite holds the databases to.
 */
import type { Claim, Lost } from './claim.ts'
import type { NumericDate } from './clock.ts'

/** Single use within one process, all or nothing. What has expired is forgotten. */
export interface MemoryClaims {
  /**
   * Claims everything and runs the effect, or names the first claim that was lost and changes nothing. When nothing is
   * lost, `veto` may still say that the effect must not happen: its outcome is the answer, and nothing is claimed.
   */
  claim<T, N extends string, U = never>(
    claims: readonly Claim<N>[],
    effect: () => T,
    veto?: () => U | undefined,
  ): T | U | Lost<N>
  prune(now: NumericDate): void
}

/** Claims of one process, until `prune`. */
export function createMemoryClaims(): MemoryClaims {
  const used = new Map<string, NumericDate>()
  const keyOf = (claim: Claim): string => `${claim.name}\0${claim.value}`
  return {
    claim: (claims, effect, veto) => {
      const lost = claims.find((claim, index) => used.has(keyOf(claim)) || isRepeated(claims, index, keyOf))
      if (lost) return { lost: lost.name }
      const vetoed = veto?.()
      if (vetoed !== undefined) return vetoed
      const value = effect()
      for (const claim of claims) used.set(keyOf(claim), claim.expiresAt)
      return value
    },
    prune: (now) => {
      for (const [key, expiresAt] of used) if (expiresAt < now) used.delete(key)
    },
  }
}

const isRepeated = <C extends Claim>(claims: readonly C[], index: number, keyOf: (claim: C) => string): boolean =>
  claims.slice(0, index).some((earlier) => keyOf(earlier) === keyOf(claims[index] as C))
