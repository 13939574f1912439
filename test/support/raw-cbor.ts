/**
 * CBOR of a hostile party (RFC 8949): every head, length and order under the control of a test. Shares no code with the
 * encoder of `src/`, so that both are compared if a test writes something valid.
 */

/** Bytes that are written unchanged as a value. */
export class RawBytes {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array | string) {
    this.bytes = typeof bytes === 'string' ? Buffer.from(bytes.replaceAll(' ', ''), 'hex') : bytes
  }
}

export class RawTag {
  readonly tag: number
  readonly value: RawValue

  constructor(tag: number, value: RawValue) {
    this.tag = tag
    this.value = value
  }
}

export type RawMap = Map<RawValue, RawValue>
export type RawValue =
  | null
  | undefined
  | boolean
  | number
  | string
  | Uint8Array
  | readonly RawValue[]
  | RawMap
  | RawTag
  | RawBytes

const simpleValues = new Map<RawValue, number>([
  [false, 0xf4],
  [true, 0xf5],
  [null, 0xf6],
  [undefined, 0xf7],
])

export function rawCbor(value: RawValue): Uint8Array {
  const simple = simpleValues.get(value)
  if (simple !== undefined) return Uint8Array.of(simple)
  if (value instanceof RawBytes) return value.bytes
  if (value instanceof RawTag) return Buffer.concat([head(6, value.tag), rawCbor(value.value)])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) return rawPairs([...value]).bytes
  const list = value as readonly RawValue[]
  return Buffer.concat([head(4, list.length), ...list.map(rawCbor)])
}

/** Returns a map of any pairs, including duplicate keys. */
export const rawPairs = (pairs: readonly (readonly [RawValue, RawValue])[]): RawBytes =>
  new RawBytes(Buffer.concat([head(5, pairs.length), ...pairs.flat().map(rawCbor)]))

/** Returns a float of 64 bits, also for an integer. */
export function rawFloat(value: number): RawBytes {
  const bytes = Buffer.alloc(9, 0xfb)
  bytes.writeDoubleBE(value, 1)
  return new RawBytes(bytes)
}

/**
 * Returns the same value with its length in one byte more than necessary; for maps and lists with fewer than 24
 * members.
 */
export const longHead = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(((bytes[0] ?? 0) & 0xe0) | 24, (bytes[0] ?? 0) & 0x1f), bytes.subarray(1)])

/** Returns the same map or list with indefinite length. */
export const indefinite = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of((bytes[0] ?? 0) | 0x1f), bytes.subarray(1), Uint8Array.of(0xff)])

function head(major: number, value: number): Uint8Array {
  if (value < 24) return Uint8Array.of((major << 5) | value)
  const size = value < 0x100 ? 1 : value < 0x1_0000 ? 2 : value < 0x1_0000_0000 ? 4 : 8
  const bytes = Buffer.alloc(1 + size, (major << 5) | (24 + Math.log2(size)))
  if (size === 8) bytes.writeBigUInt64BE(BigInt(value), 1)
  else bytes.writeUIntBE(value, 1, size)
  return bytes
}
