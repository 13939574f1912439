/**
 * A Disclosure (RFC 9901 §4.2): base64url of `[salt, name, value]` for an object member, or of `[salt, value]` for an
 * array element. Its digest covers the received text, never re-encoded JSON, because issuers use different white space.
 */
import {
  type CryptoContext,
  decodeBase64urlText,
  encodeBase64url,
  type Failure,
  fail,
  failed,
  type HashName,
  type Json,
  type JsonCode,
  parseJson,
} from '../base/index.ts'

/**
 * A claims path pointer (OpenID4VP 1.0 §7): a name selects a member, a number selects an array element, `null` selects
 * all elements.
 */
export type ClaimPath = readonly (string | number | null)[]

/** A path to exactly one value: member names and indices, from the top of the payload. */
export type ConcretePath = readonly (string | number)[]

/**
 * A decoded Disclosure (RFC 9901 §4.2). `placeDisclosures` checks that its digest occurs in the payload.
 */
export interface Disclosure {
  /** The received text. */
  readonly text: string
  /** Digest of `text` in base64url, with the hash of the SD-JWT. */
  readonly digest: string
  /** `undefined` for an array element. */
  readonly name: string | undefined
  readonly value: Json
}

/** Reasons to refuse a Disclosure (RFC 9901 §4.2, §7.1 step 3). */
export type DisclosureCode =
  | JsonCode
  | 'disclosure_malformed'
  | 'disclosure_length'
  | 'disclosure_salt_invalid'
  | 'disclosure_name_invalid'
  | 'disclosure_name_reserved'

/** Length of a salt in bytes: 128 bits (RFC 9901 §9.3, PP-106). */
export const saltBytes = 16

/** Returns true for a name that no claim may have: the names of RFC 9901 §4.1, and `__proto__`. */
export const isReservedName = (name: string): boolean => ['_sd', '_sd_alg', '...', '__proto__'].includes(name)

/**
 * Claims on which the validity of a credential depends (SD-JWT VC draft 08 §3.2.2.2, RFC 9901 §9.7). A holder must not
 * be able to withhold them, so they are never selectively disclosable at the top level of the payload.
 */
export const neverSelective: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'vct#integrity',
  'status',
])

/** Parses a Disclosure and computes its digest. Does not check that the payload contains the digest. */
export function parseDisclosure(
  ctx: CryptoContext,
  hash: HashName,
  text: string,
  at: string,
): Disclosure | Failure<DisclosureCode> {
  const json = decodeBase64urlText(text)
  if (json === undefined) return fail('disclosure_malformed', at) // RP-62
  const parts = parseJson(json, at)
  if (failed(parts)) return parts
  if (!Array.isArray(parts)) return fail('disclosure_malformed', at) // RP-62
  if (parts.length !== 2 && parts.length !== 3) return fail('disclosure_length', at) // RP-62
  if (typeof parts[0] !== 'string') return fail('disclosure_salt_invalid', at) // RFC 9901 §4.2.1
  const value: Json = parts.at(-1)
  const digest = ctx.crypto.digestText(hash, text) // RFC 9901 §4.2.3
  if (parts.length === 2) return { text, digest, name: undefined, value }
  const name: Json = parts[1]
  if (typeof name !== 'string') return fail('disclosure_name_invalid', at) // RP-62
  if (isReservedName(name)) return fail('disclosure_name_reserved', at) // RP-62
  return { text, digest, name, value }
}

/**
 * Creates a Disclosure for an object member, or for an array element if `name` is `undefined`. The digest is SHA-256.
 * Does not check the length of the salt or the name.
 */
export function createDisclosure(
  ctx: CryptoContext,
  salt: Uint8Array,
  name: string | undefined,
  value: Json,
): { readonly text: string; readonly digest: string } {
  const encodedSalt = encodeBase64url(salt)
  const text = encodeBase64url(JSON.stringify(name === undefined ? [encodedSalt, value] : [encodedSalt, name, value]))
  return { text, digest: ctx.crypto.digestText('sha-256', text) }
}
