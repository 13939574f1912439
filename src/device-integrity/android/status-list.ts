/**
 * The vendor's list of revoked certificates (https://android.googleapis.com/attestation/status): `{"entries":
 * {"<serial>": {"status", "reason"?}}}`. The service fetches it in the background (WP-42, WP-52).
 */
import { type Failure, fail, failed, isJsonObject, type JsonCode, parseJsonObject } from '../../base/index.ts'

/** Status of a listed certificate. A suspension can end, a revocation cannot. */
export type ListedStatus = 'revoked' | 'suspended'

/** Status of each listed certificate by its serial, in the form of `Certificate.serial`. */
export type ListedCertificates = ReadonlyMap<string, ListedStatus>

/** Serials of certificates that no registration may use: revoked or suspended. `ListedCertificates` is one. */
export type ListedSerials = Pick<ListedCertificates, 'has'>

/** Form of a serial number: hexadecimal, in any letter case, with a minus sign if it is negative (D-394). */
export const serialPattern = /^-?[0-9a-fA-F]{1,80}$/

/** Returns a serial in the form of `Certificate.serial`: lower case, no leading zeros. Does not check its form. */
export const normalizeSerial = (serial: string): string => serial.toLowerCase().replace(/^(-?)0+(?=.)/, '$1')

/** Maximum length of the list, in bytes and in characters. The list has about 2,000 entries of 100 characters each. */
export const androidStatusListLimit = 8_388_608

/**
 * Parses the list. Includes every entry: as `revoked` with the status `REVOKED`, and as `suspended` with any other,
 * because only a revocation is final. Reads every serial as hexadecimal, even if it looks decimal. Removes leading
 * zeros. Returns a failure if a serial is not hexadecimal.
 */
export function parseAndroidStatusList(text: string): ListedCertificates | Failure<JsonCode | 'status_list_malformed'> {
  const list = parseJsonObject(text, 'status_list', { size: androidStatusListLimit, depth: 8 })
  if (failed(list)) return list
  const { entries } = list
  if (!isJsonObject(entries)) return fail('status_list_malformed', 'status_list.entries')
  const certificates = new Map<string, ListedStatus>()
  for (const [key, entry] of Object.entries(entries)) {
    if (!serialPattern.test(key)) return fail('status_list_malformed', 'status_list.entries')
    const serial = normalizeSerial(key)
    const isRevoked = isJsonObject(entry) && entry.status === 'REVOKED'
    if (certificates.get(serial) !== 'revoked') certificates.set(serial, isRevoked ? 'revoked' : 'suspended') // WP-197
  }
  return certificates
}
