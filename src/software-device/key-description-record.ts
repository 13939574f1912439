/** Writes the record of an Android key attestation (KeyDescription, version 300). Each knob causes one deviation. */
import { authorizationTags as tags } from '../device-integrity/index.ts'
import {
  derTags,
  writeDer,
  writeEnumerated,
  writeExplicit,
  writeInteger,
  writeIntegerSet,
  writeNull,
  writeOctets,
  writeSequence,
} from '../x509/index.ts'

/** Members of the record. By default, they describe a genuine key on a locked phone. */
export interface KeyDescriptionKnobs {
  /** 0 software, 1 trusted environment, 2 StrongBox. */
  readonly attestationSecurityLevel?: number
  readonly keyMintSecurityLevel?: number
  readonly attestationChallenge?: string
  readonly deviceLocked?: boolean
  /** 0 Verified, 1 SelfSigned, 2 Unverified, 3 Failed. */
  readonly verifiedBootState?: number
  /** Omits the root of trust, or writes it to the software list only. */
  readonly rootOfTrust?: 'absent' | 'software'
  readonly purposes?: readonly number[]
  /** 3 is EC. */
  readonly algorithm?: number
  /** 1 is P-256. */
  readonly ecCurve?: number
  readonly digests?: readonly number[]
  /** 0 generated, 2 imported. */
  readonly origin?: number
  readonly allApplications?: boolean
  readonly packageNames?: readonly string[]
  readonly packageVersion?: number
  /** Hexadecimal. */
  readonly signatureDigests?: readonly string[]
  readonly applicationIdAbsent?: boolean
  /** YYYYMM. */
  readonly osPatchLevel?: number
  /** YYYYMMDD, as `bootPatchLevel`. */
  readonly vendorPatchLevel?: number
  readonly bootPatchLevel?: number
  /** Encodes `deviceLocked` as 0x01, which is BER but not DER. */
  readonly booleanNotDer?: boolean
  readonly tagsOutOfOrder?: boolean
  /** Adds a tag that is unknown up to version 500. */
  readonly unknownTag?: boolean
  /** Number of bytes cut off the end. */
  readonly truncatedBytes?: number
}

export interface KeyDescriptionFacts {
  readonly attestationChallenge: string
  readonly securityLevel: number
  readonly packageName: string
  readonly packageVersion: number
  readonly signatureDigest: string
  /** Milliseconds. */
  readonly creationDateTime: number
}

type Member = readonly [tag: number, value: Uint8Array]

/** Returns the value of the KeyDescription extension as DER. The knobs make it deviate. */
export function writeKeyDescription(facts: KeyDescriptionFacts, knobs: KeyDescriptionKnobs = {}): Uint8Array {
  const record = writeSequence(
    writeInteger(300),
    writeEnumerated(knobs.attestationSecurityLevel ?? facts.securityLevel),
    writeInteger(300),
    writeEnumerated(knobs.keyMintSecurityLevel ?? facts.securityLevel),
    writeOctets(Buffer.from(knobs.attestationChallenge ?? facts.attestationChallenge, 'utf8')),
    writeOctets(new Uint8Array()),
    writeList(softwareList(facts, knobs), knobs),
    writeList(hardwareList(knobs), knobs),
  )
  return record.subarray(0, record.length - (knobs.truncatedBytes ?? 0))
}

function softwareList(facts: KeyDescriptionFacts, knobs: KeyDescriptionKnobs): readonly Member[] {
  const members: Member[] = [[tags.creationDateTime, writeInteger(facts.creationDateTime)]]
  if (knobs.rootOfTrust === 'software') members.push([tags.rootOfTrust, rootOfTrust(knobs)])
  if (!knobs.applicationIdAbsent)
    members.push([tags.attestationApplicationId, writeOctets(applicationId(facts, knobs))])
  return members
}

function hardwareList(knobs: KeyDescriptionKnobs): readonly Member[] {
  return [
    [tags.purpose, writeIntegerSet(knobs.purposes ?? [2])],
    [tags.algorithm, writeInteger(knobs.algorithm ?? 3)],
    [tags.keySize, writeInteger(256)],
    [tags.digest, writeIntegerSet(knobs.digests ?? [4])],
    [tags.ecCurve, writeInteger(knobs.ecCurve ?? 1)],
    ...(knobs.unknownTag ? [[11, writeInteger(1)] as const] : []),
    [tags.noAuthRequired, writeNull()],
    ...(knobs.allApplications ? [[tags.allApplications, writeNull()] as const] : []),
    [tags.origin, writeInteger(knobs.origin ?? 0)],
    ...(knobs.rootOfTrust === undefined ? [[tags.rootOfTrust, rootOfTrust(knobs)] as const] : []),
    [tags.osVersion, writeInteger(150_000)],
    [tags.osPatchLevel, writeInteger(knobs.osPatchLevel ?? 202_512)],
    [tags.vendorPatchLevel, writeInteger(knobs.vendorPatchLevel ?? 20_251_205)],
    [tags.bootPatchLevel, writeInteger(knobs.bootPatchLevel ?? 20_251_205)],
  ]
}

function writeList(members: readonly Member[], { tagsOutOfOrder }: KeyDescriptionKnobs): Uint8Array {
  const ordered = tagsOutOfOrder ? members.toReversed() : members
  return writeSequence(...ordered.map(([tag, value]) => writeExplicit(tag, value)))
}

function rootOfTrust(knobs: KeyDescriptionKnobs): Uint8Array {
  const truth = knobs.booleanNotDer ? 0x01 : 0xff
  return writeSequence(
    writeOctets(new Uint8Array(32).fill(0x0b)),
    writeDer(derTags.boolean, Uint8Array.of((knobs.deviceLocked ?? true) ? truth : 0)),
    writeEnumerated(knobs.verifiedBootState ?? 0),
    writeOctets(new Uint8Array(32).fill(0x0c)),
  )
}

function applicationId(facts: KeyDescriptionFacts, knobs: KeyDescriptionKnobs): Uint8Array {
  const version = writeInteger(knobs.packageVersion ?? facts.packageVersion)
  const names = knobs.packageNames ?? [facts.packageName]
  const digests = knobs.signatureDigests ?? [facts.signatureDigest]
  return writeSequence(
    writeDer(derTags.set, ...names.map((name) => writeSequence(writeOctets(Buffer.from(name, 'utf8')), version))),
    writeDer(derTags.set, ...digests.map((digest) => writeOctets(Buffer.from(digest, 'hex')))),
  )
}
