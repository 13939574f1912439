/** Converts CBOR to members: map keys to names, byte strings to hexadecimal text. Decodes embedded CBOR (tag 24). */
import type { Json } from '../../../base/index.ts'
import { failed } from '../../../base/index.ts'
import {
  type Cbor,
  coseHeaders,
  decodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
  WholeFloat,
} from '../../../cose/index.ts'
import { mdocTags, readTdate } from '../../../mdoc/index.ts'
import type { Member } from '../decoded.ts'
import { explainMember } from '../explain-member.ts'
import type { DecodedKind } from '../kinds.ts'
import { cutMember, spend } from '../member-tree.ts'
import { maximumBytes, maximumNesting, type Reading } from '../reading.ts'
import { timeOf, wordsFor } from '../value-words.ts'
import type { SectionName } from '../words.ts'

/** Maximum number of bytes of a byte string that are shown. */
const maximumShownBytes = 256

export interface CborPlace {
  readonly kind: DecodedKind
  readonly section: SectionName
  /** Number of decoded byte strings around the value. Defaults to 0. */
  readonly embedding?: number
}

/** Returns the members of the outermost value. A value without members becomes one member named `value`. */
export function cborMembers(reading: Reading, value: Cbor, place: CborPlace): readonly Member[] {
  const { members, ...shown } = shownCbor(reading, value, place, [])
  return members ?? [{ name: 'value', ...shown }]
}

type ShownCbor = Pick<Member, 'value' | 'members' | 'words' | 'time'>

function shownCbor(reading: Reading, value: Cbor, place: CborPlace, path: readonly string[]): ShownCbor {
  if (isCborTag(value)) return shownTag(reading, value.tag, value.value, place, path)
  if (isCborMap(value) && value.size === 0) return { value: {} }
  if (isCborMap(value)) return { members: mapMembers(reading, [...value], place, path) }
  if (isCborArray(value)) {
    if (value.length === 0) return { value: [] }
    const entries = value.map((one, index): [Cbor, Cbor] => [`[${index}]`, one])
    return { members: mapMembers(reading, entries, place, path) }
  }
  return { value: leafOf(value) }
}

function mapMembers(
  reading: Reading,
  entries: readonly (readonly [Cbor, Cbor])[],
  place: CborPlace,
  path: readonly string[],
): readonly Member[] {
  const members: Member[] = []
  for (const [key, value] of entries) {
    if (!spend(reading)) return [...members, cutMember]
    const name = typeof key === 'string' ? key : diagnostic(key)
    const memberPath = name.startsWith('[') ? path : [...path, name]
    const explanation = name.startsWith('[') ? undefined : explainMember(place.kind, place.section, memberPath)
    const shown = shownCbor(reading, value, place, memberPath)
    const words = shown.words ?? (shown.value === undefined ? undefined : wordsFor(name, shown.value))
    const time = shown.time ?? (shown.value === undefined ? undefined : timeOf(name, shown.value))
    members.push({
      name,
      ...shown,
      ...(explanation && { explanation }),
      ...(words && { words }),
      ...(time && { time }),
    })
  }
  return members
}

function shownTag(reading: Reading, tag: number, value: Cbor, place: CborPlace, path: readonly string[]): ShownCbor {
  const { embedding = 0 } = place
  if (tag === mdocTags.encoded && isCborBytes(value) && embedding < maximumNesting) {
    const inner = decodeCbor(value, 'cbor', { size: maximumBytes, anyValue: true })
    if (!failed(inner)) return shownCbor(reading, inner, { ...place, embedding: embedding + 1 }, path)
  }
  const date = readTdate({ tag, value } as Cbor) ?? readTdate(value)
  const shown = shownCbor(reading, value, place, path)
  const name = path.at(-1) ?? ''
  const time = typeof value === 'string' && tag === mdocTags.tdate ? tdateOf(name, value) : undefined
  const words = { it: `tag ${tag}`, en: `tag ${tag}` }
  return { ...shown, ...(time && { time }), ...(date === undefined && tag !== mdocTags.fullDate && !time && { words }) }
}

/** Returns the time of a tdate. The name of its member determines the event, for example an expiry. */
function tdateOf(name: string, text: string): Member['time'] {
  const seconds = Date.parse(text) / 1000
  return timeOf(name, seconds) ?? timeOf('date', seconds)
}

/** Returns a leaf as JSON. Uses diagnostic notation for a value without a JSON form, for example bytes. */
function leafOf(value: Cbor): Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return diagnostic(value)
}

/** Returns the diagnostic notation of a leaf (RFC 8949 §8), and `(structure)` for an array, a map or a tag. */
function diagnostic(value: Cbor): string {
  if (isCborBytes(value)) {
    const hex = Buffer.from(value.subarray(0, maximumShownBytes)).toString('hex')
    return `h'${hex}${value.length > maximumShownBytes ? '…' : ''}'`
  }
  if (value instanceof WholeFloat) return `${value.value}.0`
  if (isCborArray(value) || isCborMap(value) || isCborTag(value)) return '(structure)'
  return String(value)
}

/** Names of the COSE header labels (RFC 9052 table 3, RFC 9360). */
const headerNames: ReadonlyMap<Cbor, string> = new Map<Cbor, string>([
  [coseHeaders.alg, 'alg'],
  [coseHeaders.crit, 'crit'],
  [3, 'content type'],
  [coseHeaders.kid, 'kid'],
  [5, 'IV'],
  [coseHeaders.x5chain, 'x5chain'],
])

/**
 * Returns the headers with names instead of labels. Leaves out the certificates, because the caller shows them with
 * `chainMember`. Returns a value that is not a map unchanged.
 */
export const namedHeaders = (headers: Cbor): Cbor =>
  isCborMap(headers)
    ? new Map(
        [...headers]
          .filter(([label]) => label !== coseHeaders.x5chain)
          .map(([label, value]): [Cbor, Cbor] => [headerNames.get(label) ?? label, value]),
      )
    : headers

/** Names of the labels that every COSE_Key may have (RFC 9052 table 4). */
const keyNames = [
  [1, 'kty'],
  [2, 'kid'],
  [3, 'alg'],
  [4, 'key_ops'],
] as const

/** Names of the public parameters by key type: OKP, EC2 (RFC 9053 §7) and RSA (RFC 8230 §4). */
const publicNames: ReadonlyMap<Cbor | undefined, readonly (readonly [number, string])[]> = new Map([
  [
    1,
    [
      [-1, 'crv'],
      [-2, 'x'],
    ],
  ],
  [
    2,
    [
      [-1, 'crv'],
      [-2, 'x'],
      [-3, 'y'],
    ],
  ],
  [
    3,
    [
      [-1, 'n'],
      [-2, 'e'],
    ],
  ],
])

/**
 * Returns a COSE_Key with names instead of labels. Replaces each parameter of its key type by an ellipsis, unless the
 * parameter is known to be public.
 */
export function namedKey(key: Cbor): Cbor {
  if (!isCborMap(key)) return key
  const names = new Map<Cbor, string>([...keyNames, ...(publicNames.get(key.get(1)) ?? [])])
  const isHidden = (label: Cbor): boolean => !names.has(label) && (typeof label === 'bigint' || Number(label) < 0)
  return new Map(
    [...key].map(([label, value]): [Cbor, Cbor] => [names.get(label) ?? label, isHidden(label) ? '…' : value]),
  )
}
