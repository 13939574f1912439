/**
 * Who decrypts. A Relying Party sees this port only; the private key stays behind it (file, PKCS#11, KMS).
 */
import { exportJWK, generateKeyPair } from 'jose'
import { type AgreementKey, type CryptoContext, type Failure, failed, type PublicJwk } from '../base/index.ts'
import { type DecryptedJwe, type DecryptionKey, decryptJwe, type JweCode } from './jwe/decrypt.ts'
import {
  contentEncryptions,
  type JweAlgorithm,
  type JweEncryption,
  jweEncryptions,
  parseJweHeader,
} from './jwe/header.ts'
import { bareJwk, jwkThumbprint } from './jwk.ts'

/** A private key that opens what was encrypted to it (RFC 7516 §5.2). Who encrypted it, nobody knows. */
export interface Decrypter {
  /** RFC 7638 thumbprint of the public key, unless the deployment names its keys otherwise. */
  readonly kid: string
  readonly alg: JweAlgorithm
  /** Accepted values of `enc`: what is published beside the key. */
  readonly enc: readonly JweEncryption[]
  /** Key material with `kid`, `use: "enc"` and `alg`: what is published. */
  readonly publicJwk: PublicJwk
  /** Decrypts a compact JWE. `at` names it in the failure. */
  decrypt(compact: string, at?: string): Promise<DecryptedJwe | Failure<JweCode>>
}

/**
 * Wraps a private key as a decrypter named by its thumbprint: an agreement key of the crypto adapter for ECDH-ES, or
 * an RSA key whose `native` is a `KeyObject` or `CryptoKey` for RSA-OAEP-256. Throws a TypeError for a key of another
 * type than `alg` needs, and for one without `native` where RSA or AES-CBC needs it.
 */
export function createLocalDecrypter(
  ctx: CryptoContext,
  alg: JweAlgorithm,
  key: AgreementKey | DecryptionKey,
  enc: readonly JweEncryption[] = jweEncryptions,
): Decrypter {
  if ((alg === 'ECDH-ES') !== (key.publicJwk.kty === 'EC')) throw new TypeError(`no key for ${alg}`)
  const isForeign = alg === 'RSA-OAEP-256' || enc.some((name) => !contentEncryptions[name].gcm)
  if (isForeign && key.native === undefined) throw new TypeError(`a key without its native form for ${alg}, ${enc}`)
  const kid = jwkThumbprint(ctx, key.publicJwk)
  return {
    kid,
    alg,
    enc,
    publicJwk: { ...bareJwk(key.publicJwk), kid, use: 'enc', alg },
    decrypt: async (compact, at = 'jwe') => {
      const jwe = parseJweHeader(compact, at)
      return failed(jwe) ? jwe : decryptJwe(ctx, jwe, key, { alg, enc, kid }, at)
    },
  }
}

/** Of the key that is made, and of the content encryptions that it opens (RFC 7518 §5.1). */
export interface DecrypterOptions {
  readonly curve?: 'P-256' | 'P-384' | 'P-521'
  /** Content encryptions that are taken; all of `jweEncryptions` when not said. */
  readonly enc?: readonly JweEncryption[]
}

/** A decrypter over a fresh key that dies with the process. RSA keys have 3072 bits. */
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
