/**
 * A case of a round is measured in portions, between which its floors are taken. Only those portions count in which the
 * machine was left alone, and that the floors on both sides say, never the operation: what it does itself, its collector's
 * pauses for one, is its cost.
 */
import type { Measured } from './measure.ts'
import { mean, type Rate, rateOf, total } from './rates.ts'
import { quantile } from './statistics.ts'
import type { Usage } from './usage.ts'

export interface Floors {
  readonly http?: Rate
  readonly crypto?: Rate
  readonly storage?: Rate
}

export interface Portion extends Usage {
  readonly operations: number
  /** Taken before it and after it. */
  readonly around: readonly [Floors, Floors]
}

/** Each part by itself. */
export function meanOf(floors: readonly Floors[]): Floors {
  const names = ['http', 'crypto', 'storage'] as const
  const parts = names.flatMap((name) => {
    const rates = floors.flatMap((one) => one[name] ?? [])
    return rates.length > 0 ? [[name, mean(rates)] as const] : []
  })
  return Object.fromEntries(parts)
}

/** What the portions say together: how often in a second, compared with what the floors did at the same time. */
export function wholeOf(portions: readonly Portion[]): Omit<Measured, 'case' | 'round' | 'portions'> {
  const whole = total(portions)
  const busy = portions.reduce((sum, { utilisation, seconds }) => sum + utilisation * seconds, 0)
  const { operations, rss, seconds } = whole
  const floors = meanOf(portions.flatMap(({ around }) => around))
  return { operations, rss, utilisation: busy / seconds, ...rateOf(whole), floors }
}

export interface Portions {
  readonly counted: number
  readonly all: number
}

export const countPortions = (measured: readonly Measured[]): number =>
  measured.reduce((sum, { portions }) => sum + portions.length, 0)

/** The machine was disturbed where a floor ran at less than so much of what it reaches in the best tenth of a run. */
const leftAlone = 0.9
/** The disk is nobody's measure of the processor. */
const measures = ['http', 'crypto'] as const

/** All rounds of one case in a run, each of its undisturbed portions alone. A round in which there were none is left out. */
export function undisturbedRounds(rounds: readonly Measured[]): Measured[] {
  const taken = rounds.flatMap(({ portions }) => portions.flatMap(({ around }) => around))
  const bars = measures.map((name) => {
    const rates = taken.flatMap((floors) => floors[name]?.perSecond ?? [])
    return [
      name,
      leftAlone *
        quantile(
          [...rates].sort((a, b) => a - b),
          0.9,
        ),
    ] as const
  })
  const isQuiet = (floors: Floors): boolean =>
    bars.every(([name, least]) => floors[name] === undefined || floors[name].perSecond >= least)
  return rounds.flatMap((round) => {
    const portions = round.portions.filter(({ around }) => around.every(isQuiet))
    return portions.length > 0 ? [{ ...round, ...wholeOf(portions), portions }] : []
  })
}

/** Those of a run that count: where too few rounds have an undisturbed portion, all of them, whose spread tells what they are worth. */
export function countedRounds(measured: readonly Measured[], fewest: number): Measured[] {
  return [...Map.groupBy(measured, (one) => one.case).values()].flatMap((rounds) => {
    const quiet = undisturbedRounds(rounds)
    return quiet.length >= fewest ? quiet : rounds
  })
}
