/** Writes DER (ITU-T X.690), for certificates, attestation records of the software device, and signatures. */
import { concatBytes, encodeUtf8, type NumericDate } from '../base/index.ts'
import { derTags } from './der.ts'

type Bytes = Uint8Array

/** Writes one value of the universal class. */
export const writeDer = (tag: number, ...contents: readonly Bytes[]): Bytes =>
  encodeTagged([tag === derTags.sequence || tag === derTags.set ? tag | 32 : tag], concatBytes(contents))

/** Writes a SEQUENCE of DER values. */
export const writeSequence = (...members: readonly Bytes[]): Bytes => writeDer(derTags.sequence, ...members)
/** Writes an OCTET STRING. */
export const writeOctets = (contents: Bytes): Bytes => writeDer(derTags.octetString, contents)
/** Writes a NULL, as in the parameters of RSA algorithms. */
export const writeNull = (): Bytes => writeDer(5)
/** Writes a BOOLEAN. True is 0xff. */
export const writeBoolean = (value: boolean): Bytes => writeDer(derTags.boolean, Uint8Array.of(value ? 255 : 0))
/** Writes a non-negative ENUMERATED value. */
export const writeEnumerated = (value: number): Bytes => writeDer(derTags.enumerated, integerBytes(value))
/** Writes a non-negative INTEGER. `writeUnsigned` writes numbers beyond the safe range. */
export const writeInteger = (value: number): Bytes => writeDer(derTags.integer, integerBytes(value))

/** Writes an OBJECT IDENTIFIER from its dotted form. The first arc must be 0, 1 or 2, and every arc below 2^31. */
export function writeOid(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return writeDer(derTags.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** Writes a SET OF INTEGER. Pass its members in ascending order. */
export const writeIntegerSet = (values: readonly number[]): Bytes => writeDer(derTags.set, ...values.map(writeInteger))

/** Writes `[tag] EXPLICIT`. */
export const writeExplicit = (tag: number, value: Bytes): Bytes =>
  encodeTagged(tag < 31 ? [0xa0 | tag] : [0xbf, ...base128(tag)], value)

/**
 * Writes `[tag] IMPLICIT`, or a context-specific choice. `constructed` is true if the contents are DER values. The tag
 * must be below 31.
 */
export const writeImplicit = (tag: number, constructed: boolean, ...contents: readonly Bytes[]): Bytes =>
  encodeTagged([0x80 | (constructed ? 32 : 0) | tag], concatBytes(contents))

/** Writes a BIT STRING. The last `unused` bits of `bytes` are padding. */
export const writeBits = (unused: number, bytes: Bytes): Bytes =>
  writeDer(derTags.bitString, concatBytes([Uint8Array.of(unused), bytes]))

const [year1950, year10000] = [Date.UTC(1950) / 1000, Date.UTC(10_000) / 1000]

/**
 * Writes a UTCTime before the year 2050, a GeneralizedTime from then on (RFC 5280 §4.1.2.5). Drops fractions of a
 * second. Throws a TypeError for a time outside the years 1950 to 9999.
 */
export function writeTime(time: NumericDate): Bytes {
  if (!(time >= year1950 && time < year10000)) throw new TypeError(`no certificate can have the time ${time}`)
  const text = new Date(time * 1000).toISOString().replace(/\.\d+|[-:T]/g, '')
  return text < '2050'
    ? writeDer(derTags.utcTime, encodeUtf8(text.slice(2)))
    : writeDer(derTags.generalizedTime, encodeUtf8(text))
}

/** Writes a non-negative big-endian number of any length as INTEGER. */
export function writeUnsigned(bytes: Bytes): Bytes {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1
  const minimal = bytes.subarray(start)
  return writeDer(derTags.integer, (minimal[0] ?? 0) > 127 ? concatBytes([Uint8Array.of(0), minimal]) : minimal)
}

function encodeTagged(tag: readonly number[], contents: Bytes): Bytes {
  const length: number[] = []
  for (let rest = contents.length; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest & 255)
  const prefix = contents.length < 128 ? [contents.length] : [128 + length.length, ...length]
  return concatBytes([Uint8Array.from([...tag, ...prefix]), contents])
}

function base128(value: number): number[] {
  const bytes = [value & 127]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128)
  return bytes
}

function integerBytes(value: number): Bytes {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Uint8Array.from((bytes[0] ?? 128) > 127 ? [0, ...bytes] : bytes)
}
