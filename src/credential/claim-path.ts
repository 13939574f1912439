/**
 * Claims path pointers (OpenID4VP 1.0 §7): a name takes a member, a number an array's element, `null` all elements.
 * On top stand the spellings that two years of drafts left for one claim (RP-57). Members are own members only, so
 * `constructor` and `__proto__` find nothing.
 */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import type { ClaimPath, ConcretePath, WithheldElements } from '../sd-jwt/index.ts'

export type { ClaimPath, ConcretePath, WithheldElements }

/**
 * The syntax of a path: a pointer fails as a whole where it meets something that it does not lead into (OpenID4VP 1.0
 * §7.1.1), JSONPath passes over that (RFC 9535 §2.3), and its wildcard takes the members of an object too (§2.3.2), but not
 * those of the credential itself (D-260).
 */
export type PathSyntax = 'pointer' | 'json-path'

/** One of the places that a claims path pointer selects, with its value. */
export interface SelectedClaim {
  readonly path: ConcretePath
  readonly value: Json
}

/**
 * Returns what the path selects, in document order; empty when nothing is there. The names count as they are spelt.
 *
 * `withheld` is given for a presentation. What was not disclosed has left its array there, so that elements stand
 * further to the front than in the credential: an index then selects every element that it could mean (D-265), and those
 * that the rest of the path does not fit are dropped, whatever the syntax.
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

/** A name leads into objects, an index and `null` into arrays. */
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

/** Returns whether a path contains all that a credential says of its person. */
const holdsAllClaims = (path: ConcretePath): boolean =>
  wrappings.some((names) => path.length <= names.length && path.every((name, index) => name === names[index]))

/**
 * Returns what the path selects in any of its spellings: as asked first, then bare, below `credentialSubject`, below
 * `verified_claims.claims`, and under the claim's other name (RP-57). The first spelling that finds something counts. What a
 * credential says of itself is looked for at its top alone: elsewhere nobody has judged whether the issuer may say so (D-266).
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

/** The path without the wrapping that older drafts put round the claims. */
export function unwrap(path: ClaimPath): ClaimPath {
  const wrapping = wrappings.find(
    (names) => names.length > 0 && names.length < path.length && names.every((name, index) => path[index] === name),
  )
  return path.slice(wrapping?.length ?? 0)
}

/** All names of the claim that a path leads to. */
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
 * Returns whether a path's first element names what a credential says of itself and not of its person: every SD-JWT, but no mdoc,
 * states it in the clear, so that there is no choice to offer and nothing that is asked of the user.
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

/** Returns whether `path` lies at or below `other`, or above it: a disclosure on the way to a claim, or inside one. */
const sameBranch = (path: ConcretePath, other: ConcretePath): boolean =>
  path.slice(0, other.length).every((element, index) => element === other[index])

/** The disclosures that lead to none of the claims asked for: what was revealed without need (RP-55). */
export const surplusOf = (
  disclosed: readonly ConcretePath[],
  claims: readonly SelectedClaim[],
): readonly ConcretePath[] => disclosed.filter((path) => !claims.some((claim) => sameBranch(path, claim.path)))

/** A member by name, without escapes, an element by index, or a wildcard (RFC 9535 §2.3.1.1, §2.3.3.1, §2.3.2.1). */
const segment =
  /\.([A-Za-z_][A-Za-z0-9_-]*)|\['([ -&(-[\]-\ud7ff\ue000-\u{10ffff}]+)'\]|\["([ !#-[\]-\ud7ff\ue000-\u{10ffff}]+)"\]|\[(0|[1-9]\d{0,5})\]|\[\*\]|\.\*/uy

/** A path in JSONPath's dotted subset: `$.address.locality`, `$['a b']`, `$.list[0]`, `$.list[*]`, `$.address.*`. */
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
