/** Parses certificate revocation lists (RFC 5280 §5). */
import { type Failure, fail, type NumericDate } from '../base/index.ts'
import type { IssuerKey } from './certificate.ts'
import { extensionOids } from './certificate-extensions.ts'
import { readSerial } from './certificate-fields.ts'
import { type RevocationReason, type RevokedCertificate, revocationReasons } from './create-certificate-list.ts'
import {
  type DerValue,
  derMembers,
  derNumber,
  derTags,
  isConstructedContextSpecific,
  isUniversal,
  readDer,
  readDerInside,
} from './der.ts'
import { type FlaggedExtension, findRepeatedExtension, readExtensionList, readTime } from './extension-list.ts'
import { readSignedDer, type SignedDer, verifySigned } from './signed-der.ts'

/** A parsed list. Its signature, issuer and dates are not checked. */
export interface CertificateList {
  /** DER Name of the issuer. */
  readonly issuer: Uint8Array
  readonly thisUpdate: NumericDate
  /** `undefined` if absent, which RFC 5280 §5.1.2.5 forbids. */
  readonly nextUpdate: NumericDate | undefined
  readonly extensions: readonly FlaggedExtension[]
  /**
   * Returns the entry of a serial number, or `undefined`. `serial` has the form of `Certificate.serial`. If several
   * entries have the number, returns the last one.
   */
  find(serial: string): RevokedCertificate | undefined
  readonly size: number
  isSignedBy(key: IssuerKey): boolean
}

/**
 * Reasons to refuse a list: it is malformed or too large, or it contains an unsupported part that must not be ignored.
 */
export type CertificateListCode = 'crl_malformed' | 'crl_too_large' | 'crl_unsupported'

/** Maximum size of a list in bytes: about 5000 entries with a reason. */
export const maximumListBytes = 262_144

/**
 * Parses one DER list of version 2 and at most 256 KiB, with no bytes after it. Refuses delta lists, indirect lists and
 * lists that cover only some certificates. Refuses every critical extension except the reason code of an entry. Does
 * not check signature, issuer or dates.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parseCertificateList } from 'fiducia/x509'
 *
 * const list = parseCertificateList(Uint8Array.of(0x30, 0x00), 'crl')
 * assert.ok(failed(list))
 * assert.equal(list.code, 'crl_malformed')
 * ```
 */
export function parseCertificateList(der: Uint8Array, at: string): CertificateList | Failure<CertificateListCode> {
  if (der.length > maximumListBytes) return fail('crl_too_large', at)
  const signed = readSignedDer(der)
  const fields = signed && readFields(signed)
  if (signed === undefined || fields === undefined) return fail('crl_malformed', at)
  const { entries, extensions, ...rest } = fields
  const refusedExtension = extensions.find(({ oid, critical }) => critical || partialListExtensions.includes(oid))
  const refusedEntry = entries.find((entry) => entry.isUnsupported)
  if (refusedExtension || refusedEntry) return fail('crl_unsupported', at)
  const bySerial = new Map(
    entries.map(({ serial, revokedAt, reason }) => [serial, { serial, revokedAt, ...(reason && { reason }) }]),
  )
  return {
    ...rest,
    extensions,
    size: entries.length,
    find: (serial) => bySerial.get(serial),
    isSignedBy: (key) => verifySigned(signed, key),
  }
}

/**
 * Extensions with which a list may omit revoked certificates of its issuer. Such a list is refused even if the
 * extension is not critical.
 */
const partialListExtensions: readonly string[] = [
  extensionOids.issuingDistributionPoint,
  '2.5.29.27', // deltaCRLIndicator
]

interface ListFields extends Pick<CertificateList, 'issuer' | 'thisUpdate' | 'nextUpdate' | 'extensions'> {
  readonly entries: readonly ListEntry[]
}

interface ListEntry extends RevokedCertificate {
  /** True if the entry has a critical extension other than the reason code, as in an indirect list. */
  readonly isUnsupported: boolean
}

function readFields({ body, algorithm }: SignedDer): ListFields | undefined {
  const members = [...(derMembers(body) ?? [])]
  const [version, innerAlgorithm, issuer, thisUpdate] = members.splice(0, 4)
  const nextUpdate = isTime(members[0]) ? members.shift() : undefined
  const revoked = isUniversal(members[0], derTags.sequence) ? members.shift() : undefined
  const tagged = members.shift()
  const times = [readTime(thisUpdate), readTime(nextUpdate)] as const
  const entries = revoked ? (derMembers(revoked) ?? []).map(readEntry) : []
  const extensions = isConstructedContextSpecific(tagged, 0) ? readExtensionList(readDerInside(tagged)) : undefined
  const isComplete = members.length === 0 && derNumber(version) === 1 && isUniversal(issuer, derTags.sequence)
  const algorithmsMatch = innerAlgorithm !== undefined && Buffer.compare(innerAlgorithm.encoded, algorithm) === 0
  if (!isComplete || !algorithmsMatch || times[0] === undefined || (nextUpdate && times[1] === undefined))
    return undefined
  if (extensions === undefined || findRepeatedExtension(extensions) !== undefined) return undefined
  if (!entries.every((entry) => entry !== undefined) || (revoked && entries.length === 0)) return undefined
  return { issuer: issuer.encoded, thisUpdate: times[0], nextUpdate: times[1], extensions, entries }
}

const isTime = (value: DerValue | undefined): boolean =>
  isUniversal(value, derTags.utcTime) || isUniversal(value, derTags.generalizedTime)

function readEntry(entry: DerValue): ListEntry | undefined {
  const [serial, date, extensionList, ...further] = derMembers(entry) ?? []
  const revokedAt = readTime(date)
  const extensions = extensionList === undefined ? [] : readExtensionList(extensionList)
  if (!isUniversal(serial, derTags.integer) || revokedAt === undefined || extensions === undefined) return undefined
  if (further.length > 0 || findRepeatedExtension(extensions) !== undefined) return undefined
  const code = extensions.find(({ oid }) => oid === extensionOids.reasonCode)
  const reason = code && reasonOf(derNumber(readDer(code.value), derTags.enumerated))
  if (code && reason === undefined) return undefined
  const isUnsupported = extensions.some(({ oid, critical }) => critical && oid !== extensionOids.reasonCode)
  return { serial: readSerial(serial), revokedAt, ...(reason && { reason }), isUnsupported }
}

const reasonOf = (number: number | undefined): RevocationReason | undefined =>
  (Object.keys(revocationReasons) as RevocationReason[]).find((name) => revocationReasons[name] === number)
