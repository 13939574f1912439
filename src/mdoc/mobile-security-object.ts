/**
 * The Mobile Security Object (ISO 18013-5 §9.1.2.4), which the issuer of an mdoc signs. It contains one digest for each
 * element, the holder's key, the times, and the reference to the status (draft-ietf-oauth-status-list-12 §6.3).
 */
import {
  type Failure,
  fail,
  failed,
  type HashName,
  type Json,
  type NumericDate,
  type PublicJwk,
} from '../base/index.ts'
import {
  type Cbor,
  type CborMap,
  type CoseKeyCode,
  cborTag,
  coseKeyToJwk,
  decodeCbor,
  encodeCbor,
  isCborBytes,
  isCborMap,
  isCborTag,
  jwkToCoseKey,
} from '../cose/index.ts'
import { cborToJson, isDigestId, isKnownVersion, jsonToCbor, mdocTags, readTdate, tdate } from './element-value.ts'

/** Time of the issuer's signature, and validity period, in seconds. */
export interface ValidityInfo {
  readonly signed: NumericDate
  readonly validFrom: NumericDate
  readonly validUntil: NumericDate
}

/** Digest algorithms of ISO 18013-5 §9.1.2.5, Table 21, by their names on the wire, with the digest size in bytes. */
const digestAlgorithms: ReadonlyMap<unknown, { readonly hash: HashName; readonly bytes: number }> = new Map([
  ['SHA-256', { hash: 'sha-256', bytes: 32 }],
  ['SHA-384', { hash: 'sha-384', bytes: 48 }],
  ['SHA-512', { hash: 'sha-512', bytes: 64 }],
])

/** Digests by namespace and digest identifier. */
export type ValueDigests = ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>

/** A parsed Mobile Security Object (ISO 18013-5 §9.1.2.4). Its signature is not verified. */
export interface MobileSecurityObject {
  readonly docType: string
  /** Hash function of the digests in `valueDigests`. */
  readonly hash: HashName
  readonly valueDigests: ValueDigests
  readonly deviceKey: PublicJwk
  readonly validityInfo: ValidityInfo
  /** Status as JSON, usually `{ status_list: { idx, uri } }`. Its form is not checked. */
  readonly status?: Json
}

/** Reasons why the Mobile Security Object cannot be read (ISO 18013-5 §9.1.2.4). */
export type MsoCode =
  | CoseKeyCode
  | 'mso_malformed'
  | 'mso_version_unsupported'
  | 'digest_algorithm_unsupported'
  | 'value_digests_malformed'
  | 'validity_malformed'
  | 'validity_inconsistent'

/**
 * Encodes MobileSecurityObjectBytes, the payload of the issuer's signature. The digest algorithm is SHA-256. Throws a
 * TypeError for a device key that has no COSE_Key form, and for a text with a lone surrogate.
 */
export function encodeMso(mso: Omit<MobileSecurityObject, 'hash'>): Uint8Array {
  const { signed, validFrom, validUntil } = mso.validityInfo
  const members: [Cbor, Cbor][] = [
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', new Map([...mso.valueDigests].map(([name, digests]): [Cbor, Cbor] => [name, new Map(digests)]))],
    ['deviceKeyInfo', new Map([['deviceKey', jwkToCoseKey(mso.deviceKey)]])],
    ['docType', mso.docType],
    [
      'validityInfo',
      new Map([
        ['signed', tdate(signed)],
        ['validFrom', tdate(validFrom)],
        ['validUntil', tdate(validUntil)],
      ]),
    ],
  ]
  if (mso.status !== undefined) members.push(['status', jsonToCbor(mso.status)])
  return encodeCbor(cborTag(mdocTags.encoded, encodeCbor(new Map(members))))
}

/**
 * Parses MobileSecurityObjectBytes. Checks that the times are consistent with each other. Does not compare them with
 * the current time.
 */
export function readMso(payload: Uint8Array, at: string): MobileSecurityObject | Failure<MsoCode> {
  const outer = decodeCbor(payload, at, { tags: [mdocTags.encoded] })
  if (failed(outer) || !isCborTag(outer) || !isCborBytes(outer.value)) return fail('mso_malformed', at)
  const map = decodeCbor(outer.value, at, { anyValue: true }) // D-272
  if (failed(map) || !isCborMap(map)) return fail('mso_malformed', at)
  const docType = map.get('docType')
  if (typeof docType !== 'string') return fail('mso_malformed', `${at}.docType`)
  if (!isKnownVersion(map.get('version'))) return fail('mso_version_unsupported', `${at}.version`)
  const algorithm = digestAlgorithms.get(map.get('digestAlgorithm'))
  if (algorithm === undefined) return fail('digest_algorithm_unsupported', `${at}.digestAlgorithm`)
  const { hash, bytes } = algorithm
  const valueDigests = readValueDigests(map.get('valueDigests'), bytes)
  if (valueDigests === undefined) return fail('value_digests_malformed', `${at}.valueDigests`)
  const keyInfo = map.get('deviceKeyInfo')
  const deviceKey = coseKeyToJwk(isCborMap(keyInfo) ? keyInfo.get('deviceKey') : undefined, `${at}.deviceKeyInfo`)
  if (failed(deviceKey)) return deviceKey
  const validityInfo = readValidity(map.get('validityInfo'))
  if (validityInfo === undefined) return fail('validity_malformed', `${at}.validityInfo`)
  if (!isConsistent(validityInfo)) return fail('validity_inconsistent', `${at}.validityInfo`)
  return { docType, hash, valueDigests, deviceKey, validityInfo, ...statusOf(map) }
}

function readValueDigests(value: Cbor | undefined, bytes: number): ValueDigests | undefined {
  if (!isCborMap(value) || value.size === 0) return undefined
  const namespaces = new Map<string, Map<number, Uint8Array>>()
  for (const [name, entries] of value) {
    if (typeof name !== 'string' || !isCborMap(entries)) return undefined
    const digests = new Map<number, Uint8Array>()
    for (const [id, digest] of entries) {
      if (!isDigestId(id) || !isCborBytes(digest) || digest.length !== bytes) return undefined
      digests.set(id, digest)
    }
    namespaces.set(name, digests)
  }
  return namespaces
}

function readValidity(value: Cbor | undefined): ValidityInfo | undefined {
  if (!isCborMap(value)) return undefined
  const [signed, validFrom, validUntil] = ['signed', 'validFrom', 'validUntil'].map((name) =>
    readTdate(value.get(name)),
  )
  if (signed === undefined || validFrom === undefined || validUntil === undefined) return undefined
  return { signed, validFrom, validUntil }
}

/** Returns true if `validFrom` is not before `signed` and `validUntil` is after `validFrom` (ISO 18013-5 §9.1.2.4). */
const isConsistent = ({ signed, validFrom, validUntil }: ValidityInfo): boolean =>
  signed <= validFrom && validFrom < validUntil

/**
 * Returns the member `status` as JSON, or no member if it is absent. A float with an integer value, such as 5.0,
 * becomes null, because it is not a valid index of a list (D-368).
 */
const statusOf = (map: CborMap): { readonly status?: Json } => {
  const status = map.get('status')
  return status === undefined ? {} : { status: cborToJson(status, () => null) }
}
