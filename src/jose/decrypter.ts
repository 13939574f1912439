/**
 * Port for decryption: of responses at a Relying Party, and of userinfo at a PID Provider. Roles use only this port.
 * The private key stays in the implementation (file, PKCS#11, KMS).
 */
import { exportJWK, generateKeyPair } from 'jose'
import { type AgreementKey, type CryptoContext, type Failure, failed, type PublicJwk } from '../base/index.ts'
import { type DecryptedJwe, type DecryptionKey, decryptJwe, type JweCode } from './jwe/decrypt.ts'
import {
  contentEncryptions,
  type JweAlgorithm,
  type JweEncryption,
  jweEncryptions,
  keyTypeFits,
  type ParsedJwe,
  parseJwe,
} from './jwe/header.ts'
import { bareJwk, jwkThumbprint } from './jwk.ts'

/** A private key that decrypts JWEs for its owner (RFC 7516 §5.2). Does not authenticate the sender. */
export interface Decrypter {
  /** RFC 7638 thumbprint of the public key, unless the deployment configures another name. */
  readonly kid: string
  readonly alg: JweAlgorithm
  /** Accepted values of `enc`. Metadata may publish fewer. */
  readonly enc: readonly JweEncryption[]
  /** The published key, with `kid`, `use: "enc"` and `alg`. */
  readonly publicJwk: PublicJwk
  /** Decrypts a JWE, compact or parsed. `at` names the JWE in a failure and defaults to `jwe`. */
  decrypt(jwe: string | ParsedJwe, at?: string): Promise<DecryptedJwe | Failure<JweCode>>
}

/**
 * Creates a decrypter from a private key. `enc` defaults to all `jweEncryptions`, and `kid` to the thumbprint of the
 * key. ECDH-ES needs an agreement key of the crypto adapter. RSA-OAEP-256 needs a key whose `native` is a `KeyObject`
 * or `CryptoKey`. Throws a TypeError for a key whose type or curve does not fit `alg`. Throws a TypeError for a key
 * without `native` if `alg` is RSA-OAEP-256, or if `enc` lists AES-CBC, as its default does.
 */
export function createLocalDecrypter(
  ctx: CryptoContext,
  alg: JweAlgorithm,
  key: AgreementKey | DecryptionKey,
  enc: readonly JweEncryption[] = jweEncryptions,
  kid = jwkThumbprint(ctx, key.publicJwk),
): Decrypter {
  if (!keyTypeFits(key.publicJwk, alg)) throw new TypeError(`the type or curve of the key does not fit ${alg}`)
  const needsNative = alg === 'RSA-OAEP-256' || enc.some((name) => !contentEncryptions[name].gcm)
  if (needsNative && key.native === undefined)
    throw new TypeError(`the key lacks the native form that ${alg} with ${enc} needs`)
  return {
    kid,
    alg,
    enc,
    publicJwk: { ...bareJwk(key.publicJwk), kid, use: 'enc', alg },
    decrypt: async (received, at = 'jwe') => {
      const jwe = typeof received === 'string' ? parseJwe(received, at) : received
      return failed(jwe) ? jwe : decryptJwe(ctx, jwe, key, { alg, enc, kid }, at)
    },
  }
}

/** Options of a generated decrypter. */
export interface DecrypterOptions {
  /** Defaults to P-256. Ignored for RSA. */
  readonly curve?: 'P-256' | 'P-384' | 'P-521'
  /** Accepted content encryptions. Defaults to all `jweEncryptions`. */
  readonly enc?: readonly JweEncryption[]
}

/**
 * Creates a decrypter with a new key that exists only in this process. `alg` defaults to ECDH-ES. RSA keys have 3072
 * bits.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { encryptJwe, generateDecrypter } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const decrypter = await generateDecrypter(ctx)
 * const jwe = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A128GCM', recipient: decrypter.publicJwk }, 'hello')
 * const opened = failed(jwe) ? jwe : await decrypter.decrypt(jwe)
 * assert.ok(!failed(opened))
 * assert.equal(new TextDecoder().decode(opened.plaintext), 'hello')
 * ```
 */
export async function generateDecrypter(
  ctx: CryptoContext,
  alg: JweAlgorithm = 'ECDH-ES',
  { curve = 'P-256', enc }: DecrypterOptions = {},
): Promise<Decrypter> {
  if (alg === 'ECDH-ES') return createLocalDecrypter(ctx, alg, await ctx.crypto.generateAgreementKey(curve), enc)
  const { privateKey, publicKey } = await generateKeyPair(alg, { modulusLength: 3072 })
  const publicJwk = (await exportJWK(publicKey)) as PublicJwk
  return createLocalDecrypter(ctx, alg, { publicJwk, native: privateKey }, enc)
}
