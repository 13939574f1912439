/**
 * X.509 certificates as vendors use them (RFC 5280 §4.1): names, serial, dates, extensions and the public key, read
 * once; signatures by `node:crypto`. Server side only.
 */
import { createPublicKey, hash, type KeyObject, X509Certificate } from 'node:crypto'
import { encodeBase64url, type Failure, fail, type NumericDate, type PublicJwk } from '../base/index.ts'
import { type DerValue, derMembers, derOctets, derOid, derTags, isUniversal, readDer } from './der.ts'

export interface NameAttribute {
  readonly oid: string
  readonly text: string
}

export interface CertificateExtension {
  readonly oid: string
  /** The contents of extnValue. */
  readonly value: Uint8Array
}

/** A key to check signatures with, and the digest of its SPKI by which it is recognised. */
export interface IssuerKey {
  /** SHA-256 of the DER SubjectPublicKeyInfo, lower-case hexadecimal. */
  readonly spkiDigest: string
  readonly keyObject: KeyObject
}

export interface Certificate {
  readonly der: Uint8Array
  readonly subject: readonly NameAttribute[]
  readonly issuer: readonly NameAttribute[]
  /** Lower-case hexadecimal without leading zeros. */
  readonly serial: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly extensions: readonly CertificateExtension[]
  /** basicConstraints says that this is a certification authority. */
  readonly isAuthority: boolean
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
  readonly spkiDigest: string
  /** `undefined` for a key that this runtime cannot use. */
  publicKey(): KeyObject | undefined
  /** Whether this key made the signature. A positive answer is remembered with the certificate. */
  isSignedBy(key: IssuerKey): boolean
}

export type CertificateCode = 'certificate_malformed'

export const nameOids = { commonName: '2.5.4.3', serialNumber: '2.5.4.5', organization: '2.5.4.10' } as const

/** Reads one DER certificate, with nothing after it. Judges neither dates nor signature. */
export function parseCertificate(der: Uint8Array, at: string): Certificate | Failure<CertificateCode> {
  const fields = readFields(der)
  if (fields === undefined) return fail('certificate_malformed', at)
  let native: X509Certificate
  let dates: readonly [number, number]
  try {
    native = new X509Certificate(der)
    dates = [native.validFromDate.getTime() / 1000, native.validToDate.getTime() / 1000]
  } catch {
    return fail('certificate_malformed', at)
  }
  const proven = new Set<string>()
  let spkiDigest: string | undefined
  return {
    der,
    ...fields,
    notBefore: dates[0],
    notAfter: dates[1],
    get isAuthority() {
      return native.ca
    },
    get spkiDigest() {
      spkiDigest ??= digestHex(fields.spki)
      return spkiDigest
    },
    publicKey: () => attempt(() => native.publicKey),
    isSignedBy: (key) => {
      if (proven.has(key.spkiDigest)) return true
      const holds = attempt(() => native.verify(key.keyObject)) ?? false
      if (holds) proven.add(key.spkiDigest)
      return holds
    },
  }
}

/** SubjectPublicKeyInfo of a P-256 key up to its point: id-ecPublicKey, prime256v1, a bit string of 66 bytes, uncompressed. */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/** The key in a P-256 SubjectPublicKeyInfo; `undefined` for any other. Does not check that the point is on the curve. */
export function readP256Key(spki: Uint8Array): PublicJwk | undefined {
  const point = p256Prefix.length
  if (spki.length !== point + 64 || p256Prefix.compare(spki, 0, point) !== 0) return undefined
  const [x, y] = [spki.subarray(point, point + 32), spki.subarray(point + 32)].map(encodeBase64url) as [string, string]
  return { crv: 'P-256', kty: 'EC', x, y }
}

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

export const findExtension = (certificate: Certificate, oid: string): Uint8Array | undefined =>
  certificate.extensions.find((extension) => extension.oid === oid)?.value

/** Whether two names say the same, whichever string types they are written in. */
export const sameName = (a: readonly NameAttribute[], b: readonly NameAttribute[]): boolean =>
  a.length === b.length && a.every(({ oid, text }, index) => oid === b[index]?.oid && text === b[index].text)

export const nameHas = (name: readonly NameAttribute[], oid: string, text?: string): boolean =>
  name.some((attribute) => attribute.oid === oid && (text === undefined || attribute.text === text))

type Fields = Pick<Certificate, 'serial' | 'subject' | 'issuer' | 'extensions' | 'spki'>

function readFields(der: Uint8Array): Fields | undefined {
  const [body] = derMembers(readDer(der)) ?? []
  const members = derMembers(body)
  if (members === undefined) return undefined
  const [serial, , issuerName, , subjectName, spki] = members.filter(({ tagClass }) => tagClass === 0)
  const issuer = readName(issuerName)
  const subject = readName(subjectName)
  const extensions = readExtensions(members.find(({ tagClass, tag }) => tagClass === 2 && tag === 3))
  if (!issuer || !subject || !extensions || spki?.tag !== derTags.sequence) return undefined
  if (!isUniversal(serial, derTags.integer)) return undefined
  return { serial: readSerial(serial), issuer, subject, extensions, spki: spki.encoded }
}

const readSerial = ({ contents }: DerValue): string =>
  Buffer.from(contents)
    .toString('hex')
    .replace(/^0+(?=.)/, '')

function readName(name: DerValue | undefined): readonly NameAttribute[] | undefined {
  const attributes: NameAttribute[] = []
  for (const relative of derMembers(name) ?? [undefined]) {
    for (const attribute of derMembers(relative, derTags.set) ?? [undefined]) {
      const [type, text] = derMembers(attribute) ?? []
      const oid = derOid(type)
      if (oid === undefined || text === undefined) return undefined
      attributes.push({ oid, text: Buffer.from(text.contents).toString('utf8') })
    }
  }
  return attributes
}

function readExtensions(field: DerValue | undefined): readonly CertificateExtension[] | undefined {
  if (field === undefined) return []
  const list = derMembers(readDer(field.contents))
  const extensions = list?.map((extension): CertificateExtension | undefined => {
    const members = derMembers(extension) ?? []
    const oid = derOid(members[0])
    const value = derOctets(members.at(-1))
    return oid !== undefined && value !== undefined ? { oid, value } : undefined
  })
  return extensions?.every((extension) => extension !== undefined) ? extensions : undefined
}

const digestHex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
