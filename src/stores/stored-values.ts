/** Values in a database, in every dialect alike: bearer values (codes, session identifiers) as digests, times as whole seconds. */
import { hash } from 'node:crypto'
import type { Claim } from '../base/index.ts'

/** A row by its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Returns the digest of a claim: of its name and its value, with a separator that no name has. */
export const claimDigest = (claim: Claim): Uint8Array => valueDigest(`${claim.name}\0${claim.value}`)

/** Returns the digest that a bearer value is found by. A reader of the database cannot use the digest in its place. */
export const valueDigest = (value: string): Uint8Array => Buffer.from(hash('sha256', value, 'latin1'), 'latin1')

/** Rounds a time up, since some come from outside, and cuts it to what a column holds. */
export const wholeSeconds = (time: number): number => Math.min(Math.ceil(time), Number.MAX_SAFE_INTEGER)
