/**
 * The record of an Android key attestation: KeyDescription in extension 1.3.6.1.4.1.11129.2.1.17, versions 1 to 500 of
 * the Android key attestation documentation. Reads only the members that are checked or recorded. Accepts unknown tags
 * and any order of tags, because genuine devices have both (WP-51). Versions and patch levels that are not readable
 * numbers count as absent (D-1089).
 */
import { decodeUtf8, type Failure, fail } from '../../base/index.ts'
import {
  type DerValue,
  derInteger,
  derMembers,
  derNumber,
  derOctets,
  derTags,
  isUniversal,
  readDer,
  readDerInside,
} from '../../x509/index.ts'

/** Object identifier of the extension with the KeyDescription. */
export const keyDescriptionOid = '1.3.6.1.4.1.11129.2.1.17'

/** Values of SecurityLevel in a KeyDescription. */
export const securityLevels = { software: 0, trustedEnvironment: 1, strongBox: 2 } as const

/** Statement of the boot loader (RootOfTrust). */
export interface RootOfTrust {
  readonly deviceLocked: boolean
  /** 0 is Verified. */
  readonly verifiedBootState: number
}

/** A package and its versionCode. The code is `undefined` if it is not a number of at most 64 bits. */
export interface AttestedPackage {
  readonly name: string
  readonly version: bigint | undefined
}

/** The app that created the key (AttestationApplicationId). */
export interface AttestedApplication {
  /** Packages of the app. Several if apps share a user id. */
  readonly packages: readonly AttestedPackage[]
  /** SHA-256 of the signing certificates, lower-case hexadecimal. */
  readonly signatureDigests: readonly string[]
}

/** Properties of the key and its system, as Android's numeric values. `undefined` if absent. */
export interface AuthorizationList {
  readonly purposes: readonly number[] | undefined
  readonly algorithm: number | undefined
  readonly digests: readonly number[] | undefined
  readonly ecCurve: number | undefined
  readonly allApplications: boolean
  readonly origin: number | undefined
  readonly rootOfTrust: RootOfTrust | undefined
  readonly osVersion: number | undefined
  readonly osPatchLevel: number | undefined
  readonly application: AttestedApplication | undefined
  readonly vendorPatchLevel: number | undefined
  readonly bootPatchLevel: number | undefined
}

/** The parsed record. Not checked. */
export interface KeyDescription {
  readonly attestationVersion: number
  readonly attestationSecurityLevel: number
  readonly keyMintVersion: number
  readonly keyMintSecurityLevel: number
  readonly attestationChallenge: Uint8Array
  readonly softwareEnforced: AuthorizationList
  readonly hardwareEnforced: AuthorizationList
}

/** Tags of AuthorizationList. */
export const authorizationTags = {
  purpose: 1,
  algorithm: 2,
  keySize: 3,
  digest: 5,
  ecCurve: 10,
  noAuthRequired: 503,
  allApplications: 600,
  creationDateTime: 701,
  origin: 702,
  rootOfTrust: 704,
  osVersion: 705,
  osPatchLevel: 706,
  attestationApplicationId: 709,
  vendorPatchLevel: 718,
  bootPatchLevel: 719,
} as const

/** Parses the record. Does not check its values. */
export function parseKeyDescription(
  value: Uint8Array,
  at: string,
): KeyDescription | Failure<'key_description_malformed'> {
  const members = derMembers(readDer(value)) ?? []
  const [version, level, keyMintVersion, keyMintLevel, challenge, , software, hardware] = members
  const description = {
    attestationVersion: derNumber(version),
    attestationSecurityLevel: derNumber(level, derTags.enumerated),
    keyMintVersion: derNumber(keyMintVersion),
    keyMintSecurityLevel: derNumber(keyMintLevel, derTags.enumerated),
    attestationChallenge: derOctets(challenge),
    softwareEnforced: readAuthorizationList(software),
    hardwareEnforced: readAuthorizationList(hardware),
  }
  if (members.length !== 8 || !isComplete(description)) return fail('key_description_malformed', at)
  return description
}

const isComplete = (
  description: { readonly [name in keyof KeyDescription]: KeyDescription[name] | undefined },
): description is KeyDescription => Object.values(description).every((member) => member !== undefined)

function readAuthorizationList(value: DerValue | undefined): AuthorizationList | undefined {
  const tagged = new Map<number, DerValue>()
  for (const member of derMembers(value) ?? [undefined]) {
    const inner = member && readDerInside(member)
    if (member?.tagClass !== 2 || inner === undefined || tagged.has(member.tag)) return undefined
    tagged.set(member.tag, inner)
  }
  let isWellFormed = true
  const read = <T>(tag: number, reader: (inner: DerValue) => T | undefined): T | undefined => {
    const inner = tagged.get(tag)
    const result = inner && reader(inner)
    isWellFormed &&= inner === undefined || result !== undefined
    return result
  }
  const number = (inner: DerValue): number | undefined => derNumber(inner)
  const numberIfReadable = (tag: number): number | undefined => derNumber(tagged.get(tag)) // D-1089
  const list: AuthorizationList = {
    purposes: read(authorizationTags.purpose, readNumbers),
    algorithm: read(authorizationTags.algorithm, number),
    digests: read(authorizationTags.digest, readNumbers),
    ecCurve: read(authorizationTags.ecCurve, number),
    allApplications: tagged.has(authorizationTags.allApplications),
    origin: read(authorizationTags.origin, number),
    rootOfTrust: read(authorizationTags.rootOfTrust, readRootOfTrust),
    osVersion: numberIfReadable(authorizationTags.osVersion),
    osPatchLevel: numberIfReadable(authorizationTags.osPatchLevel),
    application: read(authorizationTags.attestationApplicationId, readApplication),
    vendorPatchLevel: numberIfReadable(authorizationTags.vendorPatchLevel),
    bootPatchLevel: numberIfReadable(authorizationTags.bootPatchLevel),
  }
  return isWellFormed ? list : undefined
}

function readNumbers(value: DerValue): readonly number[] | undefined {
  const numbers = derMembers(value, derTags.set)?.map((member) => derNumber(member))
  return numbers?.every((number) => number !== undefined) ? numbers : undefined
}

function readRootOfTrust(value: DerValue): RootOfTrust | undefined {
  const [, locked, state] = derMembers(value) ?? []
  const verifiedBootState = derNumber(state, derTags.enumerated)
  if (!isUniversal(locked, derTags.boolean) || locked.contents.length !== 1) return undefined
  if (verifiedBootState === undefined) return undefined
  return { deviceLocked: locked.contents[0] !== 0, verifiedBootState } // WP-51: true is 0xff in DER, 0x01 on some devices
}

function readApplication(value: DerValue): AttestedApplication | undefined {
  const contents = derOctets(value)
  const [packageSet, digestSet] = derMembers(contents && readDer(contents)) ?? []
  const packages = derMembers(packageSet, derTags.set)?.map(readPackage)
  const digests = derMembers(digestSet, derTags.set)?.map(derOctets)
  if (!packages?.every((entry) => entry !== undefined) || !digests?.every((digest) => digest !== undefined))
    return undefined
  return { packages, signatureDigests: digests.map((digest) => Buffer.from(digest).toString('hex')) }
}

function readPackage(value: DerValue): AttestedPackage | undefined {
  const [nameValue, versionValue] = derMembers(value) ?? []
  const bytes = derOctets(nameValue)
  const name = bytes && decodeUtf8(bytes)
  if (name === undefined || !isUniversal(versionValue, derTags.integer)) return undefined
  return { name, version: derInteger(versionValue) } // D-1089
}
