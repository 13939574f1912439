/**
 * X.509 certificates as vendors use them (RFC 5280 §4.1): names, serial, dates, extensions and the public key, read
 * once; signatures by `node:crypto`. Server side only.
 *
 * `X509Certificate` parses whatever is not as usual, and costs as much as checking a signature: what is as usual is read
 * without it, and it is made only when somebody asks for what it alone knows.
 */
import { createPublicKey, hash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { encodeBase64url, type Failure, fail, type NumericDate, type PublicJwk } from '../base/index.ts'
import { type CertificateFields, type NameAttribute, readCertificateFields } from './certificate-fields.ts'
import { readUsualCertificate, type SignedPart, type SpkiKey } from './usual-certificate.ts'

/** A key to check signatures with, and the digest of its SPKI by which it is recognised. */
export interface IssuerKey {
  /** SHA-256 of the DER SubjectPublicKeyInfo, lower-case hexadecimal. */
  readonly spkiDigest: string
  readonly keyObject: KeyObject
  /** The same key, where nobody has checked a signature with it before: most are used once, and an object of it costs more. */
  readonly unused?: SpkiKey | undefined
}

export interface Certificate extends CertificateFields {
  readonly der: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  /** basicConstraints says that this is a certification authority. */
  readonly isAuthority: boolean
  readonly spkiDigest: string
  /** `undefined` for a key that this runtime cannot use. */
  publicKey(): KeyObject | undefined
  /** The same as the key of an issuer; `undefined` likewise, unless nobody has used it yet. */
  issuerKey(): IssuerKey | undefined
  /** Whether this key made the signature. A positive answer is remembered with the certificate. */
  isSignedBy(key: IssuerKey): boolean
}

export type CertificateCode = 'certificate_malformed'

export const nameOids = { commonName: '2.5.4.3', serialNumber: '2.5.4.5', organization: '2.5.4.10' } as const

/** Bytes: several times what vendors and issuers make. Each seven bytes can be an extension, which are objects here. */
const longest = 16_384

/** Reads one DER certificate of 16 KiB at most, with nothing after it. Judges neither dates nor signature. */
export function parseCertificate(der: Uint8Array, at: string): Certificate | Failure<CertificateCode> {
  if (der.length > longest) return fail('certificate_malformed', at)
  const usual = readUsualCertificate(der)
  if (usual !== undefined) return certificateOf(der, usual, usualParts(der, usual))
  const fields = readCertificateFields(der)
  if (fields === undefined) return fail('certificate_malformed', at)
  try {
    const native = new X509Certificate(der)
    if (!saysWhen(native)) return fail('certificate_malformed', at) // RFC 5280 §4.1.2.5
    const dates = { notBefore: native.validFromDate.getTime() / 1000, notAfter: native.validToDate.getTime() / 1000 }
    return certificateOf(der, { ...fields, ...dates }, nativeParts(native))
  } catch {
    return fail('certificate_malformed', at)
  }
}

/**
 * Whether both dates can be read (RFC 5280 §4.1.2.5). Of one that cannot the library says so in its text alone; as a `Date`
 * it is whatever memory held.
 */
export const saysWhen = ({ validFrom, validTo }: X509Certificate): boolean =>
  !Number.isNaN(Date.parse(validFrom)) && !Number.isNaN(Date.parse(validTo))

/** What needs the native library, asked for at most once each. */
interface NativeParts {
  readonly isAuthority: () => boolean
  /** Throws for a key that cannot be used. */
  readonly publicKey: () => KeyObject
  readonly spkiKey?: SpkiKey
  readonly verify: (key: IssuerKey) => boolean
}

const nativeParts = (native: X509Certificate): NativeParts => ({
  isAuthority: () => native.ca,
  publicKey: () => native.publicKey,
  verify: ({ keyObject }) => native.verify(keyObject),
})

const usualParts = (
  der: Uint8Array,
  { spkiKey, signed }: { readonly spkiKey: SpkiKey; readonly signed: SignedPart },
): NativeParts => ({
  isAuthority: () => new X509Certificate(der).ca,
  publicKey: () => createPublicKey(spkiKey),
  spkiKey,
  verify: (issuer) => {
    const key = issuer.unused ?? issuer.keyObject
    return key.asymmetricKeyType === signed.keyType && verify(signed.hash, signed.tbs, key, signed.signature)
  },
})

type Dated = CertificateFields & Pick<Certificate, 'notBefore' | 'notAfter'>

function certificateOf(der: Uint8Array, fields: Dated, parts: NativeParts): Certificate {
  const { serial, subject, issuer, extensions, spki, notBefore, notAfter } = fields
  let isAuthority: boolean | undefined
  let spkiDigest: string | undefined
  let publicKey: { readonly keyObject: KeyObject | undefined } | undefined
  let provenBy: IssuerKey | undefined
  let used = false
  const certificate: Certificate = {
    der,
    serial,
    subject,
    issuer,
    extensions,
    spki,
    notBefore,
    notAfter,
    get isAuthority() {
      isAuthority ??= parts.isAuthority()
      return isAuthority
    },
    get spkiDigest() {
      spkiDigest ??= digestHex(spki)
      return spkiDigest
    },
    publicKey: () => {
      publicKey ??= { keyObject: attempt(parts.publicKey) }
      return publicKey.keyObject
    },
    issuerKey: () => {
      const unused = used ? undefined : parts.spkiKey
      used = true
      return unused || certificate.publicKey() ? new KeyOfIssuer(certificate, unused) : undefined
    },
    isSignedBy: (key) => {
      if (provenBy !== undefined && sameIssuerKey(provenBy, key)) return true
      const holds = attempt(() => parts.verify(key)) ?? false
      if (holds) provenBy = key
      return holds
    },
  }
  return certificate
}

/** The digest is for the case that two keys must be compared, which is seldom, and the object for a second use. */
class KeyOfIssuer implements IssuerKey {
  readonly unused: SpkiKey | undefined
  readonly #certificate: Certificate

  constructor(certificate: Certificate, unused: SpkiKey | undefined) {
    this.#certificate = certificate
    this.unused = unused
  }

  get keyObject(): KeyObject {
    return this.#certificate.publicKey() as KeyObject
  }

  get spkiDigest(): string {
    return this.#certificate.spkiDigest
  }
}

/** Most often it is the very object; a digest is computed only when it is another. */
const sameIssuerKey = (a: IssuerKey, b: IssuerKey): boolean =>
  a.keyObject === b.keyObject || a.spkiDigest === b.spkiDigest

/** SubjectPublicKeyInfo of a P-256 key up to its point: id-ecPublicKey, prime256v1, a bit string of 66 bytes, uncompressed. */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/** The field and the constant of the curve y² = x³ − 3x + b (SEC 2 §2.4.2). */
const p256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
}

/** The key in a P-256 SubjectPublicKeyInfo, its point on the curve; `undefined` for any other. */
export function readP256Key(spki: Uint8Array): PublicJwk | undefined {
  const point = p256Prefix.length
  if (spki.length !== point + 64 || p256Prefix.compare(spki, 0, point) !== 0) return undefined
  const [x, y] = [spki.subarray(point, point + 32), spki.subarray(point + 32)] as const
  if (!isP256Point(integerOf(x), integerOf(y))) return undefined
  return { crv: 'P-256', kty: 'EC', x: encodeBase64url(x), y: encodeBase64url(y) }
}

/** All of SEC 1 §3.2.2.1 for a curve of which the order is prime: a fifth of what an import into the library costs. */
const isP256Point = (x: bigint, y: bigint): boolean =>
  x < p256.p && y < p256.p && (y * y - (x * x - 3n) * x - p256.b) % p256.p === 0n

const integerOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)

/** Reads a key that chains may end in: PEM or DER, a SubjectPublicKeyInfo or a certificate. Throws for anything else. */
export function pinKey(key: string | Uint8Array): IssuerKey {
  const isCertificate =
    typeof key === 'string' ? key.includes('BEGIN CERTIFICATE') : attempt(() => new X509Certificate(key))
  const keyObject = isCertificate
    ? new X509Certificate(key).publicKey
    : typeof key === 'string'
      ? createPublicKey(key)
      : createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' })
  return { spkiDigest: digestHex(keyObject.export({ type: 'spki', format: 'der' })), keyObject }
}

/** The contents of `extnValue`, DER by itself (RFC 5280 §4.1). The first, where there were two; `undefined` when there is none. */
export const findExtension = (certificate: Certificate, oid: string): Uint8Array | undefined =>
  certificate.extensions.find((extension) => extension.oid === oid)?.value

/** Whether two names say the same, whichever string types they are written in. */
export const sameName = (a: readonly NameAttribute[], b: readonly NameAttribute[]): boolean =>
  a.length === b.length && a.every(({ oid, text }, index) => oid === b[index]?.oid && text === b[index].text)

/** Whether a name has this attribute, and with this text where one is said; letters must agree in case. */
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
