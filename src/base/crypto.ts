/**
 * The one door through which cryptography comes in. Hashing, HMAC and comparison are synchronous; what works with keys
 * may be a promise, so that one code base runs on `node:crypto` (answers at once) and on WebCrypto (browsers, phones).
 * The port knows no JOSE names: `jose/algorithms.ts` maps those to the schemes below.
 */
import type { MaybePromise } from './maybe-promise.ts'

/** SHA-2 as FIPS 180-4 has it, in the words of WebCrypto. */
export type HashName = 'sha-256' | 'sha-384' | 'sha-512'
/** The curves of which keys are used (RFC 7518 §6.2, RFC 8037, RFC 8812). */
export type Curve = 'P-256' | 'P-384' | 'P-521' | 'secp256k1' | 'Ed25519'

/** A way to sign. ECDSA signatures are r‖s of fixed length (RFC 7518 §3.4), never DER. */
export type SignatureScheme =
  | { readonly name: 'ecdsa'; readonly curve: Exclude<Curve, 'Ed25519'>; readonly hash: HashName }
  | { readonly name: 'eddsa'; readonly curve: 'Ed25519' }
  | { readonly name: 'rsa-pkcs1'; readonly hash: HashName }
  | { readonly name: 'rsa-pss'; readonly hash: HashName }

/** A public key as it travels (RFC 7517). Members that are not listed are carried along but mean nothing. */
export interface PublicJwk {
  readonly kty: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
  readonly n?: string
  readonly e?: string
  readonly kid?: string
  readonly use?: string
  readonly alg?: string
  readonly key_ops?: readonly string[]
}

/** A key that the adapter has parsed. Opaque: only the adapter that made it can use it. */
export interface VerificationKey {
  readonly kind: 'verification'
}
/** A private key that signs; what it is made of stays with the adapter. */
export interface SigningKey {
  readonly kind: 'signing'
  readonly publicJwk: PublicJwk
}
/** The other party's key for ECDH, as the adapter has parsed it: a point that lies on its curve. */
export interface AgreementPublicKey {
  readonly kind: 'agreement-public'
}
/** A private key for ECDH (RFC 7518 §4.6); made for one message, or kept for all that are encrypted to it. */
export interface AgreementKey {
  readonly kind: 'agreement'
  readonly publicJwk: PublicJwk
  /** The adapter's own private key (`KeyObject`, `CryptoKey`), for what the port does not do: `jose/jwe/` alone. */
  readonly native?: unknown
}

/** The crypto port (ADR 5): what the protocols need. Private keys stay with the adapter. */
export interface Crypto {
  digest(hash: HashName, data: Uint8Array | string): Uint8Array
  /** The digest in base64url, as most of them go on. */
  digestText(hash: HashName, data: Uint8Array | string): string
  /** HMAC with SHA-256. */
  hmac(key: Uint8Array, data: Uint8Array | string): Uint8Array
  /** Constant time for texts of equal length. */
  equal(a: Uint8Array, b: Uint8Array): boolean

  /** `undefined` when the key is none that this scheme can use: point off the curve, wrong type, RSA below 2048 bits. */
  importVerificationKey(jwk: PublicJwk, scheme: SignatureScheme): MaybePromise<VerificationKey | undefined>
  verify(scheme: SignatureScheme, key: VerificationKey, data: Uint8Array, signature: Uint8Array): MaybePromise<boolean>
  /** A fresh key pair; the private half never leaves the adapter. */
  generateSigningKey(scheme: SignatureScheme): MaybePromise<SigningKey>
  sign(scheme: SignatureScheme, key: SigningKey, data: Uint8Array): MaybePromise<Uint8Array>

  /** ECDH on NIST curves. `undefined` as for `importVerificationKey`. */
  importAgreementKey(jwk: PublicJwk): MaybePromise<AgreementPublicKey | undefined>
  generateAgreementKey(curve: 'P-256' | 'P-384' | 'P-521'): MaybePromise<AgreementKey>
  /** The x-coordinate of the shared point. */
  agree(key: AgreementKey, other: AgreementPublicKey): MaybePromise<Uint8Array>

  /** AES-GCM; the result is ciphertext followed by the 16-byte tag. The key's length picks AES-128 or AES-256. */
  encrypt(key: Uint8Array, iv: Uint8Array, plaintext: Uint8Array, additional: Uint8Array): MaybePromise<Uint8Array>
  /** `undefined` when the tag does not hold. */
  decrypt(
    key: Uint8Array,
    iv: Uint8Array,
    sealed: Uint8Array,
    additional: Uint8Array,
  ): MaybePromise<Uint8Array | undefined>
  /** A 256-bit AES key out of its wrapping (RFC 3394). `undefined` when it was wrapped with another key or is none. */
  unwrapKey(key: Uint8Array, wrapped: Uint8Array): MaybePromise<Uint8Array | undefined>
}

/** The slice of a context that hashing and verifying need. */
export interface CryptoContext {
  readonly crypto: Crypto
}

/** Whether two texts are the same, in constant time whatever their lengths: digests are compared. */
export const equalTexts = ({ crypto }: CryptoContext, a: string, b: string): boolean =>
  crypto.equal(crypto.digest('sha-256', a), crypto.digest('sha-256', b))
