/**
 * Claims path pointers (OpenID4VP 1.0 §7): a name selects a member, a number selects an array element, `null` selects
 * all elements. Also handles the spellings of one claim in older drafts (RP-57). Only own members count, so
 * `constructor` and `__proto__` select nothing.
 */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import type { ClaimPath, ConcretePath, WithheldElements } from '../sd-jwt/index.ts'

export type { ClaimPath, ConcretePath, WithheldElements }

/**
 * Syntax of a path. A pointer fails as a whole at an unsuitable value (OpenID4VP 1.0 §7.1.1). JSONPath skips it (RFC
 * 9535 §2.3), and its wildcard also selects the members of an object (§2.3.2), but not those of the credential itself
 * (D-260).
 */
export type PathSyntax = 'pointer' | 'json-path'

/** A value that a claims path pointer selects, and its path. */
export interface SelectedClaim {
  readonly path: ConcretePath
  readonly value: Json
}

/**
 * Returns what the path selects, in document order. Empty if there is nothing. Names must match exactly.
 *
 * `withheld` is given for a presentation. Undisclosed elements are missing from its arrays, so that indices are smaller
 * than in the credential. An index then selects every element that it could mean (D-265). Those that do not fit the
 * rest of the path are skipped in both syntaxes.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { selectClaims } from 'fiducia/credential'
 *
 * const claims = { given_name: 'Ada', nationalities: ['IT', 'FR'] }
 * const selected = selectClaims(claims, ['nationalities', null])
 * assert.deepEqual(selected.map(({ value }) => value), ['IT', 'FR'])
 * ```
 */
export function selectClaims(
  claims: Json,
  path: ClaimPath,
  withheld?: readonly WithheldElements[],
  syntax: PathSyntax = 'pointer',
): readonly SelectedClaim[] {
  const isStrict = syntax === 'pointer' && withheld === undefined
  let selected: SelectedClaim[] = [{ path: [], value: claims }]
  for (const element of path) {
    if (isStrict && !selected.every(({ value }) => leadsInto(value, element))) return []
    selected = selected.flatMap((claim) => step(claim, element, withheld, syntax))
  }
  return selected
}

/** Returns true if a name meets an object, or an index or `null` meets an array. */
const leadsInto = (value: Json, element: string | number | null): boolean =>
  typeof element === 'string' ? isJsonObject(value) : Array.isArray(value)

function step(
  { path, value }: SelectedClaim,
  element: string | number | null,
  withheld: readonly WithheldElements[] | undefined,
  syntax: PathSyntax,
): SelectedClaim[] {
  if (typeof element === 'string') {
    if (!isJsonObject(value) || !Object.hasOwn(value, element)) return []
    return [{ path: [...path, element], value: value[element] as Json }]
  }
  const hasMembers = syntax === 'json-path' && element === null && isJsonObject(value) && !holdsAllClaims(path)
  if (hasMembers) return Object.entries(value).map(([name, member]) => ({ path: [...path, name], value: member }))
  if (!Array.isArray(value)) return []
  const items = value.map((item: Json, index): SelectedClaim => ({ path: [...path, index], value: item }))
  if (element === null) return items
  const before = withheld?.find((one) => one.path.length === path.length && sameBranch(path, one.path))?.before
  return items.filter((_, index) => index <= element && element <= index + (before?.[index] ?? 0))
}

const synonyms: readonly (readonly string[])[] = [
  ['tax_id_number', 'tax_id_code'],
  ['vct', 'type'],
]

const wrappings: readonly (readonly string[])[] = [[], ['credentialSubject'], ['verified_claims', 'claims']]

/** Returns true if the path selects all claims about the person. */
const holdsAllClaims = (path: ConcretePath): boolean =>
  wrappings.some((names) => path.length <= names.length && path.every((name, index) => name === names[index]))

/**
 * Returns what the path selects in any of its spellings: as requested, then bare, below `credentialSubject`, below
 * `verified_claims.claims`, and with the claim's other name (RP-57). The first spelling with a result counts. Technical
 * claims are searched at the top only, because their issuer was not checked elsewhere (D-266).
 */
export function findClaims(
  claims: JsonObject,
  path: ClaimPath,
  withheld?: readonly WithheldElements[],
  syntax?: PathSyntax,
): readonly SelectedClaim[] {
  const asked = selectClaims(claims, path, withheld, syntax)
  if (asked.length > 0) return asked
  const bare = unwrap(path)
  const around = isTechnicalClaim(bare[0]) ? [[]] : wrappings
  for (const head of headNames(bare))
    for (const wrapping of around) {
      const found = selectClaims(claims, [...wrapping, head, ...bare.slice(1)], withheld, syntax)
      if (found.length > 0) return found
    }
  return []
}

/** Returns the path without the wrappers of older drafts. */
export function unwrap(path: ClaimPath): ClaimPath {
  const wrapping = wrappings.find(
    (names) => names.length > 0 && names.length < path.length && names.every((name, index) => path[index] === name),
  )
  return path.slice(wrapping?.length ?? 0)
}

/** Returns all names of the claim at the end of a path. */
export function claimNames(path: ClaimPath): readonly string[] {
  return headNames(unwrap(path)).filter((name) => typeof name === 'string')
}

const technicalClaims: readonly (string | number | null | undefined)[] = [
  'iss',
  'iat',
  'exp',
  'nbf',
  'cnf',
  'vct',
  'type',
  'status',
]

/**
 * Returns true if the first element names a technical claim, about the credential instead of the person. Every SD-JWT,
 * but no mdoc, states these in the clear, so the user has no choice.
 */
export const isTechnicalClaim = (head: string | number | null | undefined): boolean => technicalClaims.includes(head)

function headNames(bare: ClaimPath): ClaimPath {
  const head = bare[0]
  if (head === undefined) return []
  return synonyms.find((names) => typeof head === 'string' && names.includes(head)) ?? [head]
}

/** Returns whether a path names an element of an mdoc. */
export const isElementPath = (path: ClaimPath): path is readonly [namespace: string, element: string] =>
  path.length === 2 && path.every((step) => typeof step === 'string')

/** Returns whether a path lies at or below another. */
export const startsWith = (path: ConcretePath, prefix: ConcretePath): boolean =>
  prefix.every((step, index) => path[index] === step)

/** Returns true if one path is equal to, above or below the other. */
const sameBranch = (path: ConcretePath, other: ConcretePath): boolean =>
  path.slice(0, other.length).every((element, index) => element === other[index])

/** Returns the disclosures that no requested claim needs (RP-55). */
export const surplusOf = (
  disclosed: readonly ConcretePath[],
  claims: readonly SelectedClaim[],
): readonly ConcretePath[] => disclosed.filter((path) => !claims.some((claim) => sameBranch(path, claim.path)))

/** A member name without escapes, an index, or a wildcard (RFC 9535 §2.3.1.1, §2.3.3.1, §2.3.2.1). */
const segment =
  /\.([A-Za-z_][A-Za-z0-9_-]*)|\['([ -&(-[\]-\ud7ff\ue000-\u{10ffff}]+)'\]|\["([ !#-[\]-\ud7ff\ue000-\u{10ffff}]+)"\]|\[(0|[1-9]\d{0,5})\]|\[\*\]|\.\*/uy

/** Parses JSONPath's dotted subset: `$.address.locality`, `$['a b']`, `$.list[0]`, `$.list[*]`, `$.address.*`. */
export function parseJsonPath(text: string): ClaimPath | undefined {
  if (!text.startsWith('$') || text.length > 512) return undefined
  const path: (string | number | null)[] = []
  segment.lastIndex = 1
  while (segment.lastIndex < text.length) {
    const match = segment.exec(text)
    if (match === null) return undefined
    const [, dotted, single, double, index] = match
    path.push(dotted ?? single ?? double ?? (index === undefined ? null : Number(index)))
  }
  return path
}
