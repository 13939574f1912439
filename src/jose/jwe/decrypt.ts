/**
 * Decrypts a compact JWE: the Authorization Response that a wallet posts to a Relying Party (it-wallet §Authorization
 * Response, JARM), or the userinfo of a national identity provider. ECDH-ES with AES-GCM uses the crypto port. The npm
 * package `jose` does the rest.
 */
import { compactDecrypt, type CryptoKey as JoseKey } from 'jose'
import {
  type AgreementKey,
  type CryptoContext,
  encodeUtf8,
  type Failure,
  fail,
  failed,
  type JsonObject,
  type PublicJwk,
} from '../../base/index.ts'
import { parsePublicJwk } from '../jwk.ts'
import { concatKdf } from './concat-kdf.ts'
import {
  areSameParty,
  contentEncryptions,
  decodePartyInfo,
  type JweAlgorithm,
  type JweEncryption,
  type JweParseCode,
  type ParsedJwe,
} from './header.ts'
import { joseFault } from './jose-faults.ts'

/**
 * Reasons to refuse a JWE. A failed decryption has the code `jwe_undecryptable` whatever its cause, which gives an
 * attacker no information (RFC 7516 §11.5).
 */
export type JweCode =
  | JweParseCode
  | 'jwe_alg_mismatch'
  | 'jwe_enc_unpublished'
  | 'jwe_kid_mismatch'
  | 'jwe_epk_invalid'
  | 'jwe_undecryptable'

/** The decrypted content. Encryption does not authenticate the sender, so nothing here is trusted. */
export interface DecryptedJwe {
  readonly plaintext: Uint8Array
  readonly header: JsonObject
}

/** A private key for ECDH-ES (from the crypto port) or RSA-OAEP-256. */
export interface DecryptionKey {
  readonly publicJwk: PublicJwk
  /** The key for `jose`: a Node `KeyObject` or a WebCrypto `CryptoKey`. */
  readonly native?: unknown
}

/** Accepted algorithms and `kid` of this key. */
export interface JwePolicy {
  readonly alg: JweAlgorithm
  readonly enc: readonly JweEncryption[]
  readonly kid: string
}

/**
 * Decrypts with exactly this key. Checks that the policy accepts `alg`, `enc`, and `kid` if present. Every fault of
 * ciphertext, tag and wrapped key has the code `jwe_undecryptable`. For RSA-OAEP-256, rejects with an error of `jose`
 * if `native` is not an RSA key that can decrypt, because the configuration is then wrong.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { decryptJwe, encryptJwe, parseJwe } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const key = await ctx.crypto.generateAgreementKey('P-256')
 * const sent = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: key.publicJwk }, 'hello')
 * const jwe = failed(sent) ? sent : parseJwe(sent)
 * const policy = { alg: 'ECDH-ES', enc: ['A256GCM'], kid: 'response-key' } as const
 * const opened = failed(jwe) ? jwe : await decryptJwe(ctx, jwe, key, policy)
 * assert.ok(!failed(opened))
 * assert.equal(new TextDecoder().decode(opened.plaintext), 'hello')
 * ```
 */
export async function decryptJwe(
  ctx: CryptoContext,
  jwe: ParsedJwe,
  key: DecryptionKey,
  policy: JwePolicy,
  at = 'jwe',
): Promise<DecryptedJwe | Failure<JweCode>> {
  const { header } = jwe
  if (header.alg !== policy.alg)
    return fail('jwe_alg_mismatch', `${at}.header.alg`, { expected: policy.alg, found: header.alg }) // RP-49
  if (!policy.enc.includes(header.enc))
    return fail('jwe_enc_unpublished', `${at}.header.enc`, { expected: policy.enc, found: header.enc }) // RP-49
  if (header.kid !== undefined && header.kid !== policy.kid)
    return fail('jwe_kid_mismatch', `${at}.header.kid`, { expected: policy.kid, found: header.kid }) // RP-49
  if (header.alg === 'RSA-OAEP-256') return decryptWithJose(jwe, key, at)
  const epk = parsePublicJwk(header.epk, `${at}.header.epk`)
  if (failed(epk)) return fail('jwe_epk_invalid', epk.at)
  if (epk.kty !== 'EC' || epk.crv !== key.publicJwk.crv) return fail('jwe_epk_invalid', `${at}.header.epk`)
  const partyU = decodePartyInfo(header.apu)
  if (partyU === undefined) return fail('jwe_malformed', `${at}.header.apu`)
  const partyV = decodePartyInfo(header.apv)
  if (partyV === undefined) return fail('jwe_malformed', `${at}.header.apv`)
  if (areSameParty(partyU, partyV)) return fail('jwe_malformed', `${at}.header.apv`) // RFC 7518 §4.6.2
  const point = await ctx.crypto.importAgreementKey(epk)
  if (point === undefined) return fail('jwe_epk_invalid', `${at}.header.epk`)
  const { gcm, keyBytes } = contentEncryptions[header.enc]
  if (!gcm) return decryptWithJose(jwe, key, at)
  const secret = await ctx.crypto.agree(key as AgreementKey, point)
  const contentKey = concatKdf(ctx, { secret, enc: header.enc, partyU, partyV, keyBytes })
  const additional = encodeUtf8(jwe.compact.slice(0, jwe.compact.indexOf('.')))
  const plaintext = await ctx.crypto.decrypt(contentKey, jwe.iv, jwe.sealed, additional)
  if (plaintext === undefined) return fail('jwe_undecryptable', at)
  return { plaintext, header }
}

async function decryptWithJose(
  { compact, header }: ParsedJwe,
  key: DecryptionKey,
  at: string,
): Promise<DecryptedJwe | Failure<JweCode>> {
  const options = { keyManagementAlgorithms: [header.alg], contentEncryptionAlgorithms: [header.enc] }
  try {
    const { plaintext } = await compactDecrypt(compact, key.native as JoseKey, options)
    return { plaintext, header }
  } catch (thrown) {
    // `jose` throws the same error for a malformed `epk` of the sender and for a wrong key of ours.
    if (header.alg !== 'ECDH-ES' && joseFault(thrown) === 'bug') throw thrown
    return fail('jwe_undecryptable', at)
  }
}
