/**
 * The protected header of a compact JWE (RFC 7516) and the allow-lists: two key management algorithms and four content
 * encryptions. `dir`, RSA1_5, RSA-OAEP with SHA-1 and compression are refused, and no configuration can permit them.
 */
import {
  concatBytes,
  decodeBase64url,
  decodeBase64urlText,
  type Failure,
  fail,
  failed,
  type Json,
  type JsonCode,
  type JsonObject,
  type PublicJwk,
  parseJsonObject,
  sameBytes,
} from '../../base/index.ts'

/** Content encryptions by `enc` (RFC 7518 §5.1). Lengths are in bytes. */
export const contentEncryptions = {
  A128GCM: { gcm: true, keyBytes: 16, ivBytes: 12, tagBytes: 16 },
  A256GCM: { gcm: true, keyBytes: 32, ivBytes: 12, tagBytes: 16 },
  'A128CBC-HS256': { gcm: false, keyBytes: 32, ivBytes: 16, tagBytes: 16 },
  'A256CBC-HS512': { gcm: false, keyBytes: 64, ivBytes: 16, tagBytes: 32 },
} as const

/** A supported key management algorithm (RFC 7518 §4.1). */
export type JweAlgorithm = 'ECDH-ES' | 'RSA-OAEP-256'
/** A supported content encryption (RFC 7518 §5.1). */
export type JweEncryption = keyof typeof contentEncryptions

/** All supported key management algorithms. A deployment publishes some of them. */
export const jweAlgorithms: readonly JweAlgorithm[] = ['ECDH-ES', 'RSA-OAEP-256']
/** All supported content encryptions. A deployment publishes some of them. */
export const jweEncryptions = Object.keys(contentEncryptions) as readonly JweEncryption[]
/** Returns true for a supported key management algorithm (RFC 7518 §4.1). Does not check a policy. */
export const isJweAlgorithm = (name: string): name is JweAlgorithm => jweAlgorithms.some((one) => one === name)
/** Returns true for a supported content encryption (RFC 7518 §5.1). Does not check a policy. */
export const isJweEncryption = (name: string): name is JweEncryption => Object.hasOwn(contentEncryptions, name)

/** Supported curves for ECDH-ES (RFC 7518 §6.2.1.1). */
export const jweCurves = ['P-256', 'P-384', 'P-521'] as const

/** Returns true if type and curve of a key fit a key management algorithm. Does not check the other members. */
export const keyTypeFits = ({ kty, crv }: PublicJwk, alg: JweAlgorithm): boolean =>
  alg === 'ECDH-ES' ? kty === 'EC' && jweCurves.some((one) => one === crv) : kty === 'RSA'

/** Reasons to refuse a JWE before a key is selected. `dir`, RSA1_5 and RSA-OAEP with SHA-1 have codes of their own. */
export type JweParseCode =
  | JsonCode
  | 'jwe_too_large'
  | 'jwe_malformed'
  | 'jwe_alg_dir'
  | 'jwe_alg_rsa1_5'
  | 'jwe_alg_rsa_oaep'
  | 'jwe_alg_unsupported'
  | 'jwe_enc_unsupported'
  | 'jwe_zip'
  | 'jwe_crit'

/** A parsed compact JWE (RFC 7516 §7.1). Neither decrypted nor authenticated. */
export interface ParsedJwe {
  readonly header: JsonObject & { readonly alg: JweAlgorithm; readonly enc: JweEncryption }
  /** The text as received. */
  readonly compact: string
  readonly iv: Uint8Array
  /** Ciphertext followed by the tag. */
  readonly sealed: Uint8Array
}

const defaultSize = 262_144

/**
 * Parses a compact JWE of at most `size` characters. `size` defaults to 256 KiB. Checks its form and the lengths of its
 * parts, checks `alg` and `enc` against the allow-lists, and refuses `zip` and `crit`. Does not decrypt. Does not check
 * `kid`, by which the caller selects the key.
 */
export function parseJwe(compact: string, at = 'jwe', size: number = defaultSize): ParsedJwe | Failure<JweParseCode> {
  if (compact.length > size) return fail('jwe_too_large', at)
  if (/\s/.test(compact)) return fail('jwe_malformed', `${at}.white_space`) // RFC 7516 §7.1
  const parts = compact.split('.', 6)
  if (parts.length !== 5) return fail('jwe_malformed', at)
  const [protectedPart = '', encryptedKey = '', ivPart = '', ciphertextPart = '', tagPart = ''] = parts
  const headerText = decodeBase64urlText(protectedPart)
  if (headerText === undefined) return fail('jwe_malformed', `${at}.header`)
  const header = parseJsonObject(headerText, `${at}.header`)
  if (failed(header)) return header
  const { alg, enc } = header
  if (alg === 'dir') return fail('jwe_alg_dir', `${at}.header.alg`) // RP-49
  if (alg === 'RSA1_5') return fail('jwe_alg_rsa1_5', `${at}.header.alg`) // RP-49
  if (alg === 'RSA-OAEP') return fail('jwe_alg_rsa_oaep', `${at}.header.alg`) // RP-49
  if (alg !== 'ECDH-ES' && alg !== 'RSA-OAEP-256') return fail('jwe_alg_unsupported', `${at}.header.alg`) // RP-49
  if (typeof enc !== 'string' || !isJweEncryption(enc)) return fail('jwe_enc_unsupported', `${at}.header.enc`) // RP-49
  if (Object.hasOwn(header, 'zip')) return fail('jwe_zip', `${at}.header.zip`) // RP-49
  if (Object.hasOwn(header, 'crit')) return fail('jwe_crit', `${at}.header.crit`) // RFC 7516 §4.1.13
  const { ivBytes, tagBytes } = contentEncryptions[enc]
  const iv = decodeBase64url(ivPart)
  if (iv?.length !== ivBytes) return fail('jwe_malformed', `${at}.iv`)
  const ciphertext = decodeBase64url(ciphertextPart)
  if (ciphertext === undefined) return fail('jwe_malformed', `${at}.ciphertext`)
  const tag = decodeBase64url(tagPart)
  if (tag?.length !== tagBytes) return fail('jwe_malformed', `${at}.tag`)
  const wrapped = decodeBase64url(encryptedKey)
  if (wrapped === undefined) return fail('jwe_malformed', `${at}.encrypted_key`)
  if ((wrapped.length === 0) !== (alg === 'ECDH-ES')) return fail('jwe_malformed', `${at}.encrypted_key`) // RFC 7516 §5.2
  return { header: { ...header, alg, enc }, compact, iv, sealed: concatBytes([ciphertext, tag]) }
}

/** Decodes `apu` or `apv`. An absent value is empty. Returns `undefined` if it is not base64url. */
export const decodePartyInfo = (value: Json | undefined): Uint8Array | undefined =>
  value === undefined ? new Uint8Array(0) : typeof value === 'string' ? decodeBase64url(value) : undefined

/** Returns true if `apu` and `apv` have the same, non-empty value (RFC 7518 §4.6.2). */
export const areSameParty = (partyU: Uint8Array, partyV: Uint8Array): boolean =>
  partyU.length > 0 && sameBytes(partyU, partyV)
