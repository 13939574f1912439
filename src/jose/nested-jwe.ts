/**
 * A JWS inside a JWE whose content key is wrapped with a shared AES key (RFC 7516, RFC 7518 §4.4). Play Integrity
 * tokens that an app owner decrypts have this layout. Each part has exactly one accepted algorithm.
 */
import { CompactEncrypt } from 'jose'
import {
  type CryptoContext,
  concatBytes,
  decodeBase64url,
  decodeBase64urlText,
  decodeUtf8,
  encodeUtf8,
  type Failure,
  fail,
  failed,
  type PublicJwk,
  parseJsonObject,
  type Verified,
} from '../base/index.ts'
import { type JwsParseCode, type JwsVerifyCode, type ParsedJws, parseJws, verifyJws } from './jws.ts'

/** Reasons to refuse the outer JWE or the inner JWS. */
export type NestedJweCode =
  | 'jwe_malformed'
  | 'jwe_alg_unsupported'
  | 'jwe_enc_unsupported'
  | 'jwe_header_unsupported'
  | 'jwe_undecryptable'
  | JwsParseCode
  | JwsVerifyCode

const alg = 'A256KW'
const enc = 'A256GCM'
const sizeLimit = 65_536

/** The keys of a nested token. Both parties get them out of band. */
export interface NestedJweKeys {
  /** AES key of 32 bytes, which wraps the content key. */
  readonly encryptionKey: Uint8Array
  /** P-256 key that verifies the inner JWS. */
  readonly verificationKey: PublicJwk
}

/**
 * Decrypts a JWE of at most 64 KiB and verifies the signature of the inner JWS: ES256, with `typ` JWT or none. Does not
 * check claims.
 */
export async function openNestedJwe(
  ctx: CryptoContext,
  token: string,
  { encryptionKey, verificationKey }: NestedJweKeys,
  at: string,
): Promise<Verified<ParsedJws> | Failure<NestedJweCode>> {
  if (token.length > sizeLimit) return fail('jwe_malformed', at)
  if (/\s/.test(token)) return fail('jwe_malformed', `${at}.white_space`) // RFC 7516 §7.1
  const parts = token.split('.')
  const text = decodeBase64urlText(parts[0] ?? '')
  if (parts.length !== 5 || text === undefined) return fail('jwe_malformed', at)
  const header = parseJsonObject(text, `${at}.header`)
  if (failed(header)) return fail('jwe_malformed', `${at}.header`)
  if (header.alg !== alg) return fail('jwe_alg_unsupported', `${at}.header.alg`)
  if (header.enc !== enc) return fail('jwe_enc_unsupported', `${at}.header.enc`)
  const isUnsupported = Object.hasOwn(header, 'zip') || Object.hasOwn(header, 'crit')
  if (isUnsupported) return fail('jwe_header_unsupported', `${at}.header`)
  const plaintext = await decrypt(ctx, parts, encryptionKey)
  if (plaintext === undefined) return fail('jwe_undecryptable', at)
  const policy = { typ: [undefined, 'JWT'], algorithms: ['ES256'] } as const
  const jws = parseJws(decodeUtf8(plaintext) ?? '', policy, `${at}.jws`)
  return failed(jws) ? jws : verifyJws(ctx, jws, verificationKey, `${at}.jws`)
}

/** Encrypts a JWS with a 32-byte AES key. Does not check the JWS. */
export const createNestedJwe = (jws: string, encryptionKey: Uint8Array): Promise<string> =>
  new CompactEncrypt(encodeUtf8(jws)).setProtectedHeader({ alg, enc }).encrypt(encryptionKey)

async function decrypt(
  { crypto }: CryptoContext,
  parts: readonly string[],
  encryptionKey: Uint8Array,
): Promise<Uint8Array | undefined> {
  const [header = ''] = parts
  const [wrapped, iv, ciphertext, tag] = parts.slice(1).map(decodeBase64url)
  if (!wrapped || !ciphertext || iv?.length !== 12 || tag?.length !== 16) return undefined
  const contentKey = await crypto.unwrapKey(encryptionKey, wrapped)
  if (contentKey === undefined) return undefined
  return crypto.decrypt(contentKey, iv, concatBytes([ciphertext, tag]), encodeUtf8(header))
}
