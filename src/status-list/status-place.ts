/**
 * Where in its issuer's status lists a new token stands, a PID or a Wallet Attestation: anywhere, by chance, so that
 * neither its index nor its list says when it was issued or to whom (PP-109, WP-73). That the place is free is the
 * register's to say.
 */
import type { Random } from '../base/index.ts'

/** Which of the issuer's lists, and which index in it. */
export interface StatusPlace {
  readonly list: number
  readonly index: number
}

/** A place in one of `count` lists of `places` each; 48 bits of chance. */
export function randomPlace(
  random: Random,
  { count, places }: { readonly count: number; readonly places: number },
): StatusPlace {
  const place = randomBelow(random, count * places) // PP-109, WP-73
  return { list: Math.floor(place / places), index: place % places }
}

/** Of 48 random bits; the bias is below 2⁻¹³ for the largest configuration, and nothing rests on it. */
function randomBelow(random: Random, limit: number): number {
  let value = 0
  for (const byte of random.bytes(6)) value = value * 256 + byte
  return value % limit
}
