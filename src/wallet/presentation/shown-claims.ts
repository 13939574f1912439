/**
 * What the user is shown, and may deselect, is what leaves the wallet as one (WI-14, WI-17). A claim without a Disclosure
 * of its own cannot be sent without all that stands in the Disclosure that it lies in (RFC 9901 §4.2.1): that is one choice.
 */
import { isJsonObject, type Json } from '../../base/index.ts'
import { type ConcretePath, type SelectedClaim, startsWith } from '../../oid4vp/index.ts'
import type { DisclosableClaim } from '../../sd-jwt/index.ts'

export interface ShownClaim extends SelectedClaim {
  /** What is asked for in it: itself, or parts of it. */
  readonly asked: readonly ConcretePath[]
}

/** The selected claims as choices, none of which lies in another. `disclosable` has the credential's Disclosures. */
export function shownClaims(
  selected: readonly SelectedClaim[],
  disclosable: readonly DisclosableClaim[],
): readonly ShownClaim[] {
  const shown: ShownClaim[] = []
  const units = selected.map((claim) => ({ ...unitOf(claim, disclosable), asked: claim.path }))
  for (const { path, value } of units) {
    const isPart = units.some((other) => other.path.length < path.length && startsWith(path, other.path))
    if (isPart || shown.some((one) => samePath(one.path, path))) continue
    const parts = units.filter((unit) => startsWith(unit.path, path))
    const asked = parts.map((part) => part.asked)
    const leaves = (place: ConcretePath): boolean =>
      asked.some((one) => startsWith(one, place) || startsWith(place, one)) ||
      !disclosable.some((one) => samePath(one.path, place))
    shown.push({ path, value: onlyWhat(leaves, path, value), asked })
  }
  return shown
}

/** The value without the nested Disclosures that stay in the wallet. */
function onlyWhat(leaves: (place: ConcretePath) => boolean, path: ConcretePath, value: Json): Json {
  const kept = <K extends string | number>(members: readonly (readonly [K, Json])[]) =>
    members
      .filter(([step]) => leaves([...path, step]))
      .map(([step, member]) => [step, onlyWhat(leaves, [...path, step], member)] as const)
  if (Array.isArray(value)) return kept(value.map((item: Json, index) => [index, item])).map(([, item]) => item)
  return isJsonObject(value) ? Object.fromEntries(kept(Object.entries(value))) : value
}

/**
 * Of the Disclosures that the claim is or lies in, and that all go with it, the outermost that says anything of its own,
 * with all that stands in it; the claim itself where it stands in the clear.
 */
function unitOf(claim: SelectedClaim, disclosable: readonly DisclosableClaim[]): SelectedClaim {
  const around = disclosable
    .filter(({ path }) => startsWith(claim.path, path))
    .toSorted((a, b) => a.path.length - b.path.length)
  return around.find((one) => saysMore(one, disclosable)) ?? around.at(-1) ?? claim
}

/** Whether there is more in it than what has Disclosures of its own. */
function saysMore({ path, value }: DisclosableClaim, disclosable: readonly DisclosableClaim[]): boolean {
  const hidden = disclosable.filter((one) => one.path.length === path.length + 1 && startsWith(one.path, path))
  return hidden.length < Object.keys(value ?? {}).length
}

export const samePath = (a: ConcretePath, b: ConcretePath): boolean => a.length === b.length && startsWith(a, b)
