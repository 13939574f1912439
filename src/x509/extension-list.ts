/** Reads a list of extensions with their `critical` flags (RFC 5280 §4.1, §5.1). */
import type { NumericDate } from '../base/index.ts'
import { type DerValue, derMembers, derOctets, derOid, derTags, isUniversal } from './der.ts'
import { DerWalk } from './der-walk.ts'

/** One extension with its flag (RFC 5280 §4.2). */
export interface FlaggedExtension {
  readonly oid: string
  readonly critical: boolean
  /** The contents of extnValue. */
  readonly value: Uint8Array
}

/** Maximum number of extensions. Real certificates have about ten. */
const maximumExtensions = 64

/** Parses a SEQUENCE of 1 to 64 extensions. Returns `undefined` for anything else. Does not check for duplicates. */
export function readExtensionList(list: DerValue | undefined): readonly FlaggedExtension[] | undefined {
  const members = derMembers(list)
  if (members === undefined || members.length === 0 || members.length > maximumExtensions) return undefined
  const extensions = members.map(readExtension)
  return extensions.every((extension) => extension !== undefined) ? extensions : undefined
}

/** Reads one extension. The flag must be a BOOLEAN true, or absent, because DER omits the default. */
function readExtension(extension: DerValue): FlaggedExtension | undefined {
  const members = derMembers(extension) ?? []
  const [type, flag] = members
  const oid = derOid(type)
  const value = derOctets(members.at(-1))
  if (oid === undefined || value === undefined || members.length < 2 || members.length > 3) return undefined
  if (members.length === 3 && !isTrue(flag)) return undefined
  return { oid, critical: members.length === 3, value }
}

/** Returns true for a BOOLEAN with the value true (X.690 §11.1). */
export const isTrue = (value: DerValue | undefined): boolean =>
  isUniversal(value, derTags.boolean) && value.contents.length === 1 && value.contents[0] === 0xff

/** Returns an identifier that occurs twice, or `undefined`. Each extension may occur once (RFC 5280 §4.2). */
export const findRepeatedExtension = (extensions: readonly FlaggedExtension[]): string | undefined =>
  extensions.find(({ oid }, index) => extensions.findIndex((one) => one.oid === oid) < index)?.oid

/** Reads a UTCTime, or a GeneralizedTime from 1950 on (RFC 5280 §4.1.2.5). Returns `undefined` for anything else. */
export function readTime(value: DerValue | undefined): NumericDate | undefined {
  if (value === undefined) return undefined
  const walk = new DerWalk(value.encoded)
  const time = walk.time()
  return walk.succeeded() ? time : undefined
}
