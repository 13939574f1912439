/**
 * Statistics over rounds: medians of per-round ratios with their extremes, and the rules by which a round or a ratio
 * does not count.
 */

export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = Math.floor(ascending.length / 2)
  const upper = ascending[middle] ?? Number.NaN
  return ascending.length % 2 === 1 ? upper : ((ascending[middle - 1] ?? Number.NaN) + upper) / 2
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})

/** Minimum speed of the machine in a round that counts, as a share of its best. */
const slowestRound = 0.7
/** Maximum distance of a ratio's extremes from its median, as a share of the median. */
const widestSpread = 0.15
/** Minimum number of rounds for a verdict. */
export const fewestRounds = 3

/** Returns the rounds that count. `unitRate` is the rate of single verifications, a measure of the machine's speed. */
export function steadyRounds<T extends { readonly unitRate: number }>(rounds: readonly T[]): T[] {
  const best = Math.max(...rounds.map(({ unitRate }) => unitRate))
  return rounds.filter(({ unitRate }) => unitRate >= best * slowestRound)
}

export const spreadsTooFar = ({ median: middle, least, most }: Spread): boolean =>
  most > middle * (1 + widestSpread) || least < middle * (1 - widestSpread)

/** Returns a random order in which every item comes after those that it needs. Throws if items need each other. */
export function shuffled<T extends { readonly id: string; readonly needs: readonly string[] }>(
  items: readonly T[],
  chance: () => number,
): T[] {
  const left = [...items]
  const done = new Set<string>()
  const order: T[] = []
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => needs.every((need) => done.has(need)))
    const next = ready[Math.floor(chance() * ready.length)]
    if (next === undefined) throw new Error('cases need each other')
    left.splice(left.indexOf(next), 1)
    done.add(next.id)
    order.push(next)
  }
  return order
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). The same seed gives the same numbers. Not for secrets. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
