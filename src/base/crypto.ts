/**
 * Port for cryptography. Hashing, HMAC and comparison are synchronous. Operations on keys may return a promise, so that
 * the same code runs on `node:crypto` and on WebCrypto (browsers, phones). The port uses no JOSE names:
 * `jose/algorithms.ts` maps them to signature schemes.
 */
import type { MaybePromise } from './maybe-promise.ts'

/** SHA-2 hash functions (FIPS 180-4), by their WebCrypto names. */
export type HashName = 'sha-256' | 'sha-384' | 'sha-512'
/** Supported elliptic curves (RFC 7518 §6.2, RFC 8037, RFC 8812). */
export type Curve = 'P-256' | 'P-384' | 'P-521' | 'secp256k1' | 'Ed25519'

/** A signature scheme. ECDSA signatures are r‖s of fixed length (RFC 7518 §3.4), never DER. */
export type SignatureScheme =
  | { readonly name: 'ecdsa'; readonly curve: Exclude<Curve, 'Ed25519'>; readonly hash: HashName }
  | { readonly name: 'eddsa'; readonly curve: 'Ed25519' }
  | { readonly name: 'rsa-pkcs1'; readonly hash: HashName }
  | { readonly name: 'rsa-pss'; readonly hash: HashName }

/** A public key as JWK (RFC 7517). A key may have other members. They are ignored. */
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

/** A parsed public key for verification. Opaque: only the adapter that created it can use it. */
export interface VerificationKey {
  readonly kind: 'verification'
}
/** A private key for signing. The key material stays in the adapter. */
export interface SigningKey {
  readonly kind: 'signing'
  readonly publicJwk: PublicJwk
}
/** The other party's parsed ECDH key. Its point is on the curve. */
export interface AgreementPublicKey {
  readonly kind: 'agreement-public'
}
/** A private ECDH key (RFC 7518 §4.6). It serves one message, or all messages to its owner. */
export interface AgreementKey {
  readonly kind: 'agreement'
  readonly publicJwk: PublicJwk
  /**
   * Key object of the adapter (`KeyObject`, `CryptoKey`). Only `jose/` uses it, for operations that the port does not
   * have.
   */
  readonly native?: unknown
}

/** Private JWK of an ECDH key that a store keeps in a record and deletes with the record. */
export interface StoredAgreementKey {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y: string
  readonly d: string
}

/** The crypto port (ADR 5). Private keys stay in the adapter, except those of `generateStoredAgreementKey`. */
export interface Crypto {
  digest(hash: HashName, data: Uint8Array | string): Uint8Array
  /** Returns the digest in base64url. */
  digestText(hash: HashName, data: Uint8Array | string): string
  /** Returns the HMAC-SHA-256. */
  hmac(key: Uint8Array, data: Uint8Array | string): Uint8Array
  /** Compares byte sequences in constant time. Returns false if their lengths differ. */
  equal(a: Uint8Array, b: Uint8Array): boolean

  /**
   * Imports a key for verification. Returns `undefined` if the scheme cannot use the key: point off the curve, wrong
   * type, RSA below 2048 bits or with an exponent below 3.
   */
  importVerificationKey(jwk: PublicJwk, scheme: SignatureScheme): MaybePromise<VerificationKey | undefined>
  verify(scheme: SignatureScheme, key: VerificationKey, data: Uint8Array, signature: Uint8Array): MaybePromise<boolean>
  /** Generates a key pair. The private key never leaves the adapter. */
  generateSigningKey(scheme: SignatureScheme): MaybePromise<SigningKey>
  sign(scheme: SignatureScheme, key: SigningKey, data: Uint8Array): MaybePromise<Uint8Array>

  /**
   * Imports the other party's key for ECDH on a NIST curve. Returns `undefined` for a key of another type or curve, and
   * for a point off the curve.
   */
  importAgreementKey(jwk: PublicJwk): MaybePromise<AgreementPublicKey | undefined>
  generateAgreementKey(curve: 'P-256' | 'P-384' | 'P-521'): MaybePromise<AgreementKey>
  /** Generates a private JWK for one encrypted message. A store keeps the JWK until the message arrives. */
  generateStoredAgreementKey(curve: 'P-256'): MaybePromise<StoredAgreementKey>
  /** Imports a key that `generateStoredAgreementKey` returned. Throws or rejects for a malformed key. */
  openStoredAgreementKey(stored: StoredAgreementKey): MaybePromise<AgreementKey>
  /** Computes the ECDH shared secret: the x-coordinate of the shared point. */
  agree(key: AgreementKey, other: AgreementPublicKey): MaybePromise<Uint8Array>

  /**
   * Encrypts with AES-GCM. Returns the ciphertext followed by the 16-byte tag. A key of 16 bytes selects AES-128, and a
   * key of 32 bytes AES-256. Does not support a key of another length.
   */
  encrypt(key: Uint8Array, iv: Uint8Array, plaintext: Uint8Array, additional: Uint8Array): MaybePromise<Uint8Array>
  /** Decrypts the output of `encrypt`. Returns `undefined` if the tag is wrong, or if `sealed` has no whole tag. */
  decrypt(
    key: Uint8Array,
    iv: Uint8Array,
    sealed: Uint8Array,
    additional: Uint8Array,
  ): MaybePromise<Uint8Array | undefined>
  /**
   * Unwraps a 256-bit AES key (RFC 3394). `key` is the wrapping key of 32 bytes. Returns `undefined` if `wrapped` was
   * wrapped with another key or is malformed.
   */
  unwrapKey(key: Uint8Array, wrapped: Uint8Array): MaybePromise<Uint8Array | undefined>

  /**
   * Runs a key operation for which the port has no method, such as the verification of a certificate chain. An adapter
   * may group the operation with those of other requests. Callers use `runGrouped`.
   */
  grouped?<T>(work: () => T): MaybePromise<T>
}

/** Context of functions that need cryptography. */
export interface CryptoContext {
  readonly crypto: Crypto
}

/** Runs a key operation for which the port has no method. Runs it at once if the adapter has no `grouped`. */
export const runGrouped = <T>({ crypto }: CryptoContext, work: () => T): MaybePromise<T> =>
  crypto.grouped === undefined ? work() : crypto.grouped(work)

/** Returns true if two texts are equal. Compares their SHA-256 digests in constant time. */
export const equalTexts = ({ crypto }: CryptoContext, a: string, b: string): boolean =>
  crypto.equal(crypto.digest('sha-256', a), crypto.digest('sha-256', b))
