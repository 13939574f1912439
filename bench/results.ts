/** Joins the figures of one or more runs to one result for each goal, and judges it. */
import { type Figure, middleRate } from './figures.ts'
import { barOf, type CaseId, type Goal, goals, reaches } from './goals.ts'
import { median, type Spread, spreadsTooFar } from './statistics.ts'

export interface Result extends Figure {
  /** Figure that is compared with the bars. NaN, which misses every bar, if the load was never the planned one. */
  readonly judged: number
  readonly judgedByCpu?: number
  /**
   * True if the ratio spread too far, or the load was not the planned one, in every run. If the ratio spread too far,
   * the worst round counts, by throughput and by processor time.
   */
  readonly void: boolean
  /** Number of runs in which the figure was void. */
  readonly voidRuns: number
}

/** Share of the best of several runs. A figure that is judged does not exceed it. */
const believed = 0.95

/**
 * Returns the median of one run. For several runs, returns the worse of the middle median and the counted share of the
 * best.
 */
export function judgedFigure({ least }: Pick<Goal, 'least'>, medians: readonly number[]): number {
  const middle = median(medians)
  if (medians.length === 1) return middle
  return least ? Math.max(middle, Math.min(...medians) / believed) : Math.min(middle, Math.max(...medians) * believed)
}

/**
 * Returns true if the row is a ratio of two rates. Other rows are noisy by nature, so the middle of their turns counts.
 */
const isRatioOfRates = ({ byCpu, floor }: Figure): boolean => byCpu !== undefined && floor !== undefined

const isVoidFigure = (figure: Figure): boolean =>
  figure.fault !== undefined || (isRatioOfRates(figure) && spreadsTooFar(figure.ratio))

/** Returns the result of one goal from its figures in each run. */
export function resultOf(figures: readonly [Figure, ...Figure[]]): Result {
  const [{ goal }] = figures
  const voided = figures.filter(isVoidFigure)
  const isVoid = voided.length === figures.length
  const counted = isVoid ? figures : figures.filter((figure) => !voided.includes(figure))
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
      judgedByCpu: judgedFigure(
        goal,
        byCpu.map((one) => one.median),
      ),
    }),
    judged: isVoid
      ? worstOf(figures)
      : judgedFigure(
          goal,
          counted.map((one) => one.ratio.median),
        ),
    void: isVoid,
    voidRuns: voided.length,
  }
}

/**
 * Returns the worst ratio of any round, by the clock or by processor time. By the clock alone, a disturbed floor would
 * make the operation look better than it is. Returns NaN if a load was not the planned one.
 */
const worstOf = (figures: readonly Figure[]): number =>
  figures.some(({ fault }) => fault !== undefined)
    ? Number.NaN
    : Math.min(...figures.flatMap(({ ratio, byCpu }) => [ratio.least, byCpu?.least ?? ratio.least]))

const joined = (spreads: readonly Spread[]): Spread => ({
  median: median(spreads.map((one) => one.median)),
  least: Math.min(...spreads.map(({ least }) => least)),
  most: Math.max(...spreads.map(({ most }) => most)),
})

/** Returns the results of all runs, in the order of the goals. */
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
  /** The verdict by processor time. Equals `must` for rows without one. */
  readonly mustByCpu: boolean
  /** Verdict in one or two words. */
  readonly verdict: string
}

export function judge({ goal, judged, judgedByCpu, bare, ...result }: Result): Judgement {
  const bar = barOf(goal, 'must', bare?.median)
  const must = reaches(goal, judged, bar)
  const moonshot = reaches(goal, judged, barOf(goal, 'moonshot', bare?.median))
  const mustByCpu = reaches(goal, judgedByCpu ?? judged, bar)
  const missed = result.void ? 'void' : 'below'
  const verdict = moonshot ? 'moonshot' : must ? 'must' : mustByCpu ? `${missed}, must by CPU` : missed
  return { must, moonshot, mustByCpu, verdict }
}
