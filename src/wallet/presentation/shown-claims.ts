/**
 * Groups claims into choices for the user: claims that can only be sent together are one choice (WI-14, WI-17). A claim
 * without its own Disclosure is sent with the whole content of the Disclosure that contains it (RFC 9901 §4.2.1).
 */
import { isJsonObject, type Json, sameJson } from '../../base/index.ts'
import { type ConcretePath, type SelectedClaim, startsWith } from '../../oid4vp/index.ts'
import type { DisclosableClaim } from '../../sd-jwt/index.ts'

export interface ShownClaim extends SelectedClaim {
  /** Requested paths: the claim itself, or parts of it. */
  readonly asked: readonly ConcretePath[]
}

/**
 * Returns the selected claims as choices, none of which contains another. `disclosable` lists the credential's
 * Disclosures.
 */
export function shownClaims(
  selected: readonly SelectedClaim[],
  disclosable: readonly DisclosableClaim[],
): readonly ShownClaim[] {
  const shown: ShownClaim[] = []
  const units = selected.map((claim) => ({ ...disclosureUnit(claim, disclosable), asked: claim.path }))
  for (const { path, value } of units) {
    const isPart = units.some((other) => other.path.length < path.length && startsWith(path, other.path))
    if (isPart || shown.some((one) => sameJson(one.path, path))) continue
    const parts = units.filter((unit) => startsWith(unit.path, path))
    const asked = parts.map((part) => part.asked)
    const isSent = (place: ConcretePath): boolean =>
      asked.some((one) => startsWith(one, place) || startsWith(place, one)) ||
      !disclosable.some((one) => sameJson(one.path, place))
    shown.push({ path, value: withoutWithheld(isSent, path, value), asked })
  }
  return shown
}

/** Returns the value without the nested Disclosures that are not sent. */
function withoutWithheld(isSent: (place: ConcretePath) => boolean, path: ConcretePath, value: Json): Json {
  const kept = <K extends string | number>(members: readonly (readonly [K, Json])[]) =>
    members
      .filter(([step]) => isSent([...path, step]))
      .map(([step, member]) => [step, withoutWithheld(isSent, [...path, step], member)] as const)
  if (Array.isArray(value)) return kept(value.map((item: Json, index) => [index, item])).map(([, item]) => item)
  return isJsonObject(value) ? Object.fromEntries(kept(Object.entries(value))) : value
}

/**
 * Returns the Disclosure that is sent with the claim as a whole, or the claim itself if no Disclosure contains it. Of
 * several Disclosures that contain the claim, returns the outermost one with content besides nested Disclosures. If
 * none has such content, returns the innermost one.
 */
function disclosureUnit(claim: SelectedClaim, disclosable: readonly DisclosableClaim[]): SelectedClaim {
  const containing = disclosable
    .filter(({ path }) => startsWith(claim.path, path))
    .toSorted((a, b) => a.path.length - b.path.length)
  return containing.find((one) => hasOwnContent(one, disclosable)) ?? containing.at(-1) ?? claim
}

/** Returns true if the Disclosure has content besides nested Disclosures. */
function hasOwnContent({ path, value }: DisclosableClaim, disclosable: readonly DisclosableClaim[]): boolean {
  const hidden = disclosable.filter((one) => one.path.length === path.length + 1 && startsWith(one.path, path))
  return hidden.length < Object.keys(value ?? {}).length
}
