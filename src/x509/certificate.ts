/**
 * Parses X.509 certificates (RFC 5280 §4.1): names, serial number, dates, extensions and public key. `node:crypto`
 * verifies signatures. Server side only.
 *
 * Parsing with `X509Certificate` costs as much as verifying a signature. Certificates of the usual form are therefore
 * parsed without it (`usual-certificate.ts`). For them, an `X509Certificate` is created only when `isAuthority` is
 * read.
 */
import { createPublicKey, hash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { type Failure, fail, type NumericDate } from '../base/index.ts'
import { type CertificateFields, type NameAttribute, readCertificateFields } from './certificate-fields.ts'
import { readUsualCertificate, type UsualCertificate } from './usual-certificate.ts'

/** A key that verifies signatures of certificates, and the digest of its SPKI. */
export interface IssuerKey {
  /** SHA-256 of the DER SubjectPublicKeyInfo, lower-case hexadecimal. */
  readonly spkiDigest: string
  /** Throws a TypeError for an unsupported key of a certificate. */
  readonly keyObject: KeyObject
}

/** A parsed certificate. `verifyChain` and `verifyCertificatePath` check who signed it. */
export interface Certificate extends CertificateFields {
  readonly der: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  /**
   * True if basicConstraints has `cA`, and keyUsage has `keyCertSign` or is absent. False if `node:crypto` cannot read
   * the bytes.
   */
  readonly isAuthority: boolean
  /** Digest of the SubjectPublicKeyInfo, as in `IssuerKey`. Keys are pinned and compared by it. */
  readonly spkiDigest: string
  /** Returns `undefined` for a key that this runtime does not support. */
  publicKey(): KeyObject | undefined
  /**
   * Returns the key of this certificate, for `isSignedBy` of another certificate. With an unsupported key, `isSignedBy`
   * returns false.
   */
  issuerKey(): IssuerKey
  /** Returns true if this key made the signature. Remembers the last key that made it. */
  isSignedBy(key: IssuerKey): boolean
}

/** The certificate cannot be parsed. */
export type CertificateCode = 'certificate_malformed'

/** Object identifiers of name attributes (X.520). */
export const nameOids = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  organization: '2.5.4.10',
  title: '2.5.4.12',
  organizationIdentifier: '2.5.4.97',
  email: '1.2.840.113549.1.9.1',
} as const

/**
 * Maximum size in bytes: several times the size of real certificates. Limits memory: each extension becomes an object,
 * and an extension can be as short as seven bytes.
 */
const maximumLength = 16_384

/**
 * Parses one DER certificate of at most 16 KiB, with no bytes after it. Checks that its dates are well-formed. Does not
 * compare them with the current time. Does not check the signature.
 */
export function parseCertificate(der: Uint8Array, at: string): Certificate | Failure<CertificateCode> {
  if (der.length > maximumLength) return fail('certificate_malformed', at)
  const usual = readUsualCertificate(der)
  if (usual !== undefined) return new ParsedCertificate(der, usual, usualParts(der, usual))
  const fields = readCertificateFields(der)
  if (fields === undefined) return fail('certificate_malformed', at)
  try {
    const native = new X509Certificate(der)
    if (!hasValidDates(native)) return fail('certificate_malformed', at) // RFC 5280 §4.1.2.5
    const dates = { notBefore: native.validFromDate.getTime() / 1000, notAfter: native.validToDate.getTime() / 1000 }
    return new ParsedCertificate(der, { ...fields, ...dates }, nativeParts(native))
  } catch {
    return fail('certificate_malformed', at)
  }
}

/**
 * Returns true if both dates are well-formed (RFC 5280 §4.1.2.5). `node:crypto` reports a malformed date only in the
 * text of `validFrom` or `validTo`. The value of `validFromDate` or `validToDate` is then arbitrary.
 */
export const hasValidDates = ({ validFrom, validTo }: X509Certificate): boolean =>
  !Number.isNaN(Date.parse(validFrom)) && !Number.isNaN(Date.parse(validTo))

/** Parts that need `node:crypto`. `ParsedCertificate` caches the results of `isAuthority` and `publicKey`. */
interface NativeParts {
  isAuthority(): boolean
  /** Throws for an unsupported key. */
  publicKey(): KeyObject
  verify(key: IssuerKey): boolean
}

const nativeParts = (native: X509Certificate): NativeParts => ({
  isAuthority: () => native.ca,
  publicKey: () => native.publicKey,
  verify: ({ keyObject }) => native.verify(keyObject),
})

const usualParts = (der: Uint8Array, { spki, signed }: UsualCertificate): NativeParts => ({
  isAuthority: () => new X509Certificate(der).ca,
  publicKey: () => createPublicKey({ key: spki as Buffer, format: 'der', type: 'spki' }),
  verify: ({ keyObject }) =>
    keyObject.asymmetricKeyType === signed.keyType && verify(signed.hash, signed.tbs, keyObject, signed.signature),
})

type DatedFields = CertificateFields & Pick<Certificate, 'notBefore' | 'notAfter'>

class ParsedCertificate implements Certificate, IssuerKey {
  readonly der: Uint8Array
  readonly serial: string
  readonly subject: readonly NameAttribute[]
  readonly issuer: readonly NameAttribute[]
  readonly extensions: Certificate['extensions']
  readonly spki: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly #parts: NativeParts
  #isAuthority: boolean | undefined
  #spkiDigest: string | undefined
  /** `null` for an unsupported key. */
  #publicKey: KeyObject | null | undefined
  /** Digest of the key that made the signature. To compare digests costs less than to create key objects. */
  #signerDigest: string | undefined

  constructor(der: Uint8Array, fields: DatedFields, parts: NativeParts) {
    this.der = der
    this.serial = fields.serial
    this.subject = fields.subject
    this.issuer = fields.issuer
    this.extensions = fields.extensions
    this.spki = fields.spki
    this.notBefore = fields.notBefore
    this.notAfter = fields.notAfter
    this.#parts = parts
  }

  get isAuthority(): boolean {
    this.#isAuthority ??= attempt(() => this.#parts.isAuthority()) ?? false
    return this.#isAuthority
  }

  get spkiDigest(): string {
    this.#spkiDigest ??= digestHex(this.spki)
    return this.#spkiDigest
  }

  publicKey(): KeyObject | undefined {
    if (this.#publicKey === undefined) this.#publicKey = attempt(() => this.#parts.publicKey()) ?? null
    return this.#publicKey ?? undefined
  }

  get keyObject(): KeyObject {
    const key = this.publicKey()
    if (key === undefined) throw new TypeError('the key of the certificate is not supported')
    return key
  }

  issuerKey(): IssuerKey {
    return this
  }

  isSignedBy(key: IssuerKey): boolean {
    if (this.#signerDigest === key.spkiDigest) return true
    const isValid = attempt(() => this.#parts.verify(key)) ?? false
    if (isValid) this.#signerDigest = key.spkiDigest
    return isValid
  }
}

/** Returns the key of a DER SubjectPublicKeyInfo. Creates the key object when it is first read. */
export function issuerKeyOf(spki: Uint8Array): IssuerKey {
  let keyObject: KeyObject | undefined
  return {
    spkiDigest: digestHex(spki),
    get keyObject() {
      keyObject ??= createPublicKey({ key: spki as Buffer, format: 'der', type: 'spki' })
      return keyObject
    },
  }
}

/**
 * Parses a key to be pinned: a SubjectPublicKeyInfo or a certificate, in PEM or DER. Throws for any other DER, for an
 * unsupported key, and for a PEM text that `createPublicKey` does not accept.
 */
export function pinKey(key: string | Uint8Array): IssuerKey {
  const keyInput = typeof key === 'string' ? key : ({ key: Buffer.from(key), format: 'der', type: 'spki' } as const)
  const keyObject = attempt(() => new X509Certificate(key))?.publicKey ?? createPublicKey(keyInput)
  return { spkiDigest: digestHex(keyObject.export({ type: 'spki', format: 'der' })), keyObject }
}

/**
 * Returns the DER contents of `extnValue` (RFC 5280 §4.1) of the first extension with this identifier, or `undefined`.
 */
export const findExtension = (certificate: Certificate, oid: string): Uint8Array | undefined =>
  certificate.extensions.find((extension) => extension.oid === oid)?.value

/**
 * Returns true if two names have the same attributes with the same texts in the same order. Ignores string types and
 * how the attributes are grouped into relative names.
 */
export const sameName = (a: readonly NameAttribute[], b: readonly NameAttribute[]): boolean =>
  a.length === b.length && a.every(({ oid, text }, index) => oid === b[index]?.oid && text === b[index].text)

/** Returns true if a name has this attribute, with this text if one is given. Compares case-sensitively. */
export const nameHas = (name: readonly NameAttribute[], oid: string, text?: string): boolean =>
  name.some((attribute) => attribute.oid === oid && (text === undefined || attribute.text === text))

const digestHex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
