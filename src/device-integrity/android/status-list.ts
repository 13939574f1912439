/**
 * The vendor's list of revoked certificates (https://android.googleapis.com/attestation/status): `{"entries":
 * {"<serial>": {"status", "reason"?}}}`. The service fetches it in the background (WP-42, WP-52).
 */
import { type Failure, fail, failed, isJsonObject, type JsonCode, parseJsonObject } from '../../base/index.ts'

/** Serials of revoked and suspended certificates, in the form of `Certificate.serial`. */
export type RevokedSerials = ReadonlySet<string>

const serialPattern = /^-?[0-9a-f]{1,80}$/i
/** Maximum length of the list, in bytes and in characters. The list has about 2,000 entries of 100 characters each. */
export const androidStatusListLimit = 8_388_608

/**
 * Parses the list. Includes every entry, whatever its status. Reads every serial as hexadecimal, even if it looks
 * decimal. Removes leading zeros. Returns a failure if a serial is not hexadecimal.
 */
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
