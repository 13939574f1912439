/**
 * Seeded faults in bytes, texts and JSON, for fuzzing: some at random places, some in parts that direct a parser
 * (lengths, tags, headers).
 */
import type { Json, JsonObject } from '../../src/base/index.ts'
import type { Chance } from './seeded-chance.ts'

const boundaryBytes = [0x00, 0x01, 0x05, 0x1f, 0x30, 0x5f, 0x7f, 0x80, 0x81, 0x84, 0x9f, 0xa3, 0xbf, 0xff]

/** Applies one to three faults. Never returns the original bytes. */
export function mutateBytes(chance: Chance, original: Uint8Array): Uint8Array {
  let bytes: Uint8Array = Uint8Array.from(original)
  for (let faults = 1 + chance.below(3); faults > 0; faults -= 1) bytes = mutateOnce(chance, bytes)
  const same = bytes.length === original.length && bytes.every((byte, index) => byte === original[index])
  return same ? mutateBytes(chance, original) : bytes
}

function mutateOnce(chance: Chance, bytes: Uint8Array): Uint8Array {
  const at = chance.below(bytes.length)
  const to = at + 1 + chance.below(Math.min(40, bytes.length - at))
  const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))
  switch (chance.below(8)) {
    case 0:
      return bytes.map((byte, index) => (index === at ? byte ^ (1 << chance.below(8)) : byte))
    case 1:
      return bytes.map((byte, index) => (index === at ? chance.pick(boundaryBytes) : byte))
    case 2:
      return bytes.slice(0, at)
    case 3:
      return joined(bytes.subarray(0, at), bytes.subarray(to))
    case 4:
      return joined(bytes.subarray(0, to), bytes.subarray(at))
    case 5:
      return joined(
        bytes.subarray(0, at),
        Uint8Array.from({ length: 1 + chance.below(9) }, () => chance.below(256)),
        bytes.subarray(at),
      )
    case 6:
      return withOtherLength(chance, bytes, at)
    default:
      return joined(bytes, bytes.subarray(at, to))
  }
}

/** Writes a false length after the next byte that begins a DER or CBOR item. */
function withOtherLength(chance: Chance, bytes: Uint8Array, from: number): Uint8Array {
  const at = bytes.findIndex(
    (byte, index) => index >= from && [0x02, 0x04, 0x30, 0x31, 0xa1, 0xa3, 0x58, 0x59].includes(byte),
  )
  if (at < 0) return bytes.slice(0, -1)
  const length = chance.pick([
    [0x80],
    [0x84, 0xff, 0xff, 0xff, 0xff],
    [0x00],
    [0x7f],
    [0x82, 0x00, 0x01],
    [0x88, 1, 1, 1, 1, 1, 1, 1, 1],
  ])
  return Uint8Array.from([...bytes.subarray(0, at + 1), ...length, ...bytes.subarray(at + 2)])
}

export function mutateText(chance: Chance, text: string): string {
  const at = chance.below(text.length)
  const to = at + 1 + chance.below(30)
  const letters = 'Aa0-_+/=.,"{}[]:\\ \n\u0000é'
  return chance.pick([
    text.slice(0, at) + chance.pick([...letters]) + text.slice(at + 1),
    text.slice(0, at),
    text.slice(0, at) + text.slice(to),
    text.slice(0, to) + text.slice(at),
    text.slice(0, at) + chance.pick([...letters]).repeat(1 + chance.below(200)) + text.slice(at),
  ])
}

const odd: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1.5,
  9_007_199_254_740_991,
  '',
  'x',
  '\u0000',
  'é'.repeat(500),
  '9'.repeat(400),
  [],
  [[]],
  {},
  { a: 1 },
  [null],
]

/** Replaces, removes or adds one member, at the top level or in an inner object. */
export function mutateJson(chance: Chance, value: JsonObject): JsonObject {
  const names = Object.keys(value)
  const name = chance.pick([...names, 'colour'])
  const inner = value[name]
  const isInner = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  if (isInner && chance.below(3) > 0) return { ...value, [name]: mutateJson(chance, inner as JsonObject) }
  if (chance.below(4) === 0) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))
  if (typeof inner === 'string' && inner !== '' && chance.below(2) === 0)
    return { ...value, [name]: mutateText(chance, inner) }
  return { ...value, [name]: chance.pick(odd) }
}
