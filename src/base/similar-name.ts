/** Finds the correct spelling of a misspelt name. */

/** Maximum number of inserted, removed and replaced letters. */
const longestDistance = 2

/**
 * Returns the most similar known name, or `undefined` if none is similar. A similar name differs in at most two
 * letters, and in fewer than half of its letters. Ignores case.
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= longestDistance && distance * 2 < one.length)
    .toSorted((first, second) => first.distance - second.distance)
  return nearest?.one
}

/**
 * Returns the number of inserted, removed or replaced letters (Levenshtein). Returns more than the maximum, without a
 * comparison, if the lengths differ by more than the maximum.
 */
function distanceOf(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > longestDistance) return longestDistance + 1
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [index, other] of [...to].entries()) {
      const [replaced = 0, removed = 0] = row.slice(index)
      next.push(Math.min(removed + 1, (next[index] ?? 0) + 1, replaced + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
