/**
 * Reads only the parts of a certificate that the check of its revocation needs. The caller has accepted the certificate
 * by another parser, which may be less strict than `parsePathCertificate`.
 */
import { hash } from 'node:crypto'
import { createRecent, type Failure, fail, failed } from '../base/index.ts'
import { type IssuerKey, issuerKeyOf } from './certificate.ts'
import { extensionOids } from './certificate-extensions.ts'
import { readSerial } from './certificate-fields.ts'
import { type DerValue, derMembers, derOctets, derOid, derTags, isUniversal, readDer } from './der.ts'
import { type PathCertificate, readDistributionPoints, readKeyUsage } from './path-certificate.ts'

/** Serial number and distribution points of a certificate. */
export interface ListedCertificate extends Pick<PathCertificate, 'crlUrls' | 'hasIgnoredPoints'> {
  /** Serial number in the form of `Certificate.serial`. */
  readonly serial: string
  readonly points: 'absent' | 'present' | 'critical'
}

/** Parts of an issuer's certificate with which its list is checked. */
export interface ListIssuer extends Pick<PathCertificate, 'subject' | 'usages' | 'keyId'> {
  readonly certificate: { readonly spkiDigest: string; issuerKey(): IssuerKey }
}

/** Reasons why the parts cannot be read. */
export type ListedCertificateCode = 'x509_malformed' | 'x509_extension_malformed'

/** Reads the serial number and the distribution points. Ignores all other parts. */
function readListedCertificate(der: Uint8Array, at: string): ListedCertificate | Failure<ListedCertificateCode> {
  const { serial, extensions } = readParts(der)
  if (!isUniversal(serial, derTags.integer)) return fail('x509_malformed', at)
  const extension = findExtensionIn(extensions, extensionOids.crlDistributionPoints)
  const points = extension ? readDistributionPoints(extension.value) : { crlUrls: [], hasIgnoredPoints: false }
  if (points === undefined) return fail('x509_extension_malformed', `${at}.${extensionOids.crlDistributionPoints}`)
  return {
    serial: readSerial(serial),
    points: extension ? (extension.isCritical ? 'critical' : 'present') : 'absent',
    ...points,
  }
}

/**
 * Reads the name, the key, keyUsage and the key identifier of an issuer. Ignores all other parts. Does not check that
 * the key is supported: a list by an unsupported key has no valid signature.
 */
function readListIssuer(der: Uint8Array, at: string): ListIssuer | Failure<ListedCertificateCode> {
  const { subject, spki, extensions } = readParts(der)
  if (subject === undefined || spki === undefined) return fail('x509_malformed', at)
  const usage = findExtensionIn(extensions, extensionOids.keyUsage)
  const usages = usage && readKeyUsage(usage.value)
  if (usage && usages === undefined) return fail('x509_extension_malformed', `${at}.${extensionOids.keyUsage}`)
  const keyId = findExtensionIn(extensions, extensionOids.subjectKeyIdentifier)
  const key = issuerKeyOf(spki.encoded)
  return {
    subject: subject.encoded,
    usages: usages?.usages,
    keyId: keyId && derOctets(readDer(keyId.value)),
    certificate: { spkiDigest: key.spkiDigest, issuerKey: () => key },
  }
}

/** `readListedCertificate` and `readListIssuer`, with a cache. */
export interface ListReaders {
  readonly certificate: typeof readListedCertificate
  readonly issuer: typeof readListIssuer
}

/** Maximum number of cached results of one reader. */
const maximumCertificates = 500

/** Creates the readers. Each caches its results by the digest of the certificate, so that signers are read once. */
export const createListReaders = (): ListReaders => ({
  certificate: cachedByDigest(readListedCertificate),
  issuer: cachedByDigest(readListIssuer),
})

function cachedByDigest<R extends object>(read: (der: Uint8Array, at: string) => R) {
  const known = createRecent<R>(maximumCertificates)
  return (der: Uint8Array, at: string): R => {
    const digest = hash('sha256', der, 'base64')
    const cached = known.get(digest)
    if (cached) return cached
    const result = read(Uint8Array.from(der), at) // A part of `der` would keep the whole presentation in memory.
    if (!failed(result)) known.set(digest, result)
    return result
  }
}

function readParts(der: Uint8Array) {
  const [body] = derMembers(readDer(der)) ?? []
  const members = derMembers(body) ?? []
  const [serial, , , , subject, spki] = members.filter(({ tagClass }) => tagClass === 0)
  const tagged = members.find(({ tagClass, tag }) => tagClass === 2 && tag === 3)
  return { serial, subject, spki, extensions: (tagged && derMembers(readDer(tagged.contents))) ?? [] }
}

/** Returns an extension. Like the parser of mdocs, takes one with any `critical` flag as critical. */
function findExtensionIn(
  extensions: readonly DerValue[],
  oid: string,
): { readonly value: Uint8Array; readonly isCritical: boolean } | undefined {
  for (const extension of extensions) {
    const members = derMembers(extension) ?? []
    const value = derOctets(members.at(-1))
    if (value && derOid(members[0]) === oid) return { value, isCritical: members.length === 3 }
  }
  return undefined
}
