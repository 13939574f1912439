/** Writes extensions for the certificates and revocation lists that this project issues (RFC 5280 §4.2, §5.2). */
import { encodeUtf8 } from '../base/index.ts'
import type { UnsignedExtension } from './certificate-body.ts'
import { writeBits, writeBoolean, writeImplicit, writeInteger, writeOctets, writeSequence } from './der-write.ts'

/** Object identifiers of extensions (RFC 5280 §4.2.1, §5.2, §5.3). */
export const extensionOids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  issuingDistributionPoint: '2.5.29.28',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
} as const

/** Key usages in the order of their bits (RFC 5280 §4.2.1.3). Omits `encipherOnly` and `decipherOnly`. */
export const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const

/** A permitted use of a key (RFC 5280 §4.2.1.3). */
export type KeyUsage = (typeof keyUsages)[number]

/**
 * Returns a critical basicConstraints of an authority. `pathLength` is the maximum number of authorities below it.
 * Defaults to no limit.
 */
export const basicConstraints = (pathLength?: number): UnsignedExtension => ({
  oid: extensionOids.basicConstraints,
  value: writeSequence(writeBoolean(true), ...(pathLength === undefined ? [] : [writeInteger(pathLength)])),
  critical: true,
})

/** Returns a critical keyUsage. `usages` must have at least one element. */
export function keyUsage(usages: readonly KeyUsage[]): UnsignedExtension {
  const bits = usages.reduce((sum, usage) => sum | (0x80 >> keyUsages.indexOf(usage)), 0)
  const unused = 31 - Math.clz32(bits & -bits) // A named bit list has no trailing zero bits (X.690 §11.2.2).
  return { oid: extensionOids.keyUsage, value: writeBits(unused, Uint8Array.of(bits)), critical: true }
}

/** Names of an entity (RFC 5280 §4.2.1.6). They must be ASCII. */
export interface AlternativeNames {
  readonly dns?: readonly string[]
  readonly uris?: readonly string[]
}

/** Returns a subjectAltName: host names first, then URIs. */
export const subjectAltName = (names: AlternativeNames): UnsignedExtension => ({
  oid: extensionOids.subjectAltName,
  value: writeSequence(...generalNames(names)),
})

/** Hosts that certificates below an authority are permitted or forbidden to name (RFC 5280 §4.2.1.10). */
export interface HostConstraints {
  readonly permitted: readonly string[]
  readonly excluded?: readonly string[]
}

/**
 * Returns a critical nameConstraints for hosts. Writes each host as uniformResourceIdentifier, and a permitted host
 * also as dNSName. The URI covers only the names below the host if the host has a leading dot, otherwise only the host
 * itself. The dNSName has no leading dot, and covers the host and all names below the host. An excluded dNSName would
 * therefore exclude more than the URI (D-1120).
 */
export function nameConstraints({ permitted, excluded = [] }: HostConstraints): UnsignedExtension {
  const subtrees = (tag: number, names: AlternativeNames) => {
    const written = generalNames(names).map((name) => writeSequence(name))
    return written.length === 0 ? [] : [writeImplicit(tag, true, ...written)]
  }
  const dns = permitted.map((host) => host.replace(/^\./, ''))
  const value = writeSequence(...subtrees(0, { dns, uris: permitted }), ...subtrees(1, { uris: excluded }))
  return { oid: extensionOids.nameConstraints, value, critical: true }
}

/** Returns a subjectKeyIdentifier (RFC 5280 §4.2.1.2). */
export const subjectKeyIdentifier = (keyId: Uint8Array): UnsignedExtension => ({
  oid: extensionOids.subjectKeyIdentifier,
  value: writeOctets(keyId),
})

/** Returns an authorityKeyIdentifier with only the issuer's key identifier (RFC 5280 §4.2.1.1). */
export const authorityKeyIdentifier = (keyId: Uint8Array): UnsignedExtension => ({
  oid: extensionOids.authorityKeyIdentifier,
  value: writeSequence(writeImplicit(0, false, keyId)),
})

/** Returns a cRLDistributionPoints with one URL (RFC 5280 §4.2.1.13). */
export const crlDistributionPoint = (url: string): UnsignedExtension => ({
  oid: extensionOids.crlDistributionPoints,
  value: writeSequence(writeSequence(writeImplicit(0, true, writeImplicit(0, true, ...generalNames({ uris: [url] }))))),
})

/** Tags of GeneralName (RFC 5280 §4.2.1.6). */
export const generalNameTags = { email: 1, dns: 2, directory: 4, uri: 6, address: 7 } as const

const generalNames = ({ dns = [], uris = [] }: AlternativeNames): readonly Uint8Array[] => [
  ...dns.map((name) => writeImplicit(generalNameTags.dns, false, encodeUtf8(name))),
  ...uris.map((name) => writeImplicit(generalNameTags.uri, false, encodeUtf8(name))),
]

/** Returns a CRL number (RFC 5280 §5.2.3). It must increase with each list of an issuer. */
export const crlNumber = (number: number): UnsignedExtension => ({
  oid: extensionOids.crlNumber,
  value: writeInteger(number),
})
