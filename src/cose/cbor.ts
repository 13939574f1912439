/**
 * The one reader of CBOR from outside (RFC 8949): definite lengths, no duplicate keys, no trailing bytes, limits on size,
 * depth and the number of data items (WP-51, GEN-23). Maps become `Map`, so that a key can be a number and no key can be `__proto__`.
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
import { encodeBase64url, type Failure, fail, failed } from '../base/index.ts'

/** A CBOR value (RFC 8949 §2) as it is read and written here; an integer beyond the safe ones is a `bigint`. */
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
/** A map (RFC 8949 §3.1, major type 5), in the order in which it was received. */
export type CborMap = ReadonlyMap<Cbor, Cbor>

/** A tagged value. */
export interface CborTag {
  readonly tag: number
  readonly value: Cbor
}

/** A float that is a safe integer: 1.0 is another value than 1 (RFC 8949 §2), which is a `number` here (D-368). */
export class WholeFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** Larger than the policy takes, or not what `CborPolicy` lets through: the one code for every fault of form. */
export type CborCode = 'cbor_too_large' | 'cbor_malformed'

/** What of CBOR (RFC 8949) is read beyond its deterministic core; nothing more when not said. */
export interface CborPolicy {
  /** Bytes. */
  readonly size?: number
  /** Tags that are understood; any other is refused. */
  readonly tags?: readonly number[]
  /**
   * Lets every tag, `undefined` and simple values that have no meaning (which are read as null), NaN and infinities stand.
   * For what is to be passed over: the rest of the value can be read then.
   */
  readonly anyValue?: boolean
}

const defaultSize = 65_536
/** As many as JSON may have (`base/json.ts`). What is encoded inside a byte string is decoded, and counted, by itself. */
const maximumDepth = 32
/** Some hundred are in an mdoc; what is nothing but tags or empty maps costs a hundred times what its bytes do (D-415). */
const maximumItems = 16_384

class TooManyItems extends Error {}

/** Decodes exactly one value. */
export function decodeCbor(bytes: Uint8Array, at: string, policy: CborPolicy = {}): Cbor | Failure<CborCode> {
  const decoded = decodeLeadingCbor(bytes, at, policy)
  if (failed(decoded)) return decoded
  return decoded.rest.length > 0 ? fail('cbor_malformed', at) : decoded.value
}

/** A value, and the bytes that follow it. */
export interface LeadingCbor {
  readonly value: Cbor
  readonly rest: Uint8Array
}

/** Decodes the value with which the bytes begin. Does not judge what follows it; the size counts all bytes. */
export function decodeLeadingCbor(
  bytes: Uint8Array,
  at: string,
  policy: CborPolicy = {},
): LeadingCbor | Failure<CborCode> {
  if (bytes.length > (policy.size ?? defaultSize)) return fail('cbor_too_large', at)
  const { anyValue = false } = policy
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
    // What is cut out of a Buffer would be Buffers.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    const [value, rest] = decodeFirst(plain, { ...options, tokenizer: new Tokens(plain, options) }) as [
      Cbor,
      Uint8Array,
    ]
    return isUnsound(value, maximumDepth) ? fail('cbor_malformed', at) : { value, rest }
  } catch (thrown) {
    return fail(thrown instanceof TooManyItems ? 'cbor_too_large' : 'cbor_malformed', at)
  }
}

/** The reader looks each tag's decoder up by its number. */
const everyTag = new Proxy<Record<number, TagDecoder>>({}, { get: (_decoders, tag) => Tagged.decoder(Number(tag)) })

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The library mends texts that are no UTF-8, which is not valid (RFC 8949 §5.3.1), and drops a byte order mark. It knows no
 * simple value but those that have a meaning.
 */
class Tokens extends Tokenizer {
  #items = 0

  override next(): ReturnType<Tokenizer['next']> {
    this.#items += 1
    if (this.#items > maximumItems) throw new TooManyItems()
    const length = this.options.coerceUndefinedToNull === true ? this.#lengthOfSimple() : 0
    this._pos += length
    if (length > 0) return new Token(Type.null, null, length)
    const token = super.next()
    if (token.type === Type.float && Number.isSafeInteger(token.value)) token.value = new WholeFloat(token.value)
    if (token.type === Type.string && token.byteValue !== undefined) token.value = utf8.decode(token.byteValue)
    return token
  }

  /** Of an unassigned simple value that comes next (RFC 8949 §3.3): 0 to 19 in one byte, 32 to 255 in two. */
  #lengthOfSimple(): number {
    const first = this.data[this._pos] ?? 0
    if (first < 0xe0) return 0
    if (first <= 0xf3) return 1
    return first === 0xf8 && (this.data[this._pos + 1] ?? 0) >= 32 ? 2 : 0
  }
}

/**
 * Whether a value is deeper than that, or has a key twice that is no number and no text (RFC 8949 §5.6): two byte strings,
 * lists, maps or tags are two objects here, of which the library sees no difference but that they are two. It copies nothing,
 * since a stranger's value may be nothing but maps.
 */
function isUnsound(value: Cbor, depth: number): boolean {
  if (isCborArray(value)) return depth === 0 || value.some((one) => isUnsound(one, depth - 1))
  if (isCborTag(value)) return depth === 0 || isUnsound(value.value, depth - 1)
  if (!isCborMap(value)) return false
  if (depth === 0) return true
  const objects: Cbor[] = []
  for (const [key, member] of value) {
    if (isUnsound(member, depth - 1)) return true
    if (typeof key !== 'object' || key === null) continue
    if (isDeeper(key, depth - 1)) return true
    objects.push(key)
  }
  return objects.length > 0 && isRepeated(objects.map(spellingOf))
}

/** Whoever walks over a value later does so by recursion. */
function isDeeper(value: Cbor, depth: number): boolean {
  if (isCborArray(value)) return depth === 0 || value.some((one) => isDeeper(one, depth - 1))
  if (isCborTag(value)) return depth === 0 || isDeeper(value.value, depth - 1)
  if (!isCborMap(value)) return false
  if (depth === 0) return true
  for (const [key, member] of value) if (isDeeper(key, depth - 1) || isDeeper(member, depth - 1)) return true
  return false
}

const isRepeated = (spellings: readonly (string | undefined)[]): boolean =>
  spellings.includes(undefined) || new Set(spellings).size < spellings.length

/**
 * One text for equal values, `undefined` where a key stands twice in one. Made from the inside out: keys may stand in keys
 * in keys, and each is looked at once.
 */
function spellingOf(value: Cbor): string | undefined {
  if (isCborBytes(value)) return `h${encodeBase64url(value)}`
  if (value instanceof WholeFloat) return `f${value.value}`
  if (isCborTag(value)) return spelledWith(`${value.tag}`, [value.value])
  if (isCborArray(value)) return spelledWith('a', value)
  if (!isCborMap(value)) return typeof value === 'string' ? JSON.stringify(value) : `${value}`
  const [keys, values] = [[...value.keys()].map(spellingOf), [...value.values()].map(spellingOf)]
  if (isRepeated(keys) || values.includes(undefined)) return undefined
  const members = keys.map((key, index) => `${key}:${values[index]}`)
  return `{${members.sort().join()}}`
}

function spelledWith(kind: string, parts: readonly Cbor[]): string | undefined {
  const spellings = parts.map(spellingOf)
  return spellings.includes(undefined) ? undefined : `${kind}(${spellings.join()})`
}

/** The library writes U+FFFD for half of a character, so that two texts would be one. */
function refuseIllFormed(text: string): null {
  if (!text.isWellFormed()) throw new TypeError('a text has half of a character')
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
 * Encodes with members in the order given: vendors' objects and signatures depend on it. Throws a TypeError for a text that
 * UTF-8 does not hold (a lone surrogate).
 */
export const encodeCbor = (value: Cbor): Uint8Array => encode(value, encodeOptions)

/** A tagged value (RFC 8949 §3.4). */
export const cborTag = (tag: number, value: Cbor): CborTag => new Tagged(tag, value)

/** Whether a value that `decodeCbor` gave is a map. */
export const isCborMap = (value: unknown): value is CborMap => value instanceof Map
/** Whether it is a tagged value (RFC 8949 §3.4). */
export const isCborTag = (value: unknown): value is CborTag => value instanceof Tagged
/** Whether it is a byte string. */
export const isCborBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
/** Whether it is an array. */
export const isCborArray = (value: unknown): value is readonly Cbor[] => Array.isArray(value)
