/**
 * One Disclosure (RFC 9901 §4.2): base64url of `[salt, name, value]` for a member of an object or `[salt, value]` for an
 * element of an array. Its digest is taken over the text as it travels, never over JSON that was written again: issuers
 * differ in white space.
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

/** A claims path pointer (OpenID4VP 1.0 §7): a name takes a member, a number an array's element, `null` all elements. */
export type ClaimPath = readonly (string | number | null)[]

/** A path that names exactly one place: names of members and indices of elements, from the top of the payload. */
export type ConcretePath = readonly (string | number)[]

/**
 * A Disclosure that was opened (RFC 9901 §4.2). Whether anything refers to its digest is `placeDisclosures`' to say.
 */
export interface Disclosure {
  /** As received. */
  readonly text: string
  /** Over `text`, base64url, by the hash of the SD-JWT. */
  readonly digest: string
  /** `undefined` for an element of an array. */
  readonly name: string | undefined
  readonly value: Json
}

/** Why a Disclosure cannot be opened (RFC 9901 §4.2, §7.1 step 3). */
export type DisclosureCode =
  | JsonCode
  | 'disclosure_malformed'
  | 'disclosure_length'
  | 'disclosure_salt_invalid'
  | 'disclosure_name_invalid'
  | 'disclosure_name_reserved'

/** Bytes of a salt: 128 bits (RFC 9901 §9.3, PP-106). */
export const saltBytes = 16

/** Names that no claim may have, disclosed or not: RFC 9901 §4.1, and the one that would be no member in JavaScript. */
export const isReservedName = (name: string): boolean => ['_sd', '_sd_alg', '...', '__proto__'].includes(name)

/**
 * Claims on which validity rests (SD-JWT VC draft 08 §3.2.2.2, RFC 9901 §9.7): a holder must not be able to withhold
 * them, so they are never disclosed selectively at the top of the payload.
 */
export const neverSelective: ReadonlySet<string> = new Set([
  'iss',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'vct#integrity',
  'status',
])

/** Over the text as it was sent, base64url, and not over what it decodes to (RFC 9901 §4.2.3). */
export const digestOf = (ctx: CryptoContext, hash: HashName, text: string): string => ctx.crypto.digestText(hash, text)

/** Reads a Disclosure and takes its digest. Does not know whether anything refers to it. */
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
  if (parts.length === 2) return { text, digest: digestOf(ctx, hash, text), name: undefined, value }
  const name: Json = parts[1]
  if (typeof name !== 'string') return fail('disclosure_name_invalid', at) // RP-62
  if (isReservedName(name)) return fail('disclosure_name_reserved', at) // RP-62
  return { text, digest: digestOf(ctx, hash, text), name, value }
}

/** Writes a Disclosure: for a member when there is a name, else for an element. */
export function createDisclosure(
  ctx: CryptoContext,
  salt: Uint8Array,
  name: string | undefined,
  value: Json,
): { readonly text: string; readonly digest: string } {
  const encodedSalt = encodeBase64url(salt)
  const text = encodeBase64url(JSON.stringify(name === undefined ? [encodedSalt, value] : [encodedSalt, name, value]))
  return { text, digest: digestOf(ctx, 'sha-256', text) }
}
