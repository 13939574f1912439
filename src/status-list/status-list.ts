/**
 * A status list: a status of 1, 2, 4 or 8 bits for each token. The statuses are packed from the least significant bit
 * of each byte, compressed with DEFLATE in the ZLIB format, and base64url-encoded (draft-ietf-oauth-status-list-12
 * §4.1). Compression uses web streams, so that wallets outside Node can also read lists.
 */
import { concatBytes, decodeBase64url, encodeBase64url, type Failure, fail } from '../base/index.ts'

/** Bits of each status (draft-ietf-oauth-status-list-12 §4.1). */
export type StatusBits = 1 | 2 | 4 | 8

/** Packed statuses by index. */
export interface StatusList {
  readonly bits: StatusBits
  readonly bytes: Uint8Array
}

/** Status values that this project issues (draft-ietf-oauth-status-list-12 §7.1). Issuers may define others. */
export const statusValues = { valid: 0, invalid: 1, suspended: 2 } as const

/** `UPDATE` and `ATTRIBUTE_UPDATE` of IT-Wallet. The second was 4 in 1.0, 11 in 1.3.3, and is 15 since 1.4 (D-1118). */
const outdatedValues: readonly number[] = [3, 4, 11, 15]

/**
 * Returns true for a value by which an issuer of IT-Wallet states that the credential's data or metadata have changed
 * since it was issued.
 */
export const isOutdatedStatus = (status: number): boolean => outdatedValues.includes(status)

/** Reasons why a status cannot be read: the list is malformed or too large, or has no such index. */
export type StatusListCode = 'list_malformed' | 'list_too_large' | 'index_out_of_range'

/** Maximum size in bytes of an inflated list that this project publishes: 8 million tokens of one bit. */
export const inflatedLimit = 1_048_576

/** Maximum size in bytes of an inflated list that is read: 134 million tokens of one bit (D-1129). */
export const readableLimit = 16_777_216

/** Creates a list with at least `capacity` entries, all valid. */
export const createStatusList = (bits: StatusBits, capacity: number): StatusList => ({
  bits,
  bytes: new Uint8Array(Math.ceil((capacity * bits) / 8)),
})

/** Sets one status in place. Throws a RangeError for an index or a value out of range. */
export function setStatus({ bits, bytes }: StatusList, index: number, status: number): void {
  const position = Math.floor((index * bits) / 8)
  const current = bytes[position]
  if (
    current === undefined ||
    !Number.isSafeInteger(index) ||
    !Number.isSafeInteger(status) ||
    status < 0 ||
    status >= 1 << bits
  )
    throw new RangeError('the status list has no such index, or its statuses have fewer bits')
  const shift = (index * bits) % 8
  bytes[position] = (current & ~(((1 << bits) - 1) << shift)) | (status << shift)
}

/**
 * Returns the status at an index. Fails with `index_out_of_range` if the list has no such index (§4.1, §8.3 step 5).
 */
export function statusAt({ bits, bytes }: StatusList, index: number): number | Failure<StatusListCode> {
  const byte = bytes[Math.floor((index * bits) / 8)]
  if (!Number.isSafeInteger(index) || index < 0 || byte === undefined)
    return fail('index_out_of_range', 'status_list.idx') // RP-71
  return (byte >> ((index * bits) % 8)) & ((1 << bits) - 1)
}

/**
 * Yields index and status of every entry that is not 0 and is among the first `places`. Includes up to seven later
 * entries of the last byte. `places` defaults to the whole list.
 */
export function* exceptionsOf(
  { bits, bytes }: StatusList,
  places: number = bytes.length * (8 / bits),
): Generator<{ readonly index: number; readonly status: number }> {
  const perByte = 8 / bits
  for (const [position, byte] of bytes.subarray(0, Math.ceil(places / perByte)).entries()) {
    if (byte === 0) continue
    for (let place = 0; place < perByte; place += 1) {
      const status = (byte >> (place * bits)) & ((1 << bits) - 1)
      if (status !== 0) yield { index: position * perByte + place, status }
    }
  }
}

/** Returns the number of indices, including those of a partially used last byte. */
export const countPlaces = ({ bits, bytes }: StatusList): number => bytes.length * (8 / bits)

/** Compresses a list to the value of `lst`. */
export async function compressStatusList({ bytes }: StatusList): Promise<string> {
  return encodeBase64url(await compress(bytes, 'deflate'))
}

/** Compresses bytes. `deflate` is the ZLIB format of `lst` (RFC 1950). */
export const compress = (bytes: Uint8Array, format: 'deflate' | 'gzip'): Promise<Uint8Array> =>
  collect(bytes, new CompressionStream(format), Number.POSITIVE_INFINITY)

/**
 * Inflates the value of `lst`. Fails with `list_malformed` if it is not base64url of the ZLIB format, and with
 * `list_too_large` as soon as the result exceeds `readableLimit`.
 */
export async function inflateStatusList(bits: StatusBits, lst: string): Promise<StatusList | Failure<StatusListCode>> {
  const compressed = decodeBase64url(lst)
  if (compressed === undefined) return fail('list_malformed', 'status_list.lst')
  try {
    return { bits, bytes: await collect(compressed, new DecompressionStream('deflate'), readableLimit) }
  } catch (thrown) {
    return thrown instanceof RangeError
      ? fail('list_too_large', 'status_list.lst')
      : fail('list_malformed', 'status_list.lst')
  }
}

async function collect(
  input: Uint8Array,
  transform: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array> {
  const stream = new Blob([input as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw new RangeError('the list inflates beyond its limit')
    chunks.push(chunk)
  }
  return concatBytes(chunks)
}
