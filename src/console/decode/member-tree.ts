/** Converts a JSON value to members, with explanations, described times, and nested artefacts decoded in place. */
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import type { Decoded, Member } from './decoded.ts'
import { explainMember } from './explain-member.ts'
import type { DecodedKind } from './kinds.ts'
import type { Reading } from './reading.ts'
import { hideSecrets } from './secret-members.ts'
import { timeOf, wordsFor } from './value-words.ts'
import type { SectionName } from './words.ts'

interface Place {
  readonly kind: DecodedKind
  readonly section: SectionName
  /** Names from the top of the section, without indices. */
  readonly path: readonly string[]
}

/** Maximum number of nested objects. A deeper object or array is shown as an ellipsis. */
const maximumDepth = 32
/** Minimum length, in characters, of a text that may be an artefact. */
const minimumLength = 24

/** Maximum number of shown elements of an array that contains only short values. */
const maximumShortValues = 64

/**
 * Returns the members of an object. If the limit of members is reached, the last one is `cutMember`. Shows an ellipsis
 * instead of the secret values of a JWK.
 */
export async function membersOf(reading: Reading, object: JsonObject, place: Place): Promise<readonly Member[]> {
  const members: Member[] = []
  for (const [name, value] of Object.entries(hideSecrets(object))) {
    if (!spend(reading)) return [...members, cutMember]
    members.push(await memberOf(reading, name, value, { ...place, path: [...place.path, name] }))
  }
  return members
}

/** Returns one member. `place.path` ends with the member's name. For an element, it ends with the array's name. */
export async function memberOf(reading: Reading, name: string, value: Json, place: Place): Promise<Member> {
  const explanation = explainMember(place.kind, place.section, place.path)
  const last = place.path.at(-1) ?? name
  const [time, words] = [timeOf(last, value), wordsFor(last, value)]
  return {
    name,
    ...(await shownValue(reading, value, place)),
    ...(explanation && !name.startsWith('[') && { explanation }),
    ...(time && { time }),
    ...(words && { words }),
  }
}

type ShownValue = Pick<Member, 'value' | 'members' | 'nested'>

async function shownValue(reading: Reading, value: Json, place: Place): Promise<ShownValue> {
  if (typeof value === 'string') return shownText(reading, value)
  if (typeof value !== 'object' || value === null) return { value }
  if (place.path.length > maximumDepth) return { value: '…' }
  if (Object.keys(value).length === 0) return { value }
  if (isJsonObject(value)) return { members: await membersOf(reading, value, place) }
  const list = value as readonly Json[]
  const nested = await decodeListArtefact(reading, list, place)
  if (nested !== undefined) return { nested }
  if (list.every(isShort))
    return { value: list.length > maximumShortValues ? [...list.slice(0, maximumShortValues), '…'] : list }
  return { members: await elementsOf(reading, list, place) }
}

/** Returns the elements of an array. If the limit of members is reached, the last one is `cutMember`. */
export async function elementsOf(reading: Reading, list: readonly Json[], place: Place): Promise<readonly Member[]> {
  const members: Member[] = []
  for (const [index, element] of list.entries()) {
    if (!spend(reading)) return [...members, cutMember]
    members.push(await memberOf(reading, `[${index}]`, element, place))
  }
  return members
}

/** Returns true for a number, a boolean, null, or a text that is too short for most artefacts. */
const isShort = (value: Json): boolean =>
  typeof value === 'string' ? value.length < minimumLength * 3 : typeof value !== 'object' || value === null

/** Names of members whose array is one artefact: a trust chain or a certificate chain. */
const artefactLists: readonly string[] = ['trust_chain', 'peer_trust_chain', 'x5c']

async function decodeListArtefact(
  reading: Reading,
  list: readonly Json[],
  { path }: Place,
): Promise<Decoded | undefined> {
  const isArtefact =
    artefactLists.includes(path.at(-1) ?? '') && list.length > 0 && list.every((one) => typeof one === 'string')
  return isArtefact ? reading.nested(path.at(-1) === 'x5c' ? list.join('\n') : JSON.stringify(list)) : undefined
}

/** Returns a text and the artefact in it. Hides a text that contains a private key or a hidden value at any depth. */
async function shownText(reading: Reading, text: string): Promise<ShownValue> {
  const nested = text.length >= minimumLength && mayBeArtefact(text) ? await reading.nested(text) : undefined
  const isHidden = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text) || (nested !== undefined && hidesValues(nested))
  return { value: isHidden ? '…' : text, ...(nested && { nested }) }
}

/** Returns true for a private key, and for an artefact in which a value at any depth is an ellipsis. */
const hidesValues = ({ kind, sections }: Decoded): boolean =>
  kind === 'private_key' || sections.some(({ members }) => members.some(isHiddenMember))

const isHiddenMember = ({ value, members = [], nested }: Member): boolean =>
  value === '…' || members.some(isHiddenMember) || (nested !== undefined && hidesValues(nested))

/** Returns true for a text that may be an artefact: a compact token, PEM, JSON, or a CBOR map in base64url. */
const mayBeArtefact = (text: string): boolean =>
  /^eyJ[\w-]+\.|^-----BEGIN |^\s*[[{]/.test(text) || /^o[2-9A-Za-z][\w-]{200}/.test(text)

/** Placeholder for the members that are not shown. */
export const cutMember: Member = {
  name: '…',
  words: { it: 'altri membri non mostrati', en: 'further members are not shown' },
}

/** Takes one member from the budget. Returns false if none was left. */
export function spend({ budget }: Reading): boolean {
  budget.members -= 1
  return budget.members >= 0
}
