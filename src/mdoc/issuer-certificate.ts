/**
 * Parses certificates of mdoc issuers (RFC 5280 §4.1, ISO 18013-5 Annex B): the few fields that their chains need. Does
 * not use `node:crypto`, so that wallets on phones and in browsers can use it.
 */
import { encodeBase64url, type Failure, fail, type NumericDate, type PublicJwk, sameBytes } from '../base/index.ts'
import { type DerValue, derMembers, derOid, derTags, isUniversal, readDer } from '../x509/der.ts'
import { type GeneralName, type NameConstraints, readGeneralNames, readNameConstraints } from '../x509/general-names.ts'
import { readUtc } from './element-value.ts'
import {
  type Extension,
  extensionOids,
  readBits,
  readConstraints,
  readExtensionsOf,
  readPurposes,
  readUris,
  readUsage,
} from './issuer-extensions.ts'

/** Curves of mdoc issuers' ECDSA keys (ISO 18013-5 Annex B, and RFC 8812 §3). */
export type EcCurve = 'P-256' | 'P-384' | 'P-521' | 'secp256k1'

/** Fields of a certificate in the chain of an mdoc (ISO 18013-5 Annex B). Its signature is not verified. */
export interface IssuerCertificate {
  readonly der: Uint8Array
  /** The signed bytes. */
  readonly tbs: Uint8Array
  readonly signatureHash: 'sha-256' | 'sha-384' | 'sha-512'
  /** DER: a SEQUENCE of two INTEGERs. */
  readonly signature: Uint8Array
  /** Name of the issuer in DER. */
  readonly issuer: Uint8Array
  /** Name of the subject in DER. */
  readonly subject: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly publicJwk: PublicJwk
  /** True for a CA certificate: basicConstraints is readable, and its `cA` is TRUE. */
  readonly isAuthority: boolean
  /**
   * True if basicConstraints is absent or states that this is no CA certificate. If it is unreadable, `isEndEntity` and
   * `isAuthority` are false.
   */
  readonly isEndEntity: boolean
  /** Maximum number of intermediate CAs between this CA and the leaf. `undefined` means no limit. */
  readonly pathLength: number | undefined
  /** First byte of keyUsage. 0 if the extension is unreadable, `undefined` if it is absent. */
  readonly keyUsage: number | undefined
  /**
   * OIDs of extendedKeyUsage. Empty if the extension is unreadable, `undefined` if it is absent. An unreadable OID is
   * an empty text.
   */
  readonly purposes: readonly string[] | undefined
  /** URIs of subjectAltName, which identify the subject. */
  readonly uris: readonly string[]
  /** All names of subjectAltName. `undefined` if the extension is unreadable. */
  readonly names: readonly GeneralName[] | undefined
  /** Presence of cRLDistributionPoints, whose content is not read. */
  readonly distributionPoints: 'absent' | 'present' | 'critical'
  /** Name constraints of a CA certificate. They apply to the certificates below it (RFC 5280 §4.2.1.10). */
  readonly constraints: NameConstraints | undefined
}

/**
 * Reasons to refuse a certificate: it is malformed, has an unsupported key or signature algorithm, or has an unknown
 * critical extension (RFC 5280 §4.2).
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
  ['1.3.132.0.10', { crv: 'secp256k1', bytes: 32 }],
])

/**
 * Returns the size of a coordinate in bytes, or `undefined` for an unsupported curve. A raw signature has twice this
 * size.
 */
export const curveBytes = (crv: string | undefined): number | undefined =>
  [...curves.values()].find((curve) => curve.crv === crv)?.bytes

const authorityKeyIdentifier = '2.5.29.35'
/**
 * Extensions that are accepted if they are critical. Callers must refuse critical cRLDistributionPoints if they do not
 * check revocation.
 */
const supportedCriticalOids: readonly string[] = Object.values(extensionOids)

/** Parses a DER certificate with an ECDSA or Ed25519 key and an ECDSA signature. Checks neither dates nor signature. */
export function parseIssuerCertificate(
  der: Uint8Array,
  at: string,
): IssuerCertificate | Failure<IssuerCertificateCode> {
  const [body, algorithm, signature] = derMembers(readDer(der)) ?? []
  const fields = derMembers(body)?.filter(({ tagClass }) => tagClass === 0)
  if (body === undefined || fields === undefined) return fail('certificate_malformed', at)
  const [, inner, issuer, validity, subject, spki] = fields
  const [notBefore, notAfter] = (derMembers(validity) ?? []).map(readTime)
  const extensions = readExtensionsOf(body)
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
  const find = (oid: string): Extension | undefined => extensions.find((one) => one.oid === oid)
  const basic = readConstraints(find(extensionOids.basicConstraints))
  const isSupported = ({ oid }: Extension): boolean =>
    oid === extensionOids.nameConstraints ? basic.isAuthority : supportedCriticalOids.includes(oid)
  const unknown = extensions.some((extension) => extension.critical && !isSupported(extension))
  if (unknown) return fail('certificate_extension_unknown', at) // RFC 5280 §4.2
  const limiting = basic.isAuthority ? find(extensionOids.nameConstraints) : undefined
  const constraints = limiting?.value && readNameConstraints(limiting.value.encoded)
  if (limiting !== undefined && constraints === undefined) return fail('certificate_malformed', at)
  const alternative = find(extensionOids.subjectAltName)
  const points = find(extensionOids.crlDistributionPoints)
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
    ...basic,
    keyUsage: readUsage(find(extensionOids.keyUsage)),
    purposes: readPurposes(find(extensionOids.extendedKeyUsage)),
    uris: readUris(alternative?.value),
    names: alternative === undefined ? [] : readGeneralNames(alternative.value),
    constraints,
    distributionPoints: points ? (points.critical ? 'critical' : 'present') : 'absent',
  }
}

const version3 = Uint8Array.of(0xa0, 3, 2, 1, 2)

/** Returns true for version 3, encoded as `[0] EXPLICIT INTEGER 2`. Only such a certificate may have extensions. */
const isVersion3 = (version: DerValue | undefined): boolean =>
  version !== undefined && sameBytes(version.encoded, version3)

/**
 * Returns the authority key identifiers of these certificates in base64url (OpenID4VP 1.0 §6.1.1.1). Skips certificates
 * that are unreadable or have none. Also reads certificates that no mdoc may have, such as those in `x5c` of an SD-JWT.
 * Does not verify the certificates.
 */
export const authorityKeyIds = (certificates: readonly Uint8Array[]): readonly string[] =>
  certificates.flatMap((der) => {
    const [body] = derMembers(readDer(der)) ?? []
    const extension = readExtensionsOf(body)?.find(({ oid }) => oid === authorityKeyIdentifier)
    const keyId = derMembers(extension?.value)?.find(isKeyIdentifier)
    return keyId ? [encodeBase64url(keyId.contents)] : []
  })

const isKeyIdentifier = ({ tagClass, tag }: DerValue): boolean => tagClass === 2 && tag === 0

function readKey(spki: DerValue | undefined): PublicJwk | undefined {
  const [algorithm, bits] = derMembers(spki) ?? []
  const [type, parameters] = derMembers(algorithm) ?? []
  const curve = curves.get(derOid(parameters) ?? '')
  const point = readBits(bits)
  if (derOid(type) === '1.3.101.112') return readEd25519(point, parameters) // RFC 8410 §3, §4
  if (derOid(type) !== '1.2.840.10045.2.1' || curve === undefined || point === undefined) return undefined
  if (point[0] !== 4 || point.length !== 1 + 2 * curve.bytes) return undefined
  const x = encodeBase64url(point.slice(1, 1 + curve.bytes))
  return { kty: 'EC', crv: curve.crv, x, y: encodeBase64url(point.slice(1 + curve.bytes)) }
}

const decoder = new TextDecoder()

const readEd25519 = (key: Uint8Array | undefined, parameters: DerValue | undefined): PublicJwk | undefined =>
  key?.length === 32 && parameters === undefined ? { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(key) } : undefined

/**
 * Reads a UTCTime or GeneralizedTime in the form of RFC 5280 §4.1.2.5: with seconds and `Z`, without fractions. Returns
 * `undefined` for any other form.
 */
function readTime(value: DerValue): NumericDate | undefined {
  const short = isUniversal(value, derTags.utcTime)
  if (!short && !isUniversal(value, derTags.generalizedTime)) return undefined
  const text = decoder.decode(value.contents)
  const match = (short ? /^(\d{2})(\d{10})Z$/ : /^(\d{4})(\d{10})Z$/).exec(text)
  if (match === null) return undefined
  const [, year = '', rest = ''] = match
  const full = short ? `${Number(year) < 50 ? '20' : '19'}${year}` : year
  const [month, day, hour, minute, second] = rest.match(/\d{2}/g) ?? []
  return readUtc(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
