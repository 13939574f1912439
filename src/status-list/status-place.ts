/**
 * Random place of a new token in its issuer's status lists, so that neither list nor index reveals when or to whom it
 * was issued (PP-109, WP-73). The register checks that the place is free.
 */
import type { Random } from '../base/index.ts'

/** List number and index. */
export interface StatusPlace {
  readonly list: number
  readonly index: number
}

/** Returns a random place in `count` lists of `places` each. Uses 48 random bits. */
export function randomPlace(
  random: Random,
  { count, places }: { readonly count: number; readonly places: number },
): StatusPlace {
  const place = randomBelow(random, count * places) // PP-109, WP-73
  return { list: Math.floor(place / places), index: place % places }
}

/**
 * Returns a random number below `limit` from 48 bits. Its bias is below 2⁻¹³ in the largest configuration and harmless.
 */
function randomBelow(random: Random, limit: number): number {
  let value = 0
  for (const byte of random.bytes(6)) value = value * 256 + byte
  return value % limit
}
