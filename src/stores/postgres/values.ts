/**
 * Converts values for PostgreSQL and back, in all statements of stores. JSON from outside may contain a NUL (RFC 8259
 * §7). PostgreSQL's text refuses a NUL, so it is escaped before it is sent and restored when it is read. JSON text
 * needs no escape: it spells a NUL as `\u0000`, which a `text` column accepts (a `jsonb` column does not).
 */
import pg from 'pg'
import { wholeNumber } from '../stored-values.ts'

/** A parameter of a statement. `undefined` is NULL. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly (string | number | null | Uint8Array)[]

/**
 * A noncharacter (Unicode §23.7), which no interchanged text should contain. It begins an escape and is itself escaped.
 * Rows contain these escapes, so the marker cannot change.
 */
const marker = '\u{10fffe}'
const encoded: Readonly<Record<string, string>> = { '\0': `${marker}0`, [marker]: `${marker}1` }
const charactersToEscape = /\0|\u{10fffe}/gu
const escapeSequences = /\u{10fffe}[01]/gu

const encodeText = (text: string): string =>
  text.replace(charactersToEscape, (character) => encoded[character] ?? character)

const decodeText = (text: string): string =>
  text.includes(marker) ? text.replace(escapeSequences, (pair) => (pair.endsWith('0') ? '\0' : marker)) : text

/**
 * Returns a parameter in the form that the driver expects. Escapes NUL in texts, and rounds numbers as `wholeNumber`
 * does, also in lists. Returned bytes share the memory of the value.
 */
export function encodeValue(value: Value): unknown {
  if (typeof value === 'string') return encodeText(value)
  if (typeof value === 'number') return wholeNumber(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return value.map(encodeValue)
  return value ?? null
}

function decodeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError('an integer in the database exceeds the safe range of a number')
  return value
}

const { INT8, TEXT, VARCHAR } = pg.types.builtins
const decoders: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [INT8, decodeInteger],
  [TEXT, decodeText],
  [VARCHAR, decodeText],
])

/** Parsers of values by type. Declared here, since users of the package do not have the driver's types. */
interface ValueTypes {
  readonly getTypeParser: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown
}

/** The driver's parsers, except for text and for `bigint`, which becomes a number. */
export const valueTypes: ValueTypes = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' && decoders.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}
