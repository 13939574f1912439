/**
 * A sequential DER reader for a known structure. Creates no objects for values. After an unexpected value it returns
 * meaningless values, and `succeeded` returns false. Accepts no long tags, and no value of more than 65,535 bytes.
 */
import type { NumericDate } from '../base/index.ts'
import { derTags } from './der.ts'

const { utf8String, printableString, ia5String, utcTime, generalizedTime } = derTags

/** A reader that begins at the first byte. Call `succeeded` before using the values that were read. */
export class DerWalk {
  readonly #der: Uint8Array
  readonly #bytes: Buffer
  #position = 0
  #stopped = false

  constructor(der: Uint8Array) {
    this.#der = der
    this.#bytes = Buffer.from(der.buffer, der.byteOffset, der.byteLength)
  }

  position(): number {
    return this.#position
  }

  /** Returns true if all values so far were as expected. */
  succeeded(): boolean {
    return !this.#stopped
  }

  #stop(): number {
    this.#stopped = true
    this.#position = this.#bytes.length
    return this.#position
  }

  #goTo(position: number): void {
    if (!this.#stopped) this.#position = position
  }

  /** Enters the value whose identifier octet is `tag`. Returns the offset at which its contents end. */
  open(tag: number): number {
    const bytes = this.#bytes
    let at = this.#position
    if (bytes[at] !== tag) return this.#stop()
    let length = bytes[at + 1] ?? 0x80
    at += 2
    if (length > 127) {
      const size = length - 128
      const first = bytes[at] ?? 0
      if (size !== 1 && size !== 2) return this.#stop()
      length = size === 1 ? first : first * 256 + (bytes[at + 1] ?? 0)
      if (length < (size === 1 ? 128 : 256)) return this.#stop()
      at += size
    }
    if (at + length > bytes.length) return this.#stop()
    this.#position = at
    return at + length
  }

  /** Leaves a value whose contents end at `end`. All contents must have been read. */
  close(end: number): void {
    if (this.#position !== end) this.#stop()
  }

  /** Returns the first candidate whose encoding follows, and skips these bytes. */
  oneOf<T extends { readonly encoded: Buffer }>(candidates: readonly T[]): T | undefined {
    for (const candidate of candidates)
      if (this.#startsWith(candidate.encoded)) {
        this.#position += candidate.encoded.length
        return candidate
      }
    this.#stop()
    return undefined
  }

  #startsWith(expected: Buffer): boolean {
    for (let index = 0; index < expected.length; index += 1)
      if (this.#bytes[this.#position + index] !== expected[index]) return false
    return true
  }

  /** Returns the bytes between two offsets and continues after them. */
  bytesTo(start: number, end: number): Uint8Array {
    if (end > this.#bytes.length) this.#stop()
    this.#goTo(end)
    return this.#der.subarray(start, end)
  }

  octets(): Uint8Array {
    const end = this.open(derTags.octetString)
    return this.bytesTo(this.#position, end)
  }

  /** Reads a BIT STRING of whole bytes, at least one. */
  bits(): Uint8Array {
    const end = this.open(derTags.bitString)
    const start = this.#position + 1
    if (start >= end || this.#bytes[start - 1] !== 0) this.#stop()
    return this.bytesTo(start, end)
  }

  /** Skips a BOOLEAN with the value true, if one follows. DER omits a default of false, so false is unexpected. */
  skipTrue(): void {
    if (this.#bytes[this.#position] !== derTags.boolean) return
    const end = this.open(derTags.boolean)
    if (end !== this.#position + 1 || this.#bytes[end - 1] !== 0xff) this.#stop()
    this.#goTo(end)
  }

  /** Reads a non-negative INTEGER as hexadecimal without leading zeros, as `readSerial` does. */
  serial(): string {
    const end = this.open(derTags.integer)
    const start = this.#position
    const first = this.#bytes[start] ?? 0x80
    const padded = end > start + 1 && first === 0 && (this.#bytes[start + 1] ?? 0) < 0x80
    if (start === end || first > 0x7f || padded) this.#stop()
    this.#goTo(end)
    return this.#bytes.toString('hex', start, end).replace(/^0+(?=.)/, '')
  }

  /** Reads an OBJECT IDENTIFIER in dotted form. Arcs have at most 31 bits. */
  oid(): string {
    const end = this.open(derTags.oid)
    let text = ''
    let arc = 0
    for (let index = this.#position; index < end; index += 1) {
      const byte = this.#bytes[index] ?? 0
      if ((arc === 0 && byte === 0x80) || arc > 0xff_ffff) this.#stop()
      arc = arc * 128 + (byte & 127)
      if (byte > 127) continue
      const root = Math.min(2, Math.floor(arc / 40))
      text += text === '' ? `${root}.${arc - root * 40}` : `.${arc}`
      arc = 0
    }
    if (text === '' || (this.#bytes[end - 1] ?? 0x80) > 127) this.#stop()
    this.#goTo(end)
    return text
  }

  /**
   * Reads a UTF8String, PrintableString or IA5String of printable ASCII characters. The three types encode such a text
   * in the same way.
   */
  text(): string {
    const tag = this.#bytes[this.#position] ?? 0
    if (tag !== utf8String && tag !== printableString && tag !== ia5String) this.#stop()
    const end = this.open(tag)
    const start = this.#position
    for (let index = start; index < end; index += 1) {
      const byte = this.#bytes[index] ?? 0
      if (byte < 0x20 || byte > 0x7e) this.#stop()
    }
    this.#goTo(end)
    return this.#bytes.toString('latin1', start, end)
  }

  /** Reads a UTCTime, or a GeneralizedTime from 1950 on, with seconds and `Z` (RFC 5280 §4.1.2.5). */
  time(): NumericDate {
    const isUtcTime = this.#bytes[this.#position] === utcTime
    const end = this.open(isUtcTime ? utcTime : generalizedTime)
    const monthStart = end - 11
    const isComplete = end - this.#position === (isUtcTime ? 13 : 15) && this.#bytes[end - 1] === 0x5a
    const lastDigits = this.#twoDigits(monthStart - 2)
    const century = isUtcTime ? (lastDigits < 50 ? 20 : 19) : this.#twoDigits(monthStart - 4)
    const month = this.#twoDigits(monthStart)
    const day = this.#twoDigits(monthStart + 2)
    const hour = this.#twoDigits(monthStart + 4)
    const minute = this.#twoDigits(monthStart + 6)
    const second = this.#twoDigits(monthStart + 8)
    const year = century * 100 + lastDigits
    const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
    if (!isComplete || !(year >= 1950 && exists && hour < 24 && minute < 60 && second < 60)) this.#stop()
    this.#goTo(end)
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
  }

  /** Returns NaN if the bytes are not two digits. */
  #twoDigits(at: number): number {
    const [tens, units] = [(this.#bytes[at] ?? 0) - 0x30, (this.#bytes[at + 1] ?? 0) - 0x30]
    return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN
  }
}

const daysIn = (year: number, month: number): number =>
  (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / 86_400_000
