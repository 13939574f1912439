/**
 * Encodes and decodes CBOR (RFC 8949), for mdocs and App Attest. No other code decodes received CBOR. The decoder
 * accepts definite lengths only, refuses duplicate keys and trailing bytes, and limits size, depth and number of data
 * items (WP-51, GEN-23). Maps become `Map`, so that a key can be a number and no key can be `__proto__`.
 */
import {
  type DecodeOptions,
  decodeFirst,
  type EncodeOptions,
  encode,
  type TagDecoder,
  Tagged,
  Token,
  Tokenizer,
  Type,
} from 'cborg'
import { encodeBase64url, type Failure, fail, failed, sizeEvidence } from '../base/index.ts'

/** A CBOR value (RFC 8949 §2). Integers outside the safe range are `bigint`. */
export type Cbor =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly Cbor[]
  | CborMap
  | CborTag
  | WholeFloat
/** A map (RFC 8949 §3.1, major type 5). Keeps the received order. */
export type CborMap = ReadonlyMap<Cbor, Cbor>

/** A tagged value. */
export interface CborTag {
  readonly tag: number
  readonly value: Cbor
}

/**
 * A float whose value is an integer in the safe range, such as 1.0. CBOR distinguishes 1.0 from 1 (RFC 8949 §2). The
 * integer 1 and the float 1.5 are a `number` here (D-368).
 */
export class WholeFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/**
 * `cbor_too_large`: more bytes than the policy allows, or more than 16 384 data items. `cbor_malformed`: any other
 * fault, including a nesting of more than 32 levels.
 */
export type CborCode = 'cbor_too_large' | 'cbor_malformed'

/** Size limit of the decoder, and values that it accepts in addition (RFC 8949). */
export interface CborPolicy {
  /** Maximum number of bytes. Defaults to 65 536. */
  readonly size?: number
  /** Accepted tags. Any other tag is refused. Defaults to none. */
  readonly tags?: readonly number[]
  /**
   * Accepts every tag, NaN and infinities. Also accepts `undefined` and unassigned simple values, and decodes them as
   * null. Use it if the input may contain values that the caller ignores. Defaults to false.
   */
  readonly anyValue?: boolean
}

const defaultSize = 65_536
/**
 * Maximum nesting, the same as for JSON (`base/json.ts`). CBOR inside a byte string is decoded and counted separately.
 */
const maximumDepth = 32
/**
 * Maximum number of data items. An mdoc has a few hundred. The size limit alone does not suffice, because tags and
 * empty maps use a hundred times more memory than their bytes (D-415).
 */
const maximumItems = 16_384

class TooManyItems extends Error {}

/** Decodes exactly one value. Fails if bytes follow it. */
export function decodeCbor(bytes: Uint8Array, at: string, policy: CborPolicy = {}): Cbor | Failure<CborCode> {
  const decoded = decodeLeadingCbor(bytes, at, policy)
  if (failed(decoded)) return decoded
  return decoded.rest.length > 0 ? fail('cbor_malformed', at) : decoded.value
}

/** Decodes the first value. Returns the bytes after it unchecked as `rest`. The size limit includes these bytes. */
export function decodeLeadingCbor(
  bytes: Uint8Array,
  at: string,
  policy: CborPolicy = {},
): { readonly value: Cbor; readonly rest: Uint8Array } | Failure<CborCode> {
  const { anyValue = false, size = defaultSize } = policy
  if (bytes.length > size) return fail('cbor_too_large', at, sizeEvidence(bytes.length, size, 'bytes'))
  try {
    const options: DecodeOptions = {
      useMaps: true,
      rejectDuplicateMapKeys: true,
      allowIndefinite: false,
      allowBigInt: true,
      allowUndefined: anyValue,
      coerceUndefinedToNull: anyValue,
      allowNaN: anyValue,
      allowInfinity: anyValue,
      retainStringBytes: true,
      tags: anyValue ? everyTag : Tagged.preserve(...(policy.tags ?? [])),
    }
    // Slices of a Buffer would be Buffers, but callers expect Uint8Arrays.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    const [value, rest] = decodeFirst(plain, { ...options, tokenizer: new StrictTokenizer(plain, options) }) as [
      Cbor,
      Uint8Array,
    ]
    return isUnsound(value, maximumDepth) ? fail('cbor_malformed', at) : { value, rest }
  } catch (thrown) {
    return fail(thrown instanceof TooManyItems ? 'cbor_too_large' : 'cbor_malformed', at)
  }
}

/** Decoders that keep every tag. The library looks them up by the number of the tag. */
const everyTag = new Proxy<Record<number, TagDecoder>>({}, { get: (_decoders, tag) => Tagged.decoder(Number(tag)) })

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * A tokenizer that rejects malformed UTF-8 (RFC 8949 §5.3.1), keeps a byte order mark and limits the number of items.
 * The tokenizer of the library repairs the UTF-8, drops the mark and has no limit. With `coerceUndefinedToNull`, reads
 * unassigned simple values as null.
 */
class StrictTokenizer extends Tokenizer {
  #items = 0

  override next(): ReturnType<Tokenizer['next']> {
    this.#items += 1
    if (this.#items > maximumItems) throw new TooManyItems()
    const length = this.options.coerceUndefinedToNull === true ? this.#unassignedSimpleLength() : 0
    this._pos += length
    if (length > 0) return new Token(Type.null, null, length)
    const token = super.next()
    if (token.type === Type.float && Number.isSafeInteger(token.value)) token.value = new WholeFloat(token.value)
    if (token.type === Type.string && token.byteValue !== undefined) token.value = utf8.decode(token.byteValue)
    return token
  }

  /**
   * Returns the length of an unassigned simple value at the current position (RFC 8949 §3.3): one byte for 0 to 19, two
   * bytes for 32 to 255. Returns 0 if there is no such value.
   */
  #unassignedSimpleLength(): number {
    const initialByte = this.data[this._pos] ?? 0
    if (initialByte < 0xe0) return 0
    if (initialByte <= 0xf3) return 1
    return initialByte === 0xf8 && (this.data[this._pos + 1] ?? 0) >= 32 ? 2 : 0
  }
}

/**
 * Returns true if a value is nested too deeply, or if a map in it has duplicate keys (RFC 8949 §5.6). Compares only
 * keys that are objects in JavaScript, such as byte strings and lists. The library compares these by identity, so it
 * misses their duplicates. Iterates maps without a copy, because a hostile value may contain thousands of them.
 */
function isUnsound(value: Cbor, depth: number): boolean {
  if (isCborArray(value)) return depth === 0 || value.some((one) => isUnsound(one, depth - 1))
  if (isCborTag(value)) return depth === 0 || isUnsound(value.value, depth - 1)
  if (!isCborMap(value)) return false
  if (depth === 0) return true
  const texts: (string | undefined)[] = []
  for (const [key, member] of value) {
    if (isUnsound(member, depth - 1)) return true
    if (typeof key === 'object' && key !== null) texts.push(canonicalText(key, depth - 1))
  }
  return hasDuplicate(texts)
}

const hasDuplicate = (texts: readonly (string | undefined)[]): boolean =>
  texts.includes(undefined) || new Set(texts).size < texts.length

/**
 * Returns the same text for equal values. Returns `undefined` if a value is nested too deeply, or if a map has a
 * duplicate key. Visits each nested key once.
 */
function canonicalText(value: Cbor, depth: number): string | undefined {
  if (isCborBytes(value)) return `h${encodeBase64url(value)}`
  if (value instanceof WholeFloat) return `f${value.value}`
  const textsOf = (parts: Iterable<Cbor>) => Array.from(parts, (one) => canonicalText(one, depth - 1))
  if (isCborTag(value) || isCborArray(value)) {
    const texts = depth === 0 ? [undefined] : textsOf(isCborTag(value) ? [value.value] : value)
    return texts.includes(undefined) ? undefined : `${isCborTag(value) ? value.tag : 'a'}(${texts.join()})`
  }
  if (!isCborMap(value)) return typeof value === 'string' ? JSON.stringify(value) : `${value}`
  if (depth === 0) return undefined
  const [keys, values] = [textsOf(value.keys()), textsOf(value.values())]
  if (hasDuplicate(keys) || values.includes(undefined)) return undefined
  const members = keys.map((key, index) => `${key}:${values[index]}`)
  return `{${members.sort().join()}}`
}

/**
 * Throws a TypeError for a text with a lone surrogate. The library would encode the surrogate as U+FFFD, so two
 * different texts would have the same bytes. Returns null for any other text, and the library then encodes it.
 */
function refuseIllFormed(text: string): null {
  if (!text.isWellFormed()) throw new TypeError('a text has a lone surrogate')
  return null
}

const encodeOptions: EncodeOptions = {
  mapSorter: () => 0,
  typeEncoders: {
    string: refuseIllFormed,
    Object: (value: unknown) => (value instanceof WholeFloat ? [new Token(Type.float, value.value)] : null),
  },
}

/**
 * Encodes a value. Keeps the given order of members, because signatures cover it. Throws a TypeError for a text with a
 * lone surrogate.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { decodeCbor, encodeCbor } from 'fiducia/cose'
 *
 * const bytes = encodeCbor(new Map([['family_name', 'Verdi']]))
 * assert.deepEqual(decodeCbor(bytes, 'element'), new Map([['family_name', 'Verdi']]))
 * ```
 */
export const encodeCbor = (value: Cbor): Uint8Array => encode(value, encodeOptions)

/** Creates a tagged value (RFC 8949 §3.4). */
export const cborTag = (tag: number, value: Cbor): CborTag => new Tagged(tag, value)

/** Returns true if a decoded value is a map. */
export const isCborMap = (value: unknown): value is CborMap => value instanceof Map
/** Returns true if a decoded value is tagged (RFC 8949 §3.4). */
export const isCborTag = (value: unknown): value is CborTag => value instanceof Tagged
/** Returns true if a decoded value is a byte string. */
export const isCborBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
/** Returns true if a decoded value is an array. */
export const isCborArray = (value: unknown): value is readonly Cbor[] => Array.isArray(value)
