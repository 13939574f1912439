/**
 * How values travel to PostgreSQL and back, for all statements alike, so that no store can forget it. JSON from outside
 * may hold a NUL (RFC 8259 §7), which PostgreSQL's text refuses: it is escaped on the way in and comes back as it was.
 * Text with JSON in it is not concerned: there a NUL is spelled `\u0000` already, and stays so in a `text` column (a
 * `jsonb` one refuses it).
 */
import pg from 'pg'
import { wholeSeconds } from '../stored-values.ts'

export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly (string | number | null | Uint8Array)[]

/** A noncharacter (Unicode §23.7), which no interchanged text should hold: what begins an escape, and is itself escaped. */
const marker = '\u{10fffe}'
const encoded: Readonly<Record<string, string>> = { '\0': `${marker}0`, [marker]: `${marker}1` }
const escaped = /\0|\u{10fffe}/gu
const unescaped = /\u{10fffe}[01]/gu

const encodeText = (text: string): string => text.replace(escaped, (character) => encoded[character] ?? character)

const decodeText = (text: string): string =>
  text.includes(marker) ? text.replace(unescaped, (pair) => (pair.endsWith('0') ? '\0' : marker)) : text

/** Numbers are whole: times and counts. Throws a RangeError for what is no number at all. */
function encodeNumber(value: number): number {
  if (Number.isNaN(value)) throw new RangeError('not a number')
  return Math.max(wholeSeconds(value), Number.MIN_SAFE_INTEGER)
}

/** A parameter as the driver takes it. */
export function encodeValue(value: Value): unknown {
  if (typeof value === 'string') return encodeText(value)
  if (typeof value === 'number') return encodeNumber(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map(encodeValue)
  return value ?? null
}

function decodeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an integer of the database is beyond what a number holds')
  return value
}

const { INT8, TEXT, VARCHAR } = pg.types.builtins
const decoders: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [INT8, decodeInteger],
  [TEXT, decodeText],
  [VARCHAR, decodeText],
])

/** Not said in the driver's types: whoever installs this package does not have them. */
interface ValueTypes {
  readonly getTypeParser: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown
}

/** The driver's own readers, but for integers (numbers here, never text) and text. */
export const valueTypes: ValueTypes = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' && decoders.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}
