/**
 * Reads extensions of certificates of mdoc issuers (RFC 5280 §4.2.1). Does not use `node:crypto`, so that wallets on
 * phones and in browsers can use it.
 */
import { type DerValue, derMembers, derNumber, derOctets, derOid, derTags, isUniversal, readDer } from '../x509/der.ts'

/** Object identifiers of the extensions that are read (RFC 5280 §4.2.1). */
export const extensionOids = {
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  extendedKeyUsage: '2.5.29.37',
} as const

/**
 * Returns the extensions in the body of a certificate, none if it has none. Returns `undefined` if one is malformed or
 * occurs twice.
 */
export const readExtensionsOf = (body: DerValue | undefined): readonly Extension[] | undefined =>
  readExtensions(derMembers(body)?.find(({ tagClass, tag }) => tagClass === 2 && tag === 3))

/** One extension with its content, `undefined` if the content is not DER. */
export interface Extension {
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

interface Constraints {
  readonly isAuthority: boolean
  readonly isEndEntity: boolean
  readonly pathLength: number | undefined
}

/**
 * Reads basicConstraints. A certificate with an unreadable pathLenConstraint is not a CA certificate, because the limit
 * of its path is unknown.
 */
export function readConstraints(extension: Extension | undefined): Constraints {
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

/**
 * Reads the first byte of keyUsage. Returns 0, which permits nothing, if the extension is unreadable or has no bit set
 * (RFC 5280 §4.2.1.3). Returns `undefined` if it is absent.
 */
export const readUsage = (extension: Extension | undefined): number | undefined =>
  extension && (readBits(extension.value)?.[0] ?? 0)

/**
 * Reads the OIDs of extendedKeyUsage. Returns an empty list, which permits nothing, if the extension is unreadable.
 * Returns `undefined` if it is absent.
 */
export const readPurposes = (extension: Extension | undefined): readonly string[] | undefined =>
  extension && (derMembers(extension.value) ?? []).map((purpose) => derOid(purpose) ?? '')

const decoder = new TextDecoder()
const uriTag = 6

/** Returns the URIs of subjectAltName, none if the extension is unreadable. */
export const readUris = (value: DerValue | undefined): readonly string[] =>
  (derMembers(value) ?? [])
    .filter(({ tagClass, tag }) => tagClass === 2 && tag === uriTag)
    .map(({ contents }) => decoder.decode(contents))

/** Returns the octets of a BIT STRING without the count of unused bits. Returns `undefined` for anything else. */
export const readBits = (value: DerValue | undefined): Uint8Array | undefined =>
  isUniversal(value, derTags.bitString) && value.contents.length > 1 ? value.contents.subarray(1) : undefined
