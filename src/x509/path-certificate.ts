/**
 * Reads the parts of a certificate that path validation needs (RFC 5280 §4, §6). Stricter than `parseCertificate`,
 * which also reads the certificates of devices.
 */
import { type Failure, fail, failed, sameBytes } from '../base/index.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { extensionOids, type KeyUsage, keyUsages } from './certificate-extensions.ts'
import {
  type DerValue,
  derMembers,
  derNumber,
  derOctets,
  derOid,
  derTags,
  isConstructedContextSpecific,
  isUniversal,
  readDer,
  readDerInside,
} from './der.ts'
import { type FlaggedExtension, findRepeatedExtension, isTrue, readExtensionList } from './extension-list.ts'
import {
  asSequence,
  type GeneralName,
  type NameConstraints,
  readGeneralNames,
  readNameConstraints,
} from './general-names.ts'
import { algorithmOf, readSignedDer } from './signed-der.ts'
import { isSupportedKey } from './subject-public-key.ts'

/** Reasons why a certificate cannot be part of a path. */
export type PathCertificateCode =
  | 'x509_malformed'
  | 'x509_too_large'
  | 'x509_serial_invalid'
  | 'x509_algorithm_unsupported'
  | 'x509_key_unsupported'
  | 'x509_extension_malformed'
  | 'x509_extension_repeated'

/** A certificate with its parsed extensions. Signature, dates and the meaning of the extensions are not checked. */
export interface PathCertificate {
  readonly certificate: Certificate
  /** DER Name. */
  readonly subject: Uint8Array
  /** DER Name. */
  readonly issuer: Uint8Array
  readonly extensions: readonly FlaggedExtension[]
  /** True if basicConstraints has `cA`. Unlike `Certificate.isAuthority`, does not depend on keyUsage. */
  readonly isAuthority: boolean
  /** Maximum number of authorities below this one. `undefined` for no limit. */
  readonly pathLength: number | undefined
  /** `undefined` if the certificate does not restrict the usage of the key. */
  readonly usages: readonly KeyUsage[] | undefined
  /** OIDs of extendedKeyUsage. `undefined` if the certificate does not restrict the purpose of the key. */
  readonly purposes: readonly string[] | undefined
  /** Names in subjectAltName. */
  readonly names: readonly GeneralName[]
  readonly constraints: NameConstraints | undefined
  readonly keyId: Uint8Array | undefined
  readonly issuerKeyId: Uint8Array | undefined
  /** URLs of revocation lists that cover all reasons. */
  readonly crlUrls: readonly string[]
  /** True if a distribution point was ignored: it gives no URL of a list that covers all reasons (D-1084). */
  readonly hasIgnoredPoints: boolean
}

/** Returns true if the subject is the issuer and the certificate's own key verifies its signature. */
export const isSelfSigned = ({ certificate, subject, issuer }: PathCertificate): boolean =>
  sameBytes(subject, issuer) && certificate.isSignedBy(certificate.issuerKey())

/** Maximum size in bytes: several times the size of real certificates. */
const maximumLength = 16_384

/**
 * Parses one DER certificate of version 3 and at most 16 KiB. Does not check signature, dates or critical extensions.
 */
export function parsePathCertificate(der: Uint8Array, at: string): PathCertificate | Failure<PathCertificateCode> {
  if (der.length > maximumLength) return fail('x509_too_large', at)
  const body = readBody(der)
  const certificate = body && parseCertificate(der, at)
  if (body === undefined || certificate === undefined || failed(certificate)) return fail('x509_malformed', at)
  if (!isSerial(certificate.serial)) return fail('x509_serial_invalid', at)
  const { extensions, isKnownAlgorithm, ...names } = body
  if (!isKnownAlgorithm) return fail('x509_algorithm_unsupported', at)
  if (!isSupportedKey(certificate)) return fail('x509_key_unsupported', at)
  const repeated = findRepeatedExtension(extensions)
  if (repeated !== undefined) return fail('x509_extension_repeated', `${at}.${repeated}`)
  const parsed = { ...defaults }
  for (const { oid, value } of extensions) {
    const fields = readers.get(oid)?.(value)
    if (readers.has(oid) && fields === undefined) return fail('x509_extension_malformed', `${at}.${oid}`)
    Object.assign(parsed, fields)
  }
  return { certificate, extensions, ...names, ...parsed }
}

/**
 * Returns true for a positive number of at most 160 bits. RFC 5280 §4.1.2.2 permits 20 octets. A leading zero octet
 * before 20 octets is also accepted, because issuers that draw 20 random octets write it.
 */
const isSerial = (serial: string): boolean => /^(?!0*$)[0-9a-f]{1,40}$/.test(serial)

interface CertificateBody extends Pick<PathCertificate, 'subject' | 'issuer' | 'extensions'> {
  readonly isKnownAlgorithm: boolean
}

/**
 * Reads a certificate of version 3 with extensions, and without unique identifiers (RFC 5280 §4.1.2.1, §4.1.2.8).
 */
function readBody(der: Uint8Array): CertificateBody | undefined {
  const signed = readSignedDer(der)
  const members = derMembers(signed?.body) ?? []
  const [version, , algorithm, issuer, , subject, , tagged, ...further] = members
  const isVersion3 = isConstructedContextSpecific(version, 0) && derNumber(readDerInside(version)) === 2
  const algorithmsMatch = signed && algorithm && Buffer.compare(algorithm.encoded, signed.algorithm) === 0 // RFC 5280 §4.1.1.2
  const extensions = isConstructedContextSpecific(tagged, 3) ? readExtensionList(readDerInside(tagged)) : undefined
  const hasNames = isUniversal(issuer, derTags.sequence) && isUniversal(subject, derTags.sequence)
  if (!isVersion3 || !signed || !algorithmsMatch || !hasNames || further.length > 0 || extensions === undefined)
    return undefined
  const isKnownAlgorithm = algorithmOf(signed) !== undefined
  return { issuer: issuer.encoded, subject: subject.encoded, extensions, isKnownAlgorithm }
}

type Fields = Omit<PathCertificate, 'certificate' | 'subject' | 'issuer' | 'extensions'>

const defaults: Fields = {
  isAuthority: false,
  pathLength: undefined,
  usages: undefined,
  purposes: undefined,
  names: [],
  constraints: undefined,
  keyId: undefined,
  issuerKeyId: undefined,
  crlUrls: [],
  hasIgnoredPoints: false,
}

/** Readers of extensions. Each returns `undefined` for a value that is refused. */
const readers: ReadonlyMap<string, (value: Uint8Array) => Partial<Fields> | undefined> = new Map([
  [extensionOids.basicConstraints, readBasicConstraints],
  [extensionOids.keyUsage, readKeyUsage],
  [extensionOids.subjectAltName, (value: Uint8Array) => withValue('names', readGeneralNames(readDer(value)))],
  [extensionOids.nameConstraints, (value: Uint8Array) => withValue('constraints', readNameConstraints(value))],
  [extensionOids.subjectKeyIdentifier, (value: Uint8Array) => withValue('keyId', derOctets(readDer(value)))],
  [extensionOids.authorityKeyIdentifier, readAuthorityKeyIdentifier],
  [extensionOids.crlDistributionPoints, readDistributionPoints],
  [extensionOids.extendedKeyUsage, readExtendedKeyUsage],
])

const withValue = <K extends keyof Fields>(name: K, value: Fields[K] | undefined): Partial<Fields> | undefined =>
  value === undefined ? undefined : ({ [name]: value } as Partial<Fields>)

/** Reads BasicConstraints (RFC 5280 §4.2.1.9). The path length requires `cA`. */
function readBasicConstraints(value: Uint8Array): Partial<Fields> | undefined {
  const members = derMembers(readDer(value))
  const [authority, length] = members ?? []
  if (members === undefined || members.length > 2) return undefined
  if (authority === undefined) return { isAuthority: false }
  if (!isTrue(authority)) return undefined
  const pathLength = derNumber(length)
  return length !== undefined && pathLength === undefined ? undefined : { isAuthority: true, pathLength }
}

/** Reads KeyUsage (RFC 5280 §4.2.1.3). Returns `undefined` if no bit is set. */
export function readKeyUsage(value: Uint8Array): Pick<PathCertificate, 'usages'> | undefined {
  const bits = readDer(value)
  if (!isUniversal(bits, derTags.bitString)) return undefined
  const [unused = 8, first = 0, second = 0, ...further] = bits.contents
  const usages = keyUsages.filter((_, index) => (first & (0x80 >> index)) !== 0)
  return unused > 7 || further.length > 0 || (first | second) === 0 ? undefined : { usages }
}

/** Reads ExtKeyUsageSyntax (RFC 5280 §4.2.1.12). Returns `undefined` if it names no purpose. */
function readExtendedKeyUsage(value: Uint8Array): Partial<Fields> | undefined {
  const purposes = derMembers(readDer(value))?.map(derOid)
  return purposes?.length && purposes.every((oid) => oid !== undefined) ? { purposes } : undefined
}

/**
 * Reads AuthorityKeyIdentifier (RFC 5280 §4.2.1.1). The identifier is `undefined` if the extension names only the
 * issuer's certificate.
 */
function readAuthorityKeyIdentifier(value: Uint8Array): Partial<Fields> | undefined {
  const members = derMembers(readDer(value))
  const key = members?.find(({ tagClass, tag }) => tagClass === 2 && tag === 0)
  if (members === undefined || key?.constructed) return undefined
  return { issuerKeyId: key?.contents }
}

/**
 * Reads CRLDistributionPoints (RFC 5280 §4.2.1.13). Ignores points that have another CRL issuer, cover only some
 * reasons, or have no URL. Refuses a malformed point (D-1084), and more than 8 points.
 */
export function readDistributionPoints(
  value: Uint8Array,
): Pick<PathCertificate, 'crlUrls' | 'hasIgnoredPoints'> | undefined {
  const points = derMembers(readDer(value))
  if (points === undefined || points.length === 0 || points.length > maximumPoints) return undefined
  const urls = points.map(readDistributionPoint)
  if (!urls.every((ofPoint) => ofPoint !== undefined)) return undefined
  return { crlUrls: urls.flat(), hasIgnoredPoints: urls.some((ofPoint) => ofPoint.length === 0) }
}

const maximumPoints = 8

/** Returns the URLs of one point, none for a point that is ignored. Returns `undefined` for a malformed point. */
function readDistributionPoint(point: DerValue): readonly string[] | undefined {
  const members = derMembers(point) ?? []
  const found = [0, 1, 2].map((tag) => members.find((member) => member.tagClass === 2 && member.tag === tag))
  const [name, reasons, issuer] = found
  const isOrdered = found.filter((member) => member !== undefined).every((member, index) => member === members[index])
  const isComplete = members.length === found.filter((member) => member !== undefined).length
  if (!isOrdered || !isComplete || (name === undefined && issuer === undefined)) return undefined
  if (reasons && (reasons.constructed || !((reasons.contents[0] ?? 8) < 8))) return undefined
  if (issuer && !(issuer.constructed && readGeneralNames(asSequence(issuer)))) return undefined
  const urls = name ? readPointName(name) : []
  return reasons || issuer ? urls && [] : urls
}

/** Returns the URLs of a DistributionPointName, none for a name that is relative to the CRL issuer. */
function readPointName(name: DerValue): readonly string[] | undefined {
  const choice = isConstructedContextSpecific(name, 0) ? readDerInside(name) : undefined
  if (isConstructedContextSpecific(choice, 1)) return derMembers(asSequence(choice))?.length ? [] : undefined
  const names = isConstructedContextSpecific(choice, 0) ? readGeneralNames(asSequence(choice)) : undefined
  return names?.flatMap((one) => (one.kind === 'uri' ? [one.text] : []))
}
