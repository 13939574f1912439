/**
 * Encrypts to a recipient's published key: a wallet's response (`direct_post.jwt`), or a Request Object for a wallet.
 */
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import {
  type CryptoContext,
  encodeBase64url,
  encodeUtf8,
  type Failure,
  fail,
  failed,
  type JsonObject,
  type PublicJwk,
  type Random,
} from '../../base/index.ts'
import { bareJwk, parsePublicJwk } from '../jwk.ts'
import { concatKdf } from './concat-kdf.ts'
import {
  areSameParty,
  contentEncryptions,
  decodePartyInfo,
  type JweAlgorithm,
  type JweEncryption,
  type jweCurves,
  keyTypeFits,
} from './header.ts'

/** Recipient and algorithms (RFC 7516 §4.1). The caller must check that the key belongs to the recipient. */
export interface JweRecipient {
  readonly alg: JweAlgorithm
  readonly enc: JweEncryption
  readonly recipient: PublicJwk
  /**
   * Additional members of the protected header, such as `cty`. `apu` and `apv` are in base64url and only for ECDH-ES.
   * `kid` defaults to that of the recipient's key.
   */
  readonly header?: JsonObject & {
    readonly alg?: never
    readonly enc?: never
    readonly epk?: never
    readonly zip?: never
  }
}

/** The recipient's key is malformed or does not fit the algorithm. */
export type EncryptCode = 'jwe_recipient_unusable'

/**
 * Encrypts to a public key from the recipient's metadata. Refuses a key of the wrong type or curve, a key for another
 * use (`use`, `alg`), and a malformed key. Does not check whose key it is. Rejects with a TypeError if `apu` or `apv`
 * is not base64url, or if both name the same party.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { encryptJwe, generateDecrypter } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const { publicJwk } = await generateDecrypter(ctx)
 * const jwe = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: publicJwk }, 'hello')
 * assert.ok(!failed(jwe))
 * assert.equal(jwe.split('.').length, 5)
 * ```
 */
export async function encryptJwe(
  ctx: CryptoContext & { readonly random: Random },
  { alg, enc, recipient, header }: JweRecipient,
  plaintext: Uint8Array | string,
): Promise<string | Failure<EncryptCode>> {
  const parsed = parsePublicJwk(recipient as unknown as JsonObject, 'recipient')
  if (failed(parsed)) return fail('jwe_recipient_unusable', parsed.at)
  if (!recipientFits(parsed, alg)) return fail('jwe_recipient_unusable', 'recipient')
  const headerMembers = { ...(recipient.kid === undefined ? {} : { kid: recipient.kid }), ...header }
  const bytes = typeof plaintext === 'string' ? encodeUtf8(plaintext) : plaintext
  if (alg === 'ECDH-ES' && contentEncryptions[enc].gcm)
    return encryptByAgreement(ctx, enc, parsed, headerMembers, bytes)
  const joseKey = await importJWK(bareJwk(parsed) as JWK, alg).catch(() => undefined)
  if (joseKey === undefined) return fail('jwe_recipient_unusable', 'recipient')
  const { apu, apv, ...others } = headerMembers as JsonObject
  const encrypter = new CompactEncrypt(bytes).setProtectedHeader({ alg, enc, ...others })
  const [partyU, partyV] = partiesOf(headerMembers)
  const parties = { ...(apu === undefined ? {} : { apu: partyU }), ...(apv === undefined ? {} : { apv: partyV }) }
  return encrypter.setKeyManagementParameters(parties).encrypt(joseKey)
}

async function encryptByAgreement(
  ctx: CryptoContext & { readonly random: Random },
  enc: JweEncryption,
  recipient: PublicJwk,
  headerMembers: JsonObject,
  plaintext: Uint8Array,
): Promise<string | Failure<EncryptCode>> {
  const { keyBytes, ivBytes, tagBytes } = contentEncryptions[enc]
  const point = await ctx.crypto.importAgreementKey(recipient)
  if (point === undefined) return fail('jwe_recipient_unusable', 'recipient')
  const ephemeral = await ctx.crypto.generateAgreementKey(recipient.crv as (typeof jweCurves)[number])
  const secret = await ctx.crypto.agree(ephemeral, point)
  const [partyU, partyV] = partiesOf(headerMembers)
  const contentKey = concatKdf(ctx, { secret, enc, partyU, partyV, keyBytes })
  const header = encodeBase64url(
    JSON.stringify({ alg: 'ECDH-ES', enc, ...headerMembers, epk: bareJwk(ephemeral.publicJwk) }),
  )
  const iv = ctx.random.bytes(ivBytes)
  const sealed = await ctx.crypto.encrypt(contentKey, iv, plaintext, encodeUtf8(header))
  const split = sealed.length - tagBytes
  const [ciphertext, tag] = [sealed.subarray(0, split), sealed.subarray(split)]
  return `${header}..${encodeBase64url(iv)}.${encodeBase64url(ciphertext)}.${encodeBase64url(tag)}`
}

function partiesOf({ apu, apv }: JsonObject): readonly [partyU: Uint8Array, partyV: Uint8Array] {
  const [partyU, partyV] = [decodePartyInfo(apu), decodePartyInfo(apv)]
  if (partyU === undefined || partyV === undefined) throw new TypeError('apu and apv must be base64url')
  if (areSameParty(partyU, partyV)) throw new TypeError('apu and apv must not name the same party') // RFC 7518 §4.6.2
  return [partyU, partyV]
}

const recipientFits = (jwk: PublicJwk, wanted: JweAlgorithm): boolean =>
  keyTypeFits(jwk, wanted) &&
  (jwk.use === undefined || jwk.use === 'enc') &&
  (jwk.alg === undefined || jwk.alg === wanted)
