/** Records of used single-use values in the memory of one process, for a party without a database. */
import type { Claim, Lost } from './claim.ts'
import type { NumericDate } from './clock.ts'

/** Used values of one process. */
export interface MemoryClaims {
  /**
   * Claims all values or none. If a value is used already or occurs twice in `claims`, returns the name of the first
   * such claim, and does not run the effect. Otherwise runs the effect, claims the values, and returns the result of
   * the effect. If the effect throws, claims nothing.
   */
  claim<T, N extends string>(claims: readonly Claim<N>[], effect: () => T): T | Lost<N>
  /** Removes the claims that expired before `now`. No other call removes them. */
  prune(now: NumericDate): void
}

/** Creates an empty set of claims. */
export function createMemoryClaims(): MemoryClaims {
  const used = new Map<string, NumericDate>()
  const keyOf = (claim: Claim): string => `${claim.name}\0${claim.value}`
  return {
    claim: (claims, effect) => {
      const lost = claims.find((claim, index) => used.has(keyOf(claim)) || isRepeated(claims, index, keyOf))
      if (lost) return { lost: lost.name }
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
