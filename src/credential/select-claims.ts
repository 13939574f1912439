/**
 * Claims path pointers (OpenID4VP 1.0 §7): a name selects a member, a number selects an array element, `null` selects
 * all elements. Inherited members do not count, so `constructor` and `__proto__` select nothing.
 */
import { isJsonObject, type Json } from '../base/index.ts'
import type { ClaimPath, ConcretePath, WithheldElements } from '../sd-jwt/index.ts'

export type { ClaimPath, ConcretePath, WithheldElements }

/**
 * Syntax of a path. If a step meets a value of the wrong type, a pointer selects nothing at all (OpenID4VP 1.0 §7.1.1),
 * and JSONPath skips the value (RFC 9535 §2.3). The wildcard of JSONPath also selects the members of an object
 * (§2.3.2), except of an object that contains all claims: the credential itself, or a wrapper such as
 * `credentialSubject` (D-260).
 */
export type PathSyntax = 'pointer' | 'json-path'

/** A value that a path selects, and the path to exactly this value. */
export interface SelectedClaim {
  readonly path: ConcretePath
  readonly value: Json
}

/** Returns what a path selects in the claims of one credential. */
export type ClaimSelector = (path: ClaimPath) => readonly SelectedClaim[]

type Step = ClaimPath[number]

/** Values that a path prefix selects. */
interface Selection {
  readonly selected: readonly SelectedClaim[]
  /** Selections of this prefix with one more step, by that step. */
  readonly next: Map<Step, Selection>
  /** True if all selected values are objects. If false, a pointer cannot continue with a name. */
  readonly isOfObjects: boolean
  /** True if all selected values are arrays. If false, a pointer cannot continue with an index or `null`. */
  readonly isOfArrays: boolean
  /** Selected values by the names and indices that they contain. Built when a step first starts from several values. */
  parents?: ReadonlyMap<Step, readonly SelectedClaim[]>
}

const selectionOf = (selected: readonly SelectedClaim[]): Selection => ({
  selected,
  next: new Map(),
  isOfObjects: selected.every(({ value }) => isJsonObject(value)),
  isOfArrays: selected.every(({ value }) => Array.isArray(value)),
})

/**
 * Returns a selector of the claims. It evaluates each path prefix once, so that many paths through one large array do
 * not scan the array again.
 *
 * `withheld` is given for a presentation only. The arrays of a presentation lack the undisclosed elements, so indices
 * can be smaller than in the credential. An index then selects every element that it could mean (D-265). With
 * `withheld`, both syntaxes skip elements that do not fit the rest of the path. `syntax` defaults to `pointer`.
 */
export function createClaimSelector(
  claims: Json,
  withheld?: readonly WithheldElements[],
  syntax: PathSyntax = 'pointer',
): ClaimSelector {
  const isStrict = syntax === 'pointer' && withheld === undefined
  const withheldByPath = new Map(withheld?.map(({ path, before }) => [JSON.stringify(path), before]))
  const selectStep = (from: Selection, step: Step): readonly SelectedClaim[] => {
    if (isStrict && !(typeof step === 'string' ? from.isOfObjects : from.isOfArrays)) return []
    if (step === null) return from.selected.flatMap((claim) => childrenOf(claim, syntax))
    if (typeof step === 'number' && withheldByPath.size > 0)
      return from.selected.flatMap((claim) => elementsAt(claim, step, withheldByPath.get(JSON.stringify(claim.path))))
    if (from.selected.length < 2) return from.selected.flatMap((claim) => stepsInto(claim, step))
    from.parents ??= parentsByStep(from.selected)
    return (from.parents.get(step) ?? []).flatMap((claim) => stepsInto(claim, step))
  }
  const root = selectionOf([{ path: [], value: claims }])
  return (path) => {
    let selection = root
    for (const step of path) {
      const next = selection.next.get(step) ?? selectionOf(selectStep(selection, step))
      selection.next.set(step, next)
      selection = next
    }
    return selection.selected
  }
}

/**
 * Returns what a claims path pointer selects, in document order. Empty if it selects nothing. Names must match exactly.
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
export const selectClaims = (claims: Json, path: ClaimPath): readonly SelectedClaim[] =>
  createClaimSelector(claims)(path)

/** Returns the member or element that a name or an index selects, if any. */
function stepsInto({ path, value }: SelectedClaim, step: string | number): readonly SelectedClaim[] {
  const container = typeof step === 'string' ? isJsonObject(value) && value : Array.isArray(value) && value
  if (!container || !Object.hasOwn(container, step)) return []
  return [{ path: [...path, step], value: (container as Record<Step & string, Json>)[step] as Json }]
}

/**
 * Returns all elements of an array. In JSONPath, also returns all members of an object, unless the object contains all
 * claims (`containsAllClaims`).
 */
function childrenOf({ path, value }: SelectedClaim, syntax: PathSyntax): readonly SelectedClaim[] {
  if (Array.isArray(value)) return value.map((item: Json, index) => ({ path: [...path, index], value: item }))
  if (syntax === 'pointer' || !isJsonObject(value) || containsAllClaims(path)) return []
  return Object.entries(value).map(([name, member]) => ({ path: [...path, name], value: member }))
}

/** Returns the elements that the index could mean. `before` counts the withheld elements before each element. */
function elementsAt(claim: SelectedClaim, step: number, before: readonly number[] = []): readonly SelectedClaim[] {
  const { value } = claim
  if (!Array.isArray(value)) return []
  const start = value.findIndex((_, index) => step <= index + (before[index] ?? 0))
  if (start < 0) return []
  const indices = Array.from({ length: Math.max(0, Math.min(step + 1, value.length) - start) }, (_, n) => start + n)
  return indices.flatMap((index) => stepsInto(claim, index))
}

/** Groups values by the names of their members and the indices of their elements. */
function parentsByStep(claims: readonly SelectedClaim[]): ReadonlyMap<Step, readonly SelectedClaim[]> {
  const parents = new Map<Step, SelectedClaim[]>()
  for (const claim of claims)
    for (const step of stepsOf(claim.value)) {
      const sameStep = parents.get(step)
      if (sameStep) sameStep.push(claim)
      else parents.set(step, [claim])
    }
  return parents
}

const stepsOf = (value: Json): Iterable<Step> => {
  if (Array.isArray(value)) return value.keys()
  return isJsonObject(value) ? Object.keys(value) : []
}

/** Paths of the object with the claims about the person: the top level, and the wrappers of older drafts (RP-57). */
export const wrappings: readonly (readonly string[])[] = [[], ['credentialSubject'], ['verified_claims', 'claims']]

/** Returns true if the path leads to an object that contains all claims about the person. */
const containsAllClaims = (path: ConcretePath): boolean =>
  wrappings.some((names) => path.length <= names.length && path.every((name, index) => name === names[index]))
