/**
 * X.509 certificates as vendors use them (RFC 5280 §4.1): names, serial, dates, extensions and the public key, read
 * once; signatures by `node:crypto`. Server side only.
 *
 * `X509Certificate` parses whatever is not as usual, and costs as much as checking a signature: what is as usual is read
 * without it, and it is made only when somebody asks for what it alone knows.
 */
import { createPublicKey, hash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { type Failure, fail, type NumericDate } from '../base/index.ts'
import { type CertificateFields, type NameAttribute, readCertificateFields } from './certificate-fields.ts'
import { readUsualCertificate, type SignedPart, type SpkiKey, type UsualCertificate } from './usual-certificate.ts'

/** A key to check signatures with, and the digest of its SPKI by which it is recognised. */
export interface IssuerKey {
  /** SHA-256 of the DER SubjectPublicKeyInfo, lower-case hexadecimal. */
  readonly spkiDigest: string
  readonly keyObject: KeyObject
  /** The same key, where nobody has checked a signature with it before: most are used once, and an object of it costs more. */
  readonly unused?: SpkiKey | undefined
}

/** A certificate that was read. Whether anybody of trust signed it is for `verifyCertificateChain` to say. */
export interface Certificate extends CertificateFields {
  readonly der: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  /** basicConstraints says that this is a certification authority. */
  readonly isAuthority: boolean
  /** By which keys are pinned and compared. */
  readonly spkiDigest: string
  /** `undefined` for a key that this runtime cannot use. */
  publicKey(): KeyObject | undefined
  /** The same as the key of an issuer. Of one that cannot be used nothing is signed. */
  issuerKey(): IssuerKey
  /** Whether this key made the signature. A positive answer is remembered with the certificate. */
  isSignedBy(key: IssuerKey): boolean
}

/** The one code: what cannot be read as a certificate is not told apart. */
export type CertificateCode = 'certificate_malformed'

/** Attributes of names that are looked for (X.520). */
export const nameOids = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  organization: '2.5.4.10',
  title: '2.5.4.12',
} as const

/** Bytes: several times what vendors and issuers make. Each seven bytes can be an extension, which are objects here. */
const longest = 16_384

/** Reads one DER certificate of 16 KiB at most, with nothing after it. Judges neither dates nor signature. */
export function parseCertificate(der: Uint8Array, at: string): Certificate | Failure<CertificateCode> {
  if (der.length > longest) return fail('certificate_malformed', at)
  const usual = readUsualCertificate(der)
  if (usual !== undefined) return new ParsedCertificate(der, usual, new UsualParts(der, usual))
  const fields = readCertificateFields(der)
  if (fields === undefined) return fail('certificate_malformed', at)
  try {
    const native = new X509Certificate(der)
    if (!saysWhen(native)) return fail('certificate_malformed', at) // RFC 5280 §4.1.2.5
    const dates = { notBefore: native.validFromDate.getTime() / 1000, notAfter: native.validToDate.getTime() / 1000 }
    return new ParsedCertificate(der, { ...fields, ...dates }, nativeParts(native))
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
  isAuthority(): boolean
  /** Throws for a key that cannot be used. */
  publicKey(): KeyObject
  readonly spkiKey?: SpkiKey
  verify(key: IssuerKey): boolean
}

const nativeParts = (native: X509Certificate): NativeParts => ({
  isAuthority: () => native.ca,
  publicKey: () => native.publicKey,
  verify: ({ keyObject }) => native.verify(keyObject),
})

class UsualParts implements NativeParts {
  readonly spkiKey: SpkiKey
  readonly #der: Uint8Array
  readonly #signed: SignedPart

  constructor(der: Uint8Array, { spkiKey, signed }: UsualCertificate) {
    this.spkiKey = spkiKey
    this.#der = der
    this.#signed = signed
  }

  isAuthority(): boolean {
    return new X509Certificate(this.#der).ca
  }

  publicKey(): KeyObject {
    return createPublicKey(this.spkiKey)
  }

  verify(issuer: IssuerKey): boolean {
    const { keyType, hash, tbs, signature } = this.#signed
    const key = issuer.unused ?? issuer.keyObject
    return key.asymmetricKeyType === keyType && verify(hash, tbs, key, signature)
  }
}

type Dated = CertificateFields & Pick<Certificate, 'notBefore' | 'notAfter'>

class ParsedCertificate implements Certificate {
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
  /** `null` of one that cannot be used. */
  #publicKey: KeyObject | null | undefined
  #provenBy: IssuerKey | undefined
  #used = false

  constructor(der: Uint8Array, fields: Dated, parts: NativeParts) {
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
    this.#isAuthority ??= this.#parts.isAuthority()
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

  issuerKey(): IssuerKey {
    const unused = this.#used ? undefined : this.#parts.spkiKey
    this.#used = true
    return new KeyOfIssuer(this, unused)
  }

  isSignedBy(key: IssuerKey): boolean {
    if (this.#provenBy !== undefined && sameIssuerKey(this.#provenBy, key)) return true
    const holds = attempt(() => this.#parts.verify(key)) ?? false
    if (holds) this.#provenBy = key
    return holds
  }
}

/** Makes what is asked for: the object for a second use, and the digest where two keys must be compared. */
class KeyOfIssuer implements IssuerKey {
  readonly unused: SpkiKey | undefined
  readonly #certificate: Certificate

  constructor(certificate: Certificate, unused: SpkiKey | undefined) {
    this.#certificate = certificate
    this.unused = unused
  }

  /** Throws when the key cannot be used. */
  get keyObject(): KeyObject {
    const key = this.#certificate.publicKey()
    if (key === undefined) throw new TypeError('a key that cannot be used')
    return key
  }

  get spkiDigest(): string {
    return this.#certificate.spkiDigest
  }
}

/** By the digests, which are kept: an object of a key costs more to make than they do. */
const sameIssuerKey = (a: IssuerKey, b: IssuerKey): boolean => a.spkiDigest === b.spkiDigest

/** Reads a key that chains may end in: PEM or DER, a SubjectPublicKeyInfo or a certificate. Throws for anything else. */
export function pinKey(key: string | Uint8Array): IssuerKey {
  const bare = typeof key === 'string' ? key : ({ key: Buffer.from(key), format: 'der', type: 'spki' } as const)
  const keyObject = attempt(() => new X509Certificate(key))?.publicKey ?? createPublicKey(bare)
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
