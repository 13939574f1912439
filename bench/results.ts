/** From the figures of one or more runs to what is held to each goal, and what came of it. */
import { type Figure, middleRate } from './figures.ts'
import { barOf, type CaseId, type Goal, goals, reaches } from './goals.ts'
import { median, type Spread, spreadsTooFar } from './statistics.ts'

export interface Result extends Figure {
  /** What is compared with the bars. */
  readonly held: number
  readonly heldByCpu?: number
  /** In every run the ratio spread too far: it is held to its worst round, by throughput and by processor time. */
  readonly void: boolean
  /** Runs in which it spread so far. */
  readonly noisyRuns: number
}

/** Of several runs the best is not believed to the full. */
const believed = 0.95

/** The median of one run; of more the worse of the middle one and what is believed of the best. */
export function heldTo({ least }: Pick<Goal, 'least'>, medians: readonly number[]): number {
  const middle = median(medians)
  if (medians.length === 1) return middle
  return least ? Math.max(middle, Math.min(...medians) / believed) : Math.min(middle, Math.max(...medians) * believed)
}

/** Rows that are no ratio of two rates are as noisy as their own kind: the middle of their turns is taken. */
const isRatioOfRates = ({ byCpu, floor }: Figure): boolean => byCpu !== undefined && floor !== undefined

/** The figures of one goal in each run. */
export function resultOf(figures: readonly [Figure, ...Figure[]]): Result {
  const [{ goal }] = figures
  const noisy = figures.filter((figure) => isRatioOfRates(figure) && spreadsTooFar(figure.ratio))
  const isVoid = noisy.length === figures.length
  const counted = isVoid ? figures : figures.filter((figure) => !noisy.includes(figure))
  const ratio = joined(counted.map((one) => one.ratio))
  const byCpu = counted.flatMap((one) => (one.byCpu ? [one.byCpu] : []))
  const rates = counted.flatMap(({ perSecond, cpu }) =>
    perSecond === undefined || cpu === undefined ? [] : [{ perSecond, cpu }],
  )
  const bare = counted.flatMap((one) => (one.bare ? [one.bare] : []))
  return {
    ...(counted.at(-1) as Figure),
    ...(bare.length > 0 && { bare: joined(bare) }),
    ...(rates.length > 0 && middleRate(rates)),
    ratio,
    ...(byCpu.length > 0 && {
      byCpu: joined(byCpu),
      heldByCpu: heldTo(
        goal,
        byCpu.map((one) => one.median),
      ),
    }),
    held: isVoid
      ? worstOf(figures)
      : heldTo(
          goal,
          counted.map((one) => one.ratio.median),
        ),
    void: isVoid,
    noisyRuns: noisy.length,
  }
}

/**
 * Of rates: none of its rounds was worse, neither by the clock nor by the processor's time. By the clock alone a disturbed
 * floor would make the operation look better than it is.
 */
const worstOf = (figures: readonly Figure[]): number =>
  Math.min(...figures.flatMap(({ ratio, byCpu }) => [ratio.least, byCpu?.least ?? ratio.least]))

const joined = (spreads: readonly Spread[]): Spread => ({
  median: median(spreads.map((one) => one.median)),
  least: Math.min(...spreads.map(({ least }) => least)),
  most: Math.max(...spreads.map(({ most }) => most)),
})

/** Of all runs, in the order of the goals. */
export function resultsOf(runs: readonly (readonly Figure[])[]): Result[] {
  const byCase = Map.groupBy(runs.flat(), ({ goal }): CaseId => goal.case)
  return goals.flatMap((goal) => {
    const [first, ...more] = byCase.get(goal.case) ?? []
    return first ? [resultOf([first, ...more])] : []
  })
}

interface Judgement {
  readonly must: boolean
  readonly moonshot: boolean
  /** By processor time; as `must` where there is none. */
  readonly mustByCpu: boolean
  /** In a word or two. */
  readonly verdict: string
}

export function judge({ goal, held, heldByCpu, bare, ...result }: Result): Judgement {
  const bar = barOf(goal, 'must', bare?.median)
  const must = reaches(goal, held, bar)
  const moonshot = reaches(goal, held, barOf(goal, 'moonshot', bare?.median))
  const mustByCpu = reaches(goal, heldByCpu ?? held, bar)
  const missed = result.void ? 'void' : 'below'
  const verdict = moonshot ? 'moonshot' : must ? 'must' : mustByCpu ? `${missed}, must by CPU` : missed
  return { must, moonshot, mustByCpu, verdict }
}
