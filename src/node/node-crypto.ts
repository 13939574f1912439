/**
 * The crypto port on `node:crypto`. Every call is synchronous: on one core that is faster than any promise
 * (ADR-0005), and one process per core uses the others.
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
  VerificationKey,
} from '../base/index.ts'

import { hmacSha256 } from './hmac.ts'

interface NodeKey {
  readonly keyObject: KeyObject
}
const native = (key: object): KeyObject => (key as NodeKey).keyObject

const hashNames: Readonly<Record<HashName, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }

const publicJwkOf = (key: KeyObject): PublicJwk =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }) as PublicJwk

/** The port on this process's OpenSSL. Private keys are `KeyObject`s and stay in the process. */
export function createNodeCrypto(): Crypto {
  return {
    // By way of a text: a third of what `'buffer'` costs.
    digest: (name, data) => Buffer.from(hash(hashNames[name], data, 'latin1'), 'latin1'),
    digestText: (name, data) => hash(hashNames[name], data, 'base64url'),
    hmac: hmacSha256,
    equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
    importVerificationKey: (jwk, scheme) => {
      const keyObject = mayFit(jwk, scheme) ? importPublic(jwk) : undefined
      return keyObject && fits(keyObject, scheme) ? ({ kind: 'verification', keyObject } as VerificationKey) : undefined
    },
    verify: (scheme, key, data, signature) =>
      verify(digestOf(scheme), data, withPadding(native(key), scheme), signature),
    generateSigningKey: (scheme) => signingKey(generate(scheme)),
    sign: (scheme, key, data) => sign(digestOf(scheme), data, withPadding(native(key), scheme)),
    importAgreementKey: (jwk) => {
      const keyObject = jwk.kty === 'EC' ? importPublic(jwk) : undefined
      return keyObject && ({ kind: 'agreement-public', keyObject } as AgreementPublicKey)
    },
    generateAgreementKey: (curve) => agreementKey(generateKeyPairSync('ec', { namedCurve: curve }).privateKey),
    agree: (key, other) => diffieHellman({ privateKey: native(key), publicKey: native(other) }),
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
      const decipher = createDecipheriv('aes256-wrap', key, wrapCheck)
      try {
        return Buffer.concat([decipher.update(wrapped), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** 256 bits and their check value, which starts as this (RFC 3394 §2.2.3.1). */
const wrappedKeyBytes = 40
const wrapCheck = Buffer.alloc(8, 0xa6)

/** Wraps a private key that came from a file or a key store as a key of this adapter. */
export const signingKey = (keyObject: KeyObject): SigningKey =>
  ({ kind: 'signing', publicJwk: publicJwkOf(keyObject), keyObject }) as SigningKey

/** A private key out of a file as the port takes it; the key must be one of a NIST curve. */
export const agreementKey = (keyObject: KeyObject): AgreementKey =>
  ({ kind: 'agreement', publicJwk: publicJwkOf(keyObject), keyObject, native: keyObject }) as AgreementKey

/** The private half of a key of this adapter, for `key-file.ts` and nothing else. */
export const privateJwk = (key: SigningKey | AgreementKey): JsonWebKey => native(key).export({ format: 'jwk' })

/** Parses a private JWK; throws when it is none. */
export const privateKeyObject = (jwk: JsonWebKey): KeyObject => createPrivateKey({ key: jwk, format: 'jwk' })

/** The system's randomness, drawn 8 kB at a time: one system call serves many salts. */
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
    return createPublicKey({ key: { kty, crv, x, y, n, e } as JsonWebKey, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** A JWK names its type and curve, and is no key when its point lies on another one. */
const mayFit = ({ kty, crv }: PublicJwk, scheme: SignatureScheme): boolean =>
  'curve' in scheme ? crv === scheme.curve && kty === (scheme.name === 'eddsa' ? 'OKP' : 'EC') : kty === 'RSA'

/** Of elliptic curves nothing is left to ask, and asking costs a tenth of a verification. */
const fits = (key: KeyObject, scheme: SignatureScheme): boolean => 'curve' in scheme || isStrongRsa(key)

/** OpenSSL takes the exponent 1, with which a signature is what it signs and anybody makes it (RFC 8017 §3.1). */
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

function withPadding(key: KeyObject, scheme: SignatureScheme) {
  if (scheme.name === 'ecdsa') return { key, dsaEncoding: 'ieee-p1363' } as const
  if (scheme.name === 'rsa-pss')
    return { key, padding: rsa.RSA_PKCS1_PSS_PADDING, saltLength: rsa.RSA_PSS_SALTLEN_DIGEST }
  return { key }
}
