/**
 * Values that both databases store in the same form: bearer values (codes, session identifiers) as digests, and times
 * as whole seconds.
 */
import { hash } from 'node:crypto'
import type { Claim } from '../base/index.ts'

/** A row by its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Returns the digest of the name and value of a single-use value, joined by a NUL, which no name contains. */
export const claimDigest = (claim: Claim): Uint8Array => valueDigest(`${claim.name}\0${claim.value}`)

/**
 * Returns the SHA-256 digest under which a bearer value is stored and found. Nobody can use the digest instead of the
 * value. SQL in `erasure-tasks.ts` computes the same digest.
 */
export const valueDigest = (value: string): Uint8Array => Buffer.from(hash('sha256', value, 'latin1'), 'latin1')

/**
 * Rounds a time up to whole seconds, because times from outside may have fractions. Returns at most
 * `Number.MAX_SAFE_INTEGER`.
 */
export const wholeSeconds = (time: number): number => Math.min(Math.ceil(time), Number.MAX_SAFE_INTEGER)

/** Rounds a time or a count up to a whole number in the safe range. Throws a RangeError for NaN. */
export function wholeNumber(value: number): number {
  if (Number.isNaN(value)) throw new RangeError('not a number')
  return Math.max(wholeSeconds(value), Number.MIN_SAFE_INTEGER)
}
