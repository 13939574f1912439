/** The spellings of one claim in older drafts (RP-57), the relation of paths to each other, and the subset of JSONPath. */
import type { JsonObject } from '../base/index.ts'
import type { ClaimPath, ConcretePath } from '../sd-jwt/index.ts'
import { type ClaimSelector, createClaimSelector, type SelectedClaim, wrappings } from './select-claims.ts'

const synonyms: readonly (readonly string[])[] = [
  ['tax_id_number', 'tax_id_code'],
  ['vct', 'type'],
]

/**
 * Returns what the path selects in any of its spellings: as requested, then bare, below `credentialSubject`, below
 * `verified_claims.claims`, and with the claim's other name (RP-57). The first spelling with a result counts. Technical
 * claims are searched at the top only, because their issuer was not checked elsewhere (D-266).
 */
export function findWith(select: ClaimSelector, path: ClaimPath): readonly SelectedClaim[] {
  const asked = select(path)
  if (asked.length > 0) return asked
  const bare = unwrap(path)
  const around = isTechnicalClaim(bare[0]) ? [[]] : wrappings
  for (const head of headNames(bare))
    for (const wrapping of around) {
      const found = select([...wrapping, head, ...bare.slice(1)])
      if (found.length > 0) return found
    }
  return []
}

/** Returns what the path selects in the claims, in any of its spellings. */
export const findClaims = (claims: JsonObject, path: ClaimPath): readonly SelectedClaim[] =>
  findWith(createClaimSelector(claims), path)

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

/** Paths with a common beginning. `ends` is true if a path ends here. */
interface PathTree {
  readonly below: Map<string | number, PathTree>
  ends: boolean
}

/** Returns the disclosures that no requested claim needs: those that are neither above, below nor at one (RP-55). */
export function surplusOf(
  disclosed: readonly ConcretePath[],
  claims: readonly SelectedClaim[],
): readonly ConcretePath[] {
  const root: PathTree = { below: new Map(), ends: false }
  for (const { path } of claims) {
    let tree = root
    for (const step of path) {
      const next = tree.below.get(step) ?? { below: new Map(), ends: false }
      tree.below.set(step, next)
      tree = next
    }
    tree.ends = true
  }
  return disclosed.filter((path) => !isNeeded(path, root))
}

function isNeeded(path: ConcretePath, root: PathTree): boolean {
  let tree = root
  for (const step of path) {
    if (tree.ends) return true
    const next = tree.below.get(step)
    if (next === undefined) return false
    tree = next
  }
  return tree.ends || tree.below.size > 0
}

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
