/**
 * The certificate of an mdoc's issuer (RFC 5280 §4.1, ISO 18013-5 Annex B): the few fields that a chain of ECDSA keys
 * needs. A reader of its own because wallets on phones and in browsers read it too, where there is no `node:crypto`.
 */
import {
  encodeBase64url,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
  sameBytes,
} from '../base/index.ts'
import { type DerValue, derMembers, derNumber, derOctets, derOid, derTags, isUniversal, readDer } from '../x509/der.ts'
import { readUtc } from './element-value.ts'

/** The curves on which issuers of mdocs sign (ISO 18013-5 Annex B). */
export type EcCurve = 'P-256' | 'P-384' | 'P-521'

/** A certificate above an mdoc by its fields (ISO 18013-5 Annex B): its signature is not judged yet. */
export interface IssuerCertificate {
  readonly der: Uint8Array
  /** What is signed. */
  readonly tbs: Uint8Array
  readonly signatureHash: 'sha-256' | 'sha-384' | 'sha-512'
  /** DER: a SEQUENCE of two INTEGERs. */
  readonly signature: Uint8Array
  /** DER names. */
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly publicJwk: PublicJwk
  readonly isAuthority: boolean
  /** Says nothing of being one. What can be read in neither way is neither. */
  readonly isEndEntity: boolean
  /** How many authorities may follow; `undefined`: any number. */
  readonly pathLength: number | undefined
  /** The first byte of keyUsage, 0 of one that cannot be read; `undefined` when there is no such extension. */
  readonly keyUsage: number | undefined
  /** OIDs of extendedKeyUsage; `undefined` when there is no such extension. */
  readonly purposes: readonly string[] | undefined
  /** URIs of subjectAltName: identifiers of whom the certificate stands for. */
  readonly uris: readonly string[]
  /** keyIdentifier of authorityKeyIdentifier (RFC 5280 §4.2.1.1). */
  readonly authorityKeyId: Uint8Array | undefined
}

/**
 * Why a certificate cannot be judged: not readable, a key or signature of another kind, or a critical extension that
 * nobody here knows (RFC 5280 §4.2).
 */
export type IssuerCertificateCode =
  | 'certificate_malformed'
  | 'certificate_algorithm_unsupported'
  | 'certificate_extension_unknown'

/** Bits of the first byte of keyUsage (RFC 5280 §4.2.1.3). */
export const keyUsageBits = { digitalSignature: 0x80, keyCertSign: 0x04 } as const

const signatureHashes: ReadonlyMap<string, IssuerCertificate['signatureHash']> = new Map([
  ['1.2.840.10045.4.3.2', 'sha-256'],
  ['1.2.840.10045.4.3.3', 'sha-384'],
  ['1.2.840.10045.4.3.4', 'sha-512'],
])

const curves: ReadonlyMap<string, { readonly crv: EcCurve; readonly bytes: number }> = new Map([
  ['1.2.840.10045.3.1.7', { crv: 'P-256', bytes: 32 }],
  ['1.3.132.0.34', { crv: 'P-384', bytes: 48 }],
  ['1.3.132.0.35', { crv: 'P-521', bytes: 66 }],
])

/** Of a coordinate, which is half of a signature; `undefined` for a curve that is not taken. */
export const curveBytes = (crv: string | undefined): number | undefined =>
  [...curves.values()].find((curve) => curve.crv === crv)?.bytes

const extensionOids = {
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const
const authorityKeyIdentifier = '2.5.29.35'
/** May be critical. */
const understood: readonly string[] = Object.values(extensionOids)

/** Reads one DER certificate of an ECDSA key, signed with ECDSA. Judges neither dates nor signature. */
export function parseIssuerCertificate(
  der: Uint8Array,
  at: string,
): IssuerCertificate | Failure<IssuerCertificateCode> {
  const [body, algorithm, signature] = derMembers(readDer(der)) ?? []
  const fields = derMembers(body)?.filter(({ tagClass }) => tagClass === 0)
  if (body === undefined || fields === undefined) return fail('certificate_malformed', at)
  const [, inner, issuer, validity, subject, spki] = fields
  const [notBefore, notAfter] = (derMembers(validity) ?? []).map(readTime)
  const extensions = readExtensions(derMembers(body)?.find(({ tagClass, tag }) => tagClass === 2 && tag === 3))
  if (issuer === undefined || subject === undefined || extensions === undefined)
    return fail('certificate_malformed', at)
  const versionFits = extensions.length === 0 || isVersion3(derMembers(body)?.[0])
  if (!versionFits) return fail('certificate_malformed', at) // RFC 5280 §4.1.2.1
  if (notBefore === undefined || notAfter === undefined) return fail('certificate_malformed', at)
  const algorithmOid = derOid(derMembers(algorithm)?.[0])
  const signatureHash = signatureHashes.get(algorithmOid ?? '')
  const publicJwk = readKey(spki)
  const signatureBits = signature?.contents[0] === 0 ? readBits(signature) : undefined
  if (signatureBits === undefined || algorithm === undefined || inner === undefined)
    return fail('certificate_malformed', at)
  if (!sameBytes(algorithm.encoded, inner.encoded)) return fail('certificate_malformed', at) // RFC 5280 §4.1.1.2
  if (signatureHash === undefined || publicJwk === undefined) return fail('certificate_algorithm_unsupported', at)
  const unknown = extensions.some(({ oid, critical }) => critical && !understood.includes(oid))
  if (unknown) return fail('certificate_extension_unknown', at) // RFC 5280 §4.2
  const find = (oid: string): Extension | undefined => extensions.find((one) => one.oid === oid)
  const extension = (oid: string): DerValue | undefined => find(oid)?.value
  return {
    der,
    tbs: body.encoded,
    signatureHash,
    signature: signatureBits,
    issuer: issuer.encoded,
    subject: subject.encoded,
    notBefore,
    notAfter,
    publicJwk,
    ...readConstraints(find(extensionOids.basicConstraints)),
    keyUsage: readUsage(find(extensionOids.keyUsage)),
    purposes: readPurposes(find(extensionOids.extendedKeyUsage)),
    uris: readUris(extension(extensionOids.subjectAltName)),
    authorityKeyId: derMembers(extension(authorityKeyIdentifier))?.find(isKeyIdentifier)?.contents,
  }
}

const version3 = Uint8Array.of(0xa0, 3, 2, 1, 2)

/** `[0] INTEGER 2`: only such a certificate has extensions. */
const isVersion3 = (version: DerValue | undefined): boolean =>
  version !== undefined && sameBytes(version.encoded, version3)

const isKeyIdentifier = ({ tagClass, tag }: DerValue): boolean => tagClass === 2 && tag === 0

/** base64url of the authority key identifiers in these certificates (OpenID4VP 1.0 §6.1.1.1). They are not verified. */
export const authorityKeyIds = (certificates: readonly Uint8Array[]): readonly string[] =>
  certificates.flatMap((der) => {
    const certificate = parseIssuerCertificate(der, 'certificate')
    if (failed(certificate) || certificate.authorityKeyId === undefined) return []
    return [encodeBase64url(certificate.authorityKeyId)]
  })

interface Extension {
  readonly oid: string
  readonly critical: boolean
  readonly value: DerValue | undefined
}

function readExtensions(field: DerValue | undefined): readonly Extension[] | undefined {
  if (field === undefined) return []
  const list = derMembers(readDer(field.contents))
  const extensions = list?.map((extension): Extension | undefined => {
    const members = derMembers(extension) ?? []
    const oid = derOid(members[0])
    const value = derOctets(members.at(-1))
    if (oid === undefined || value === undefined) return undefined
    return { oid, critical: members.length === 3, value: readDer(value) }
  })
  const readable = extensions?.filter((extension) => extension !== undefined)
  const oids = new Set(readable?.map(({ oid }) => oid))
  return oids.size === extensions?.length ? readable : undefined // RFC 5280 §4.2: each once
}

type Constraints = Pick<IssuerCertificate, 'isAuthority' | 'isEndEntity' | 'pathLength'>

/** Who states a length that cannot be read is no authority: any number would be the other reading. */
function readConstraints(extension: Extension | undefined): Constraints {
  if (extension === undefined) return { isAuthority: false, isEndEntity: true, pathLength: undefined }
  const members = derMembers(extension.value)
  const [authority, length] = members ?? []
  const pathLength = derNumber(length)
  const readable = length === undefined || pathLength !== undefined
  const isAuthority = readable && isBoolean(authority, 0xff)
  const isEndEntity = members?.length === 0 || (members?.length === 1 && isBoolean(authority, 0))
  return { isAuthority, isEndEntity, pathLength: isAuthority ? pathLength : undefined }
}

const isBoolean = (value: DerValue | undefined, byte: number): boolean =>
  isUniversal(value, derTags.boolean) && value.contents.length === 1 && value.contents[0] === byte

/** One that cannot be read, or that names no use (RFC 5280 §4.2.1.3), is for nothing. */
const readUsage = (extension: Extension | undefined): number | undefined =>
  extension && (readBits(extension.value)?.[0] ?? 0)

/** One that cannot be read is for nothing. */
const readPurposes = (extension: Extension | undefined): readonly string[] | undefined =>
  extension && (derMembers(extension.value) ?? []).map((purpose) => derOid(purpose) ?? '')

const decoder = new TextDecoder()
const uriTag = 6

const readUris = (value: DerValue | undefined): readonly string[] =>
  (derMembers(value) ?? [])
    .filter(({ tagClass, tag }) => tagClass === 2 && tag === uriTag)
    .map(({ contents }) => decoder.decode(contents))

/** The octets of a BIT STRING without its count of unused bits. */
const readBits = (value: DerValue | undefined): Uint8Array | undefined =>
  isUniversal(value, derTags.bitString) && value.contents.length > 1 ? value.contents.subarray(1) : undefined

function readKey(spki: DerValue | undefined): PublicJwk | undefined {
  const [algorithm, bits] = derMembers(spki) ?? []
  const [type, parameters] = derMembers(algorithm) ?? []
  const curve = curves.get(derOid(parameters) ?? '')
  const point = readBits(bits)
  if (derOid(type) !== '1.2.840.10045.2.1' || curve === undefined || point === undefined) return undefined
  if (point[0] !== 4 || point.length !== 1 + 2 * curve.bytes) return undefined
  const x = encodeBase64url(point.slice(1, 1 + curve.bytes))
  return { kty: 'EC', crv: curve.crv, x, y: encodeBase64url(point.slice(1 + curve.bytes)) }
}

const [utcTime, generalizedTime] = [23, 24]

/** UTCTime and GeneralizedTime as RFC 5280 §4.1.2.5 has them: seconds, `Z`, no fractions. */
function readTime(value: DerValue): NumericDate | undefined {
  if (value.tagClass !== 0 || (value.tag !== utcTime && value.tag !== generalizedTime)) return undefined
  const text = decoder.decode(value.contents)
  const short = value.tag === utcTime
  const match = (short ? /^(\d{2})(\d{10})Z$/ : /^(\d{4})(\d{10})Z$/).exec(text)
  if (match === null) return undefined
  const [, year = '', rest = ''] = match
  const full = short ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
  const [month, day, hour, minute, second] = rest.match(/\d{2}/g) ?? []
  return readUtc(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
