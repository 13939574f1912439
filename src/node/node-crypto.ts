/**
 * The crypto port on `node:crypto`. Every call is synchronous, which is faster on one core than any promise (ADR 5).
 * Each core has a separate process.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomFillSync,
  constants as rsa,
  sign,
  timingSafeEqual,
  verify,
  type webcrypto,
} from 'node:crypto'
import type {
  AgreementKey,
  AgreementPublicKey,
  Crypto,
  HashName,
  PublicJwk,
  Random,
  SignatureScheme,
  SigningKey,
  StoredAgreementKey,
  VerificationKey,
} from '../base/index.ts'

import { hmacSha256 } from './hmac.ts'

interface NodeKey {
  readonly keyObject: KeyObject
}
const keyObjectOf = (key: object): KeyObject => (key as NodeKey).keyObject

const hashNames: Readonly<Record<HashName, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }

const publicJwkOf = (key: KeyObject): PublicJwk =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }) as PublicJwk

/**
 * Creates the port. Private keys are `KeyObject`s and stay in the process, except stored agreement keys, which are
 * private JWKs.
 */
export function createNodeCrypto(): Crypto {
  return {
    // Converting a `latin1` text is three times as fast as `'buffer'`.
    digest: (name, data) => Buffer.from(hash(hashNames[name], data, 'latin1'), 'latin1'),
    digestText: (name, data) => hash(hashNames[name], data, 'base64url'),
    hmac: hmacSha256,
    equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
    importVerificationKey: (jwk, scheme) => {
      const keyObject = isForScheme(jwk, scheme) ? importPublic(jwk) : undefined
      const isStrong = keyObject !== undefined && ('curve' in scheme || isStrongRsa(keyObject))
      return isStrong ? ({ kind: 'verification', keyObject } as VerificationKey) : undefined
    },
    verify: (scheme, key, data, signature) =>
      verify(digestOf(scheme), data, signatureOptions(keyObjectOf(key), scheme), signature),
    generateSigningKey: (scheme) => signingKey(generate(scheme)),
    sign: (scheme, key, data) => sign(digestOf(scheme), data, signatureOptions(keyObjectOf(key), scheme)),
    importAgreementKey: (jwk) => {
      const keyObject = jwk.kty === 'EC' && agreementCurves.includes(jwk.crv) ? importPublic(jwk) : undefined
      return keyObject && ({ kind: 'agreement-public', keyObject } as AgreementPublicKey)
    },
    generateAgreementKey: (curve) => agreementKey(generateKeyPairSync('ec', { namedCurve: curve }).privateKey),
    generateStoredAgreementKey: (curve) =>
      generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ format: 'jwk' }) as StoredAgreementKey,
    openStoredAgreementKey: (stored) => agreementKey(privateKeyObject({ ...stored })),
    agree: (key, other) => diffieHellman({ privateKey: keyObjectOf(key), publicKey: keyObjectOf(other) }),
    encrypt: (key, iv, plaintext, additional) => {
      const cipher = createCipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv).setAAD(additional)
      return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
    },
    decrypt: (key, iv, sealed, additional) => {
      if (sealed.length < 16) return undefined
      const cipher = createDecipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv, { authTagLength: 16 })
      cipher.setAAD(additional).setAuthTag(sealed.subarray(sealed.length - 16))
      try {
        return Buffer.concat([cipher.update(sealed.subarray(0, sealed.length - 16)), cipher.final()])
      } catch {
        return undefined
      }
    },
    unwrapKey: (key, wrapped) => {
      if (wrapped.length !== wrappedKeyBytes) return undefined
      const decipher = createDecipheriv('aes256-wrap', key, keyWrapInitialValue)
      try {
        return Buffer.concat([decipher.update(wrapped), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** Curves of ECDH keys (RFC 7518 §6.2.1.1). */
const agreementCurves: readonly (string | undefined)[] = ['P-256', 'P-384', 'P-521']

/** Length of a wrapped 256-bit key in bytes, with the initial value (RFC 3394 §2.2.3.1). */
const wrappedKeyBytes = 40
const keyWrapInitialValue = Buffer.alloc(8, 0xa6)

/** Converts a private key from a file or a key store to a key of this adapter. */
export const signingKey = (keyObject: KeyObject): SigningKey =>
  ({ kind: 'signing', publicJwk: publicJwkOf(keyObject), keyObject }) as SigningKey

/**
 * Converts a private key to a key of this adapter. `agree` accepts a key on a NIST curve only. An RSA key is only for
 * `jose/jwe/`, which decrypts with `native`. Does not check the type.
 */
export const agreementKey = (keyObject: KeyObject): AgreementKey =>
  ({ kind: 'agreement', publicJwk: publicJwkOf(keyObject), keyObject, native: keyObject }) as AgreementKey

/** Returns the private JWK of a key of this adapter. For `key-file.ts` only. */
export const privateJwk = (key: SigningKey | AgreementKey): webcrypto.JsonWebKey =>
  keyObjectOf(key).export({ format: 'jwk' })

/** Parses a private JWK. Throws if it is malformed. */
export const privateKeyObject = (jwk: webcrypto.JsonWebKey): KeyObject => createPrivateKey({ key: jwk, format: 'jwk' })

/**
 * Creates a source of the system's random bytes. Reads at least 8 kB at a time, so one system call serves many salts.
 */
export function createNodeRandom(): Random {
  let pool = new Uint8Array(0)
  let used = 0
  return {
    bytes: (length) => {
      if (used + length > pool.length) {
        pool = randomFillSync(new Uint8Array(Math.max(8192, length)))
        used = 0
      }
      used += length
      return pool.slice(used - length, used)
    },
  }
}

function importPublic(jwk: PublicJwk): KeyObject | undefined {
  const { kty, crv, x, y, n, e } = jwk
  try {
    return createPublicKey({ key: { kty, crv, x, y, n, e } as webcrypto.JsonWebKey, format: 'jwk' })
  } catch {
    return undefined
  }
}

/**
 * Returns true if the JWK names the type and curve of the scheme. Does not check that the point is on the curve: the
 * import does.
 */
const isForScheme = ({ kty, crv }: PublicJwk, scheme: SignatureScheme): boolean =>
  'curve' in scheme ? crv === scheme.curve && kty === (scheme.name === 'eddsa' ? 'OKP' : 'EC') : kty === 'RSA'

/**
 * Returns false for keys shorter than 2048 bits and for exponents below 3. OpenSSL accepts the exponent 1, with which a
 * signature equals the signed data, so anybody can create one (RFC 8017 §3.1).
 */
function isStrongRsa({ asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {} }: KeyObject): boolean {
  return modulusLength >= 2048 && publicExponent >= 3n
}

const openSslCurves = { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1', secp256k1: 'secp256k1' }

function generate(scheme: SignatureScheme): KeyObject {
  switch (scheme.name) {
    case 'ecdsa':
      return generateKeyPairSync('ec', { namedCurve: openSslCurves[scheme.curve] }).privateKey
    case 'eddsa':
      return generateKeyPairSync('ed25519').privateKey
    default:
      return generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey
  }
}

const digestOf = (scheme: SignatureScheme): string | null => ('hash' in scheme ? hashNames[scheme.hash] : null)

/** Returns the key with the signature's encoding (RFC 7518 §3.4) or padding. */
function signatureOptions(key: KeyObject, scheme: SignatureScheme) {
  if (scheme.name === 'ecdsa') return { key, dsaEncoding: 'ieee-p1363' } as const
  if (scheme.name === 'rsa-pss')
    return { key, padding: rsa.RSA_PKCS1_PSS_PADDING, saltLength: rsa.RSA_PSS_SALTLEN_DIGEST }
  return { key }
}
