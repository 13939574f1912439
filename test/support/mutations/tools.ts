/**
 * Small damages to a text, to the parts of a text, to JSON and to CBOR, by seeded choices. A result may equal its
 * input; the caller must compare.
 */
import type { Json } from '../../../src/base/index.ts'
import {
  type Cbor,
  cborTag,
  decodeCbor,
  encodeCbor,
  isCborBytes,
  isCborMap,
  isCborTag,
} from '../../../src/cose/index.ts'
import type { Chance } from '../seeded-chance.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const strange = [...letters, '.', '~', '=', '+', '/', ' ', '%', '&', '"', '{', '}', '[', ']', '\0', 'é', '\u{1f600}']

/** Changes, removes or inserts one letter, or cuts the text off. */
export function damageText(chance: Chance, text: string, alphabet: readonly string[] = strange): string {
  const at = chance.below(text.length)
  const letter = chance.pick(alphabet)
  return chance.pick([
    () => text.slice(0, at) + letter + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + letter + text.slice(at),
    () => text.slice(0, at),
  ])()
}

/** Replaces one letter of base64url, so that the text still parses and keeps its length. */
export function flipLetter(chance: Chance, text: string): string {
  const at = chance.below(text.length)
  return text.slice(0, at) + chance.pick([...letters]) + text.slice(at + 1)
}

/** Changes the last letter of a base64url text, which has the padding bits. */
export const flipLastLetter = (chance: Chance, text: string): string => text.slice(0, -1) + chance.pick([...letters])

/** Drops, doubles, swaps, empties, damages or overwrites one part. */
export function damageParts(chance: Chance, parts: readonly string[]): string[] {
  const at = chance.below(parts.length)
  const other = chance.below(parts.length)
  const changed = [...parts]
  chance.pick([
    () => changed.splice(at, 1),
    () => changed.splice(at, 0, parts[at] ?? ''),
    () => {
      changed[at] = parts[other] ?? ''
      changed[other] = parts[at] ?? ''
    },
    () => {
      changed[at] = ''
    },
    () => {
      changed[at] = flipLetter(chance, parts[at] ?? '')
    },
    () => {
      changed[at] = parts[other] ?? ''
    },
  ])()
  return changed
}

const scraps: readonly Json[] = [null, true, false, 0, 1, -1, 1e21, '', 'x', '$', '$[7]', [], {}, [[]], { id: 'x' }]

/** Removes, replaces, wraps, renames or damages one place of a JSON value. */
export function damageJson(chance: Chance, value: Json): Json {
  const copy = structuredClone(value)
  const places: (readonly [holder: Record<string, Json>, name: string])[] = []
  const walk = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return
    for (const name of Object.keys(node)) {
      places.push([node as Record<string, Json>, name])
      walk((node as Record<string, Json>)[name] as Json)
    }
  }
  walk(copy)
  const place = chance.pick(places)
  if (place === undefined) return chance.pick(scraps)
  const [holder, name] = place
  const found = holder[name] as Json
  chance.pick([
    () => {
      if (Array.isArray(holder)) holder.splice(Number(name), 1)
      else delete holder[name]
    },
    () => {
      holder[name] = chance.pick(scraps)
    },
    () => {
      holder[name] = [found]
    },
    () => {
      holder[name] = { [name]: found }
    },
    () => {
      if (Array.isArray(holder)) holder.push(found)
      else holder[damageText(chance, name)] = found
    },
    () => {
      holder[name] = typeof found === 'string' && found !== '' ? damageText(chance, found) : chance.pick(scraps)
    },
    () => {
      const [other, otherName] = chance.pick(places)
      holder[name] = structuredClone(other[otherName] ?? null)
    },
  ])()
  return copy
}

const tags = { tags: [0, 1, 18, 24, 1004], size: 1_000_000 }

/** Changes, removes or inserts one byte of CBOR, or cuts it off. */
export function damageBytes(chance: Chance, bytes: Uint8Array): Uint8Array {
  const at = chance.below(bytes.length)
  const head = bytes.subarray(0, at)
  const noise = Uint8Array.of(chance.below(256))
  const flipped = Uint8Array.of((bytes[at] ?? 0) ^ (1 << chance.below(8)))
  return chance.pick([
    () => Buffer.concat([head, flipped, bytes.subarray(at + 1)]),
    () => Buffer.concat([head, flipped, bytes.subarray(at + 1)]),
    () => Buffer.concat([head, bytes.subarray(at + 1)]),
    () => Buffer.concat([head, noise, bytes.subarray(at)]),
    () => Buffer.from(head),
  ])()
}

/** Replaces, drops, doubles or retypes one value anywhere in CBOR, or reverses a list. Opens values inside tags. */
export function damageCbor(chance: Chance, bytes: Uint8Array): Uint8Array {
  const decoded = decodeCbor(bytes, 'cbor', tags)
  const places: (() => void)[] = []
  const open = (value: Cbor, replace: (by: Cbor) => void, remove: () => void): void => {
    places.push(
      remove,
      () => replace(chance.pick<Cbor>([null, 0, 1, -7, 'x', new Uint8Array(), [], new Map(), cborTag(24, 'x')])),
      () => replace([value]),
      () => replace(isCborBytes(value) && value.length > 0 ? damageBytes(chance, value) : 'y'),
      () => replace(typeof value === 'string' && value !== '' ? damageText(chance, value, [...letters]) : 2),
    )
    walk(value, replace)
  }
  const walk = (value: Cbor, replace: (by: Cbor) => void): void => {
    if (isCborMap(value)) {
      const map = value as Map<Cbor, Cbor>
      for (const [key, member] of map)
        open(
          member,
          (by) => void map.set(key, by),
          () => void map.delete(key),
        )
    } else if (Array.isArray(value)) {
      const list = value as Cbor[]
      list.forEach((item, index) => {
        open(
          item,
          (by) => {
            list[index] = by
          },
          () => void list.splice(index, 1),
        )
        places.push(() => void list.splice(index, 0, item))
      })
      places.push(() => void list.reverse())
    } else if (isCborTag(value) && isCborBytes(value.value)) {
      const inner = decodeCbor(value.value, 'inner', tags)
      const again = (): void => replace(cborTag(value.tag, encodeCbor(inner as Cbor)))
      const start = places.length
      walk(inner as Cbor, () => undefined)
      for (let index = start; index < places.length; index += 1) {
        const change = places[index]
        places[index] = () => {
          change?.()
          again()
        }
      }
    }
  }
  walk(decoded as Cbor, () => undefined)
  chance.pick(places)()
  return encodeCbor(decoded as Cbor)
}
