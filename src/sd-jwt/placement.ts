/**
 * Places Disclosures where the payload contains their digests (RFC 9901 §7.1, steps 2 to 5). The result is the
 * processed payload: all disclosed claims in place, without digests. Digests without a Disclosure (decoys and withheld
 * claims) are removed.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type HashName,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../base/index.ts'
import {
  type ConcretePath,
  type Disclosure,
  type DisclosureCode,
  neverSelective,
  parseDisclosure,
} from './disclosure.ts'

/** Reasons to refuse an SD-JWT because of its Disclosures or digests (RFC 9901 §7.1). */
export type PlacementCode =
  | DisclosureCode
  | 'sd_alg_unsupported'
  | 'disclosure_repeated'
  | 'disclosure_unreferenced'
  | 'disclosure_kind_mismatch'
  | 'disclosure_never_selective'
  | 'digest_repeated'
  | 'digest_malformed'
  | 'claim_name_clash'

/** A Disclosure and its place. */
export interface PlacedDisclosure {
  /** Path of the value in the processed payload. */
  readonly path: ConcretePath
  readonly disclosure: Disclosure
  /** The processed value, including disclosed values inside it. */
  readonly value: Json
}

/** The Processed SD-JWT Payload (RFC 9901 §1.2). The signature is not verified. */
export interface ProcessedPayload {
  /** The hash that `_sd_alg` names. */
  readonly hash: HashName
  /** Claims without digests and `_sd_alg`. */
  readonly claims: JsonObject
  /** Disclosures in the order in which they were received. */
  readonly placed: readonly PlacedDisclosure[]
  /** Arrays from which digests without a Disclosure were removed. */
  readonly withheld: readonly WithheldElements[]
}

/** An array from which digests without a Disclosure were removed: decoys or withheld elements. */
export interface WithheldElements {
  /** Path of the array in the processed payload. */
  readonly path: ConcretePath
  /** Number of removed elements before each remaining element. */
  readonly before: readonly number[]
}

interface PlacementState {
  readonly disclosures: ReadonlyMap<string, Disclosure>
  readonly seen: Set<string>
  readonly placed: Map<string, PlacedDisclosure>
  readonly withheld: WithheldElements[]
  readonly at: string
}

const hashes: readonly string[] = ['sha-256', 'sha-384', 'sha-512'] satisfies HashName[]
const depthLimit = 64

/** Returns the hash that `_sd_alg` names. Defaults to SHA-256 (RFC 9901 §4.1.1). */
export function sdAlgOf(payload: JsonObject, at: string): HashName | Failure<'sd_alg_unsupported'> {
  const { _sd_alg: name = 'sha-256' } = payload
  if (typeof name !== 'string' || !hashes.includes(name)) return fail('sd_alg_unsupported', `${at}._sd_alg`) // RP-62
  return name as HashName
}

/**
 * Parses all Disclosures and places each exactly once. `texts` are the received Disclosures. Does not verify the
 * signature.
 */
export function placeDisclosures(
  ctx: CryptoContext,
  payload: JsonObject,
  texts: readonly string[],
  at: string,
): ProcessedPayload | Failure<PlacementCode> {
  const hash = sdAlgOf(payload, `${at}.payload`)
  if (failed(hash)) return hash
  const disclosures = new Map<string, Disclosure>()
  for (const text of texts) {
    const disclosure = parseDisclosure(ctx, hash, text, `${at}.disclosure`)
    if (failed(disclosure)) return disclosure
    if (disclosures.has(disclosure.digest)) return fail('disclosure_repeated', `${at}.disclosure`) // RP-62
    disclosures.set(disclosure.digest, disclosure)
  }
  const state: PlacementState = { disclosures, seen: new Set(), placed: new Map(), withheld: [], at: `${at}.payload` }
  const processed = placeInObject(state, payload, [])
  if (failed(processed)) return processed
  const placed: PlacedDisclosure[] = []
  for (const digest of disclosures.keys()) {
    const placement = state.placed.get(digest)
    if (placement === undefined) return fail('disclosure_unreferenced', `${at}.disclosure`) // RP-62
    placed.push(placement)
  }
  const { _sd_alg, ...claims } = processed
  return { hash, claims, placed, withheld: state.withheld }
}

function placeValue(state: PlacementState, value: Json, path: ConcretePath): Json | Failure<PlacementCode> {
  if (typeof value !== 'object' || value === null) return value
  if (path.length > depthLimit) return fail('json_too_deep', state.at)
  return isJsonObject(value) ? placeInObject(state, value, path) : placeInArray(state, value as readonly Json[], path)
}

function placeInObject(
  state: PlacementState,
  object: JsonObject,
  path: ConcretePath,
): JsonObject | Failure<PlacementCode> {
  if (Object.hasOwn(object, '...')) return fail('digest_malformed', state.at) // RFC 9901 §4.2.4.2
  if (path.length > 0 && Object.hasOwn(object, '_sd_alg')) return fail('sd_alg_unsupported', state.at) // RFC 9901 §4.1.1
  const { _sd: digests, ...plain } = object
  const result: Record<string, Json> = plain
  for (const name in plain) {
    const value = plain[name]
    if (typeof value !== 'object' || value === null) continue
    const inner = placeValue(state, value, [...path, name])
    if (failed(inner)) return inner
    result[name] = inner
  }
  if (digests === undefined) return result
  if (!Array.isArray(digests)) return fail('digest_malformed', state.at) // RFC 9901 §4.2.4.1
  for (const digest of digests) {
    const disclosure = takeDisclosure(state, digest)
    if (failed(disclosure)) return disclosure
    if (disclosure === undefined) continue
    const { name } = disclosure
    if (name === undefined) return fail('disclosure_kind_mismatch', state.at) // RFC 9901 §7.1 3.c
    if (path.length === 0 && neverSelective.has(name)) return fail('disclosure_never_selective', state.at) // PP-106
    if (Object.hasOwn(result, name)) return fail('claim_name_clash', state.at) // RP-62
    const inner = placeDisclosed(state, disclosure, [...path, name])
    if (failed(inner)) return inner
    result[name] = inner
  }
  return result
}

function placeInArray(
  state: PlacementState,
  array: readonly Json[],
  path: ConcretePath,
): readonly Json[] | Failure<PlacementCode> {
  const result: Json[] = []
  const before: number[] = []
  for (const [index, element] of array.entries()) {
    const position = [...path, result.length]
    if (!isJsonObject(element) || !Object.hasOwn(element, '...')) {
      const inner = placeValue(state, element, position)
      if (failed(inner)) return inner
      before.push(index - result.length)
      result.push(inner)
      continue
    }
    if (Object.keys(element).length !== 1) return fail('digest_malformed', state.at) // RFC 9901 §4.2.4.2
    const disclosure = takeDisclosure(state, element['...'])
    if (failed(disclosure)) return disclosure
    if (disclosure === undefined) continue
    if (disclosure.name !== undefined) return fail('disclosure_kind_mismatch', state.at) // RFC 9901 §7.1 3.c
    const inner = placeDisclosed(state, disclosure, position)
    if (failed(inner)) return inner
    before.push(index - result.length)
    result.push(inner)
  }
  if (result.length < array.length) state.withheld.push({ path, before })
  return result
}

function placeDisclosed(
  state: PlacementState,
  disclosure: Disclosure,
  path: ConcretePath,
): Json | Failure<PlacementCode> {
  const value = placeValue(state, disclosure.value, path)
  if (failed(value)) return value
  state.placed.set(disclosure.digest, { path, disclosure, value })
  return value
}

/**
 * Returns the Disclosure of a digest. Returns `undefined` for a digest without a Disclosure. Fails for a digest that
 * occurred before: each may occur only once in the whole payload (RFC 9901 §7.1 step 4).
 */
function takeDisclosure(
  state: PlacementState,
  digest: Json | undefined,
): Disclosure | undefined | Failure<PlacementCode> {
  if (typeof digest !== 'string') return fail('digest_malformed', state.at) // RFC 9901 §4.2.4
  if (state.seen.has(digest)) return fail('digest_repeated', state.at) // RP-62
  state.seen.add(digest)
  return state.disclosures.get(digest)
}
