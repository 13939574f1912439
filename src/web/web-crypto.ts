/**
 * The crypto port on WebCrypto, for the wallet library in browsers and on phones, and for the middleware on any server.
 * The synchronous operations (hashes, HMAC, comparison) use `@noble/hashes` and plain JavaScript. Private keys are
 * `CryptoKey`s that cannot be exported, except stored agreement keys.
 *
 * WebCrypto does not support secp256k1: importing such a key returns `undefined`, generating one rejects.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import {
  type AgreementKey,
  type AgreementPublicKey,
  type Crypto,
  encodeBase64url,
  encodeUtf8,
  type HashName,
  type PublicJwk,
  type Random,
  type SignatureScheme,
  type SigningKey,
  type StoredAgreementKey,
  type VerificationKey,
} from '../base/index.ts'

type WebKey = { readonly cryptoKey: CryptoKey }
const cryptoKeyOf = (key: object): CryptoKey => (key as WebKey).cryptoKey

const hashes = { 'sha-256': sha256, 'sha-384': sha384, 'sha-512': sha512 } as const
const hashNames: Readonly<Record<HashName, string>> = {
  'sha-256': 'SHA-256',
  'sha-384': 'SHA-384',
  'sha-512': 'SHA-512',
}
/** Length of the shared secret in bits: the curve's field size, rounded up to whole bytes. */
const secretBits: Readonly<Record<string, number>> = { 'P-256': 256, 'P-384': 384, 'P-521': 528 }

const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? encodeUtf8(data) : data)
/**
 * Returns the same bytes with the type that WebCrypto accepts. Does not check the buffer: this library uses no shared
 * memory.
 */
const asBufferSource = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>

/**
 * Creates the port. Pass another WebCrypto implementation where the platform's is incomplete (React Native).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner, parseJws, signJwt, verifyJws } from 'fiducia/jose'
 * import { createWebCrypto } from 'fiducia/web'
 *
 * const ctx = { crypto: createWebCrypto() }
 * const signer = await generateSigner(ctx)
 * const jwt = await signJwt(signer, { typ: 'JWT' }, { sub: 'alice' })
 * const jws = parseJws(jwt, { typ: ['JWT'], algorithms: ['ES256'] }, 'token')
 * assert.ok(!failed(jws) && !failed(await verifyJws(ctx, jws, signer.publicJwk, 'token')))
 * ```
 */
export function createWebCrypto(subtle: typeof globalThis.crypto.subtle = globalThis.crypto.subtle): Crypto {
  return {
    digest: (hash, data) => hashes[hash](bytesOf(data)),
    digestText: (hash, data) => encodeBase64url(hashes[hash](bytesOf(data))),
    hmac: (key, data) => hmac(sha256, key, bytesOf(data)),
    equal: equalInConstantTime,
    importVerificationKey: async (jwk, scheme) => {
      if (!typeFits(jwk, scheme)) return undefined
      const cryptoKey = await importPublic(subtle, jwk, keyParameters(scheme), ['verify'])
      return cryptoKey && ({ kind: 'verification', cryptoKey } as VerificationKey)
    },
    verify: (scheme, key, data, signature) =>
      subtle.verify(signatureParameters(scheme), cryptoKeyOf(key), asBufferSource(signature), asBufferSource(data)),
    generateSigningKey: async (scheme) => {
      const parameters = { ...keyParameters(scheme), ...(scheme.name.startsWith('rsa') ? rsaSize : {}) }
      const pair = (await subtle.generateKey(parameters, false, ['sign', 'verify'])) as CryptoKeyPair
      const publicJwk = await exportPublic(subtle, pair)
      return { kind: 'signing', publicJwk, cryptoKey: pair.privateKey } as SigningKey
    },
    sign: async (scheme, key, data) =>
      new Uint8Array(await subtle.sign(signatureParameters(scheme), cryptoKeyOf(key), asBufferSource(data))),
    importAgreementKey: async (jwk) => {
      if (jwk.kty !== 'EC' || !Object.hasOwn(secretBits, jwk.crv ?? '')) return undefined
      const cryptoKey = await importPublic(subtle, jwk, { name: 'ECDH', namedCurve: jwk.crv }, [])
      return cryptoKey && ({ kind: 'agreement-public', cryptoKey } as AgreementPublicKey)
    },
    generateAgreementKey: async (namedCurve) => {
      const pair = (await subtle.generateKey({ name: 'ECDH', namedCurve }, false, ['deriveBits'])) as CryptoKeyPair
      const { privateKey: cryptoKey } = pair
      return {
        kind: 'agreement',
        publicJwk: await exportPublic(subtle, pair),
        cryptoKey,
        native: cryptoKey,
      } as AgreementKey
    },
    generateStoredAgreementKey: async (namedCurve) => {
      const pair = (await subtle.generateKey({ name: 'ECDH', namedCurve }, true, ['deriveBits'])) as CryptoKeyPair
      const { kty, crv, x, y, d } = await subtle.exportKey('jwk', pair.privateKey)
      return { kty, crv, x, y, d } as StoredAgreementKey
    },
    openStoredAgreementKey: async ({ kty, crv, x, y, d }) => {
      const parameters = { name: 'ECDH', namedCurve: crv }
      const cryptoKey = await subtle.importKey('jwk', { kty, crv, x, y, d }, parameters, false, ['deriveBits'])
      return { kind: 'agreement', publicJwk: { kty, crv, x, y }, cryptoKey, native: cryptoKey } as AgreementKey
    },
    agree: async (key, other) => {
      const bits = secretBits[key.publicJwk.crv ?? ''] ?? 0
      return new Uint8Array(
        await subtle.deriveBits({ name: 'ECDH', public: cryptoKeyOf(other) }, cryptoKeyOf(key), bits),
      )
    },
    encrypt: async (key, iv, plaintext, additional) => {
      const cryptoKey = await subtle.importKey('raw', asBufferSource(key), 'AES-GCM', false, ['encrypt'])
      return new Uint8Array(await subtle.encrypt(gcm(iv, additional), cryptoKey, asBufferSource(plaintext)))
    },
    decrypt: async (key, iv, sealed, additional) => {
      const cryptoKey = await subtle.importKey('raw', asBufferSource(key), 'AES-GCM', false, ['decrypt'])
      try {
        return new Uint8Array(await subtle.decrypt(gcm(iv, additional), cryptoKey, asBufferSource(sealed)))
      } catch {
        return undefined
      }
    },
    unwrapKey: async (key, wrapped) => {
      if (wrapped.length !== 40) return undefined // 256 bits and the check value
      const wrapping = await subtle.importKey('raw', asBufferSource(key), 'AES-KW', false, ['unwrapKey'])
      try {
        const unwrapped = await subtle.unwrapKey('raw', asBufferSource(wrapped), wrapping, 'AES-KW', 'AES-GCM', true, [
          'decrypt',
        ])
        return new Uint8Array(await subtle.exportKey('raw', unwrapped))
      } catch {
        return undefined
      }
    },
  }
}

/** Creates a random source on the platform's `getRandomValues`, which returns at most 65 536 bytes for each call. */
export function createWebRandom(): Random {
  return {
    bytes: (length) => {
      const bytes = new Uint8Array(length)
      for (let offset = 0; offset < length; offset += 65_536)
        globalThis.crypto.getRandomValues(bytes.subarray(offset, offset + 65_536))
      return bytes
    },
  }
}

/** Compares two byte arrays. The duration depends on their lengths only, not on where they differ. */
function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  return difference === 0
}

const rsaSize = { modulusLength: 3072, publicExponent: Uint8Array.of(1, 0, 1) }

const gcm = (iv: Uint8Array, additional: Uint8Array): AesGcmParams => ({
  name: 'AES-GCM',
  iv: asBufferSource(iv),
  additionalData: asBufferSource(additional),
  tagLength: 128,
})

interface KeyParameters {
  readonly name: string
  readonly namedCurve?: string | undefined
  readonly hash?: string
}

function keyParameters(scheme: SignatureScheme): KeyParameters {
  switch (scheme.name) {
    case 'ecdsa':
      return { name: 'ECDSA', namedCurve: scheme.curve }
    case 'eddsa':
      return { name: 'Ed25519' }
    case 'rsa-pkcs1':
      return { name: 'RSASSA-PKCS1-v1_5', hash: hashNames[scheme.hash] }
    case 'rsa-pss':
      return { name: 'RSA-PSS', hash: hashNames[scheme.hash] }
  }
}

function signatureParameters(scheme: SignatureScheme): AlgorithmIdentifier | EcdsaParams | RsaPssParams {
  const { name } = keyParameters(scheme)
  if (scheme.name === 'ecdsa') return { name, hash: hashNames[scheme.hash] }
  if (scheme.name === 'rsa-pss') return { name, saltLength: hashes[scheme.hash].outputLen }
  return { name }
}

function typeFits({ kty, crv, n }: PublicJwk, scheme: SignatureScheme): boolean {
  if (scheme.name === 'ecdsa') return kty === 'EC' && crv === scheme.curve && Object.hasOwn(secretBits, crv)
  if (scheme.name === 'eddsa') return kty === 'OKP' && crv === 'Ed25519'
  return kty === 'RSA' && (n?.length ?? 0) >= 342
}

async function importPublic(
  subtle: SubtleCrypto,
  { kty, crv, x, y, n, e }: PublicJwk,
  parameters: KeyParameters,
  usages: KeyUsage[],
): Promise<CryptoKey | undefined> {
  const members = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
  try {
    const key = await subtle.importKey('jwk', Object.fromEntries(members), parameters as Algorithm, false, usages)
    return kty !== 'RSA' || isStrongRsa(key.algorithm as RsaKeyAlgorithm) ? key : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns false for keys of fewer than 2048 bits and for the exponents 0, 1 and 2. Platforms accept the exponent 1,
 * with which a signature equals the padded digest, so that anybody can create one (RFC 8017 §3.1).
 */
const isStrongRsa = ({ modulusLength, publicExponent }: RsaKeyAlgorithm): boolean =>
  modulusLength >= 2048 && publicExponent.some((byte, index) => byte > (index === publicExponent.length - 1 ? 2 : 0))

async function exportPublic(subtle: SubtleCrypto, pair: CryptoKeyPair): Promise<PublicJwk> {
  const { kty, crv, x, y, n, e } = await subtle.exportKey('jwk', pair.publicKey)
  const members = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as unknown as PublicJwk
}
