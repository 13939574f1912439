/**
 * How values stand in a database, in every dialect alike: what whoever holds it may use (codes, session identifiers) as
 * its digest, times as whole seconds.
 */
import { hash } from 'node:crypto'
import type { Claim } from '../base/index.ts'

/** What a claim is remembered by: name and value told apart. */
export const claimDigest = (claim: Claim): Uint8Array => valueDigest(`${claim.name}\0${claim.value}`)

/** What a bearer value is found by: whoever reads the database cannot use what he finds. */
export const valueDigest = (value: string): Uint8Array => Buffer.from(hash('sha256', value, 'latin1'), 'latin1')

/** Times come from outside too: half a second is rounded up, and what no column holds is for ever. */
export const wholeSeconds = (time: number): number => Math.min(Math.ceil(time), Number.MAX_SAFE_INTEGER)
