/** Claims paths: their spellings in older drafts (RP-57), their comparison, and the supported subset of JSONPath. */
import type { JsonObject } from '../base/index.ts'
import type { ClaimPath, ConcretePath } from '../sd-jwt/index.ts'
import { type ClaimSelector, createClaimSelector, type SelectedClaim, wrappings } from './select-claims.ts'

/** Names of the same claim in different drafts. */
const synonyms: readonly (readonly string[])[] = [
  ['tax_id_number', 'tax_id_code'],
  ['vct', 'type'],
]

/**
 * Calls `select` with each spelling of the path and returns the first result that is not empty (RP-57). Tries the path
 * as requested, then each name of the claim at the top level and in the wrappers `credentialSubject` and
 * `verified_claims.claims`. Returns an empty list if `select` finds nothing. Searches for a technical claim at the top
 * level only, because nobody checks its value in a wrapper. If the requested path begins with a wrapper, searches for
 * the technical name in the wrappers only (D-266).
 */
export function findClaimsWith(select: ClaimSelector, path: ClaimPath): readonly SelectedClaim[] {
  const requested = select(path)
  if (requested.length > 0) return requested
  const bare = unwrap(path)
  const searched = isTechnicalClaim(bare[0])
    ? wrappings.filter(({ length }) => (length === 0) === isTechnicalClaim(path[0]))
    : wrappings
  for (const head of headNames(path))
    for (const wrapping of searched) {
      const found = select([...wrapping, head, ...bare.slice(1)])
      if (found.length > 0) return found
    }
  return []
}

/** Returns what a path selects in the claims. Tries the spellings of older drafts, as `findClaimsWith` does. */
export const findClaims = (claims: JsonObject, path: ClaimPath): readonly SelectedClaim[] =>
  findClaimsWith(createClaimSelector(claims), path)

/** Returns the path without a leading `credentialSubject` or `verified_claims.claims`, as in older drafts. */
export function unwrap(path: ClaimPath): ClaimPath {
  const wrapping = wrappings.find(
    (names) => names.length > 0 && names.length < path.length && names.every((name, index) => path[index] === name),
  )
  return path.slice(wrapping?.length ?? 0)
}

/**
 * Returns the name of a top-level claim and its names in other drafts. The name is the first step of the path after the
 * wrappers of older drafts. Returns an empty list if that step is not a name.
 */
export function claimNames(path: ClaimPath): readonly string[] {
  return headNames(path).filter((name) => typeof name === 'string')
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
 * Returns true if `head`, the first step of a path, names a technical claim: one about the credential, not about the
 * person. Our issuer never makes these claims selectively disclosable. Other issuers may put `iat` and `type` in a
 * Disclosure (SD-JWT VC draft 08 §3.2.2.2). Do not use this for the path of an mdoc, whose first step is its namespace
 * (`VerifierFacet.isTechnical`).
 */
export const isTechnicalClaim = (head: string | number | null | undefined): boolean => technicalClaims.includes(head)

/**
 * Returns all names of the first step after the wrappers. A technical name inside a wrapper is a claim of the person
 * and has no other name (D-266).
 */
function headNames(path: ClaimPath): ClaimPath {
  const [head] = unwrap(path)
  if (head === undefined) return []
  if (isTechnicalClaim(head) && !isTechnicalClaim(path[0])) return [head]
  return synonyms.find((names) => typeof head === 'string' && names.includes(head)) ?? [head]
}

/** Returns true for a path of exactly two names: the namespace and the element of an mdoc. */
export const isElementPath = (path: ClaimPath): path is readonly [namespace: string, element: string] =>
  path.length === 2 && path.every((step) => typeof step === 'string')

/** Returns true if `prefix` is the beginning of the path or the whole path. */
export const startsWith = (path: ConcretePath, prefix: ConcretePath): boolean =>
  prefix.every((step, index) => path[index] === step)

/** A tree of paths. `ends` is true if a path ends at this node. */
interface PathTree {
  readonly children: Map<string | number, PathTree>
  ends: boolean
}

/**
 * Returns the disclosed paths that no requested claim needs (RP-55). A claim needs its own path, the beginnings of that
 * path, and all paths that begin with it.
 */
export function surplusPathsOf(
  disclosed: readonly ConcretePath[],
  claims: readonly SelectedClaim[],
): readonly ConcretePath[] {
  const root: PathTree = { children: new Map(), ends: false }
  for (const { path } of claims) {
    let tree = root
    for (const step of path) {
      const next = tree.children.get(step) ?? { children: new Map(), ends: false }
      tree.children.set(step, next)
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
    const next = tree.children.get(step)
    if (next === undefined) return false
    tree = next
  }
  return tree.ends || tree.children.size > 0
}

/** A name without escapes, an index of at most six digits, or a wildcard (RFC 9535 §2.3.1.1, §2.3.3.1, §2.3.2.1). */
const segment =
  /\.([A-Za-z_][A-Za-z0-9_-]*)|\['([ -&(-[\]-\ud7ff\ue000-\u{10ffff}]+)'\]|\["([ !#-[\]-\ud7ff\ue000-\u{10ffff}]+)"\]|\[(0|[1-9]\d{0,5})\]|\[\*\]|\.\*/uy

/**
 * Parses a subset of JSONPath: names, indices and wildcards, as in `$.address.locality`, `$['a b']`, `$.list[0]`,
 * `$.list[*]` and `$.address.*`. Returns an empty path for `$`. Returns `undefined` for unsupported syntax, and for
 * more than 512 characters.
 */
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
