/**
 * Parses the part of DER that certificates and vendor extensions need (ITU-T X.690): definite lengths, minimal tags and
 * lengths, no trailing bytes. Reads one level at a time, so no depth limit is needed. Follows no schema, because key
 * attestations of genuine Android devices have authorization lists with unknown tags, tags out of order and a BER
 * boolean (WP-51).
 */

/** One value with its tag and length. Its contents are not parsed. */
export class DerValue {
  /** Class of the tag: 0 universal, 1 application, 2 context-specific, 3 private. */
  readonly tagClass: number
  readonly constructed: boolean
  readonly tag: number
  /** The bytes that contain this value. `start`, `contentsStart` and `end` are offsets in them. */
  readonly within: Uint8Array
  readonly start: number
  readonly contentsStart: number
  readonly end: number

  constructor(lead: number, tag: number, within: Uint8Array, start: number, contentsStart: number, end: number) {
    this.tagClass = lead >> 6
    this.constructed = (lead & 32) !== 0
    this.tag = tag
    this.within = within
    this.start = start
    this.contentsStart = contentsStart
    this.end = end
  }

  get contents(): Uint8Array {
    return this.within.subarray(this.contentsStart, this.end)
  }

  /** The value with its tag and length, as received. */
  get encoded(): Uint8Array {
    return this.within.subarray(this.start, this.end)
  }
}

/** Universal tag numbers of the types that certificates and vendor extensions use (ITU-T X.680 §8.4). */
export const derTags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  oid: 6,
  enumerated: 10,
  utf8String: 12,
  sequence: 16,
  set: 17,
  printableString: 19,
  ia5String: 22,
  utcTime: 23,
  generalizedTime: 24,
} as const

/** Parses exactly one value. Returns `undefined` if it is malformed or bytes follow it. */
export const readDer = (bytes: Uint8Array): DerValue | undefined => readOne(bytes, 0, bytes.length)

/** Parses the single value inside an explicit tag. Returns `undefined` if there is not exactly one. */
export const readDerInside = ({ within, contentsStart, end }: DerValue): DerValue | undefined =>
  readOne(within, contentsStart, end)

/** Returns the members of a SEQUENCE, or of a SET if `tag` is `derTags.set`. Returns `undefined` for anything else. */
export const derMembers = (
  value: DerValue | undefined,
  tag: typeof derTags.sequence | typeof derTags.set = derTags.sequence,
): readonly DerValue[] | undefined =>
  isUniversal(value, tag) ? readAll(value.within, value.contentsStart, value.end) : undefined

/**
 * Returns true for a universal value with this tag. A SEQUENCE or SET must be constructed, any other type primitive
 * (X.690 §10.2).
 */
export const isUniversal = (value: DerValue | undefined, tag: number): value is DerValue =>
  value?.tagClass === 0 && value.tag === tag && value.constructed === (tag === derTags.sequence || tag === derTags.set)

/** Returns true for a constructed context-specific value with this tag: `[tag] EXPLICIT`, or an implicit SEQUENCE. */
export const isConstructedContextSpecific = (value: DerValue | undefined, tag: number): value is DerValue =>
  value?.tagClass === 2 && value.tag === tag && value.constructed

/**
 * Returns a non-negative INTEGER or ENUMERATED within the safe range, or `undefined`. Does not check for a minimal
 * encoding.
 */
export function derNumber(value: DerValue | undefined, tag: number = derTags.integer): number | undefined {
  if (!isUniversal(value, tag)) return undefined
  const { within, contentsStart, end } = value
  if (end === contentsStart || end - contentsStart > 7 || (within[contentsStart] ?? 0) > 127) return undefined
  let number = 0
  for (let index = contentsStart; index < end; index += 1) number = number * 256 + (within[index] ?? 0)
  return Number.isSafeInteger(number) ? number : undefined // GEN-34
}

/**
 * Returns an INTEGER of at most 64 bits, which may be negative, or `undefined`. Does not check for a minimal encoding.
 */
export function derInteger(value: DerValue | undefined): bigint | undefined {
  if (!isUniversal(value, derTags.integer)) return undefined
  const { contents } = value
  if (contents.length === 0 || contents.length > 8) return undefined
  return BigInt.asIntN(8 * contents.length, BigInt(`0x${Buffer.from(contents).toString('hex')}`))
}

/** Returns the contents of a primitive OCTET STRING, or `undefined`. */
export const derOctets = (value: DerValue | undefined): Uint8Array | undefined =>
  isUniversal(value, derTags.octetString) ? value.contents : undefined

/**
 * Returns an OBJECT IDENTIFIER in dotted form. Returns `undefined` for another value, for empty or truncated contents,
 * or if an arc is beyond the safe range or lacks its minimal encoding (X.690 §8.19.2).
 */
export function derOid(value: DerValue | undefined): string | undefined {
  if (!isUniversal(value, derTags.oid) || (value.contents.at(-1) ?? 0x80) > 127) return undefined
  const arcs: number[] = []
  let arc = 0
  for (const byte of value.contents) {
    if (arc === 0 && byte === 0x80) return undefined
    arc = arc * 128 + (byte & 127)
    if (arc > Number.MAX_SAFE_INTEGER) return undefined
    if (byte < 128) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

/**
 * Converts an ECDSA-Sig-Value (RFC 3279 §2.2.3) to r‖s with `size` bytes each. Returns `undefined` for anything else.
 */
export function ecdsaFromDer(bytes: Uint8Array, size: number): Uint8Array | undefined {
  const numbers = derMembers(readDer(bytes))
  if (numbers?.length !== 2) return undefined
  const signature = new Uint8Array(2 * size)
  for (const [index, value] of numbers.entries()) {
    const { contents } = value
    const [first = 128, second = 128] = contents
    const padded = first === 0 && contents.length > 1
    // The number must be minimally encoded and must not be negative (X.690 §8.3).
    if (!isUniversal(value, derTags.integer) || first > 127 || (padded && second < 128)) return undefined
    const number = padded ? contents.subarray(1) : contents
    if (number.length > size) return undefined
    signature.set(number, (index + 1) * size - number.length)
  }
  return signature
}

function readOne(bytes: Uint8Array, start: number, limit: number): DerValue | undefined {
  const value = readAt(bytes, start, limit)
  return value?.end === limit ? value : undefined
}

function readAll(bytes: Uint8Array, start: number, limit: number): readonly DerValue[] | undefined {
  const values: DerValue[] = []
  for (let offset = start; offset < limit; ) {
    const value = readAt(bytes, offset, limit)
    if (value === undefined) return undefined
    values.push(value)
    offset = value.end
  }
  return values
}

/** Parses the value at an offset. A value that ends beyond `limit` is refused. */
function readAt(bytes: Uint8Array, start: number, limit: number): DerValue | undefined {
  const lead = bytes[start]
  if (lead === undefined) return undefined
  let offset = start + 1
  let tag = lead & 31
  if (tag === 31) {
    tag = 0
    let byte: number | undefined
    do {
      byte = bytes[offset++]
      if (byte === undefined || tag > 0xffff) return undefined
      tag = tag * 128 + (byte & 127)
    } while (byte > 127)
    // Small tags use the short form, and a long form has no leading zeros (X.690 §8.1.2).
    if (tag < 31 || bytes[start + 1] === 128) return undefined
  }
  let length = bytes[offset++]
  if (length === undefined || length === 128) return undefined
  if (length > 128) {
    const size = length - 128
    if (size > 4 || bytes[offset] === 0) return undefined
    length = 0
    for (const end = offset + size; offset < end; offset += 1) length = length * 256 + (bytes[offset] ?? Number.NaN)
    if (!(length > 127)) return undefined
  }
  const end = offset + length
  return end > limit ? undefined : new DerValue(lead, tag, bytes, start, offset, end)
}
