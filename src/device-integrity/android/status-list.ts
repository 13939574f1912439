/**
 * The vendor's list of certificates that must not be trusted any more
 * (https://android.googleapis.com/attestation/status): `{"entries": {"<serial>": {"status", "reason"?}}}`. Fetched in
 * the background by the service; here it is data (WP-42, WP-52).
 */
import { type Failure, fail, failed, isJsonObject, type JsonCode, parseJsonObject } from '../../base/index.ts'

/** Serials of certificates that are revoked or suspended, as those of `Certificate`. */
export type RevokedSerials = ReadonlySet<string>

const serialPattern = /^-?[0-9a-f]{1,80}$/i
/** Of the list's text; it has some 2 000 entries of about 100 characters. */
export const androidStatusListLimit = 8_388_608

/** Reads the list. Every entry counts, whatever its status. Keys that look decimal are hexadecimal all the same. */
export function parseAndroidStatusList(text: string): RevokedSerials | Failure<JsonCode | 'status_list_malformed'> {
  const list = parseJsonObject(text, 'status_list', { size: androidStatusListLimit, depth: 8 })
  if (failed(list)) return list
  const { entries } = list
  if (!isJsonObject(entries)) return fail('status_list_malformed', 'status_list.entries')
  const serials = Object.keys(entries)
  if (!serials.every((serial) => serialPattern.test(serial)))
    return fail('status_list_malformed', 'status_list.entries')
  return new Set(serials.map((serial) => serial.toLowerCase().replace(/^(-?)0+(?=.)/, '$1')))
}
