/**
 * From measured rounds to one figure for each goal: the ratio of throughput to the floor that the goal names, and the
 * same ratio in processor time, which a busy machine disturbs less.
 */
import { type CaseId, type Goal, goals, reaches } from './goals.ts'
import type { Measured, Rate } from './measure.ts'
import { type Spread, spreadOf } from './statistics.ts'

export interface Figure {
  readonly goal: Goal
  /** What is held to the goal. */
  readonly ratio: Spread
  /** By processor time; not for every row. */
  readonly byCpu?: Spread
  /** Medians over the rounds. */
  readonly perSecond?: number
  readonly cpu?: number
  readonly floor?: Rate
  /** In the unit that the row has, when it is no ratio of rates. */
  readonly note?: string
}

/** What a case is compared with: its floors one after the other. */
export function floorOf({ of }: Pick<Goal, 'of'>, { floors }: Pick<Measured, 'floors'>): Rate | undefined {
  const { http, crypto, storage } = floors
  const parts = of === 'http' ? [http] : of === 'crypto' ? [crypto] : [http, crypto, storage]
  return sumOf(parts.filter((part) => part !== undefined))
}

/** One after the other: times add up. */
export function sumOf(rates: readonly Rate[]): Rate | undefined {
  if (rates.length === 0) return undefined
  const seconds = rates.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0)
  return { perSecond: 1 / seconds, cpu: rates.reduce((sum, { cpu }) => sum + cpu, 0) }
}

export function figureOf(goal: Goal, rounds: readonly Measured[]): Figure | undefined {
  const compared = rounds.flatMap((round) => {
    const floor = floorOf(goal, round)
    return floor ? [{ round, floor }] : []
  })
  if (compared.length === 0) return undefined
  const peers = rounds.flatMap(({ cpu, peer }) => (peer ? [peer.cpu / cpu] : []))
  const middle = (values: readonly number[]): number => spreadOf(values).median
  return {
    goal,
    ...(peers.length > 0 && { note: `${middle(peers).toFixed(1)} times its peer` }),
    ratio: spreadOf(compared.map(({ round, floor }) => round.perSecond / floor.perSecond)),
    byCpu: spreadOf(compared.map(({ round, floor }) => floor.cpu / round.cpu)),
    perSecond: middle(rounds.map(({ perSecond }) => perSecond)),
    cpu: middle(rounds.map(({ cpu }) => cpu)),
    floor: {
      perSecond: middle(compared.map(({ floor }) => floor.perSecond)),
      cpu: middle(compared.map(({ floor }) => floor.cpu)),
    },
  }
}

const issuance: readonly CaseId[] = ['pid-par-cold', 'pid-token', 'pid-credential']

/** The three requests of an issuance, one after the other, as one operation. */
export function issuanceRounds(measured: readonly Measured[]): Measured[] {
  const byRound = Map.groupBy(measured, ({ round }) => round)
  return [...byRound.values()].flatMap((all) => {
    const parts = issuance.map((id) => all.find((one) => one.case === id)).filter((one) => one !== undefined)
    const rate = sumOf(parts)
    const crypto = sumOf(parts.flatMap(({ floors }) => (floors.crypto ? [floors.crypto] : [])))
    const [first] = parts
    if (parts.length < issuance.length || !rate || !crypto || !first) return []
    return [{ ...first, ...rate, case: 'issuance-sum' as const, floors: { crypto } }]
  })
}

/** In the order of the goals. */
export function figuresOf(measured: readonly Measured[]): Figure[] {
  const all = Map.groupBy([...measured, ...issuanceRounds(measured)], (one) => one.case)
  return goals.flatMap((goal) => {
    const figure = figureOf(goal, all.get(goal.case) ?? [])
    return figure ? [figure] : []
  })
}

/** As the goals stand. */
export const inOrder = (figures: readonly Figure[]): Figure[] =>
  goals.flatMap((goal) => figures.filter((figure) => figure.goal.case === goal.case))

export interface Judgement {
  readonly figure: Figure
  readonly must: boolean
  readonly moonshot: boolean
  /** By processor time; as `must` where there is none. */
  readonly mustByCpu: boolean
}

export const judge = (figure: Figure): Judgement => {
  const { goal, ratio, byCpu } = figure
  return {
    figure,
    must: reaches(goal, ratio.median, goal.must),
    moonshot: reaches(goal, ratio.median, goal.moonshot),
    mustByCpu: reaches(goal, (byCpu ?? ratio).median, goal.must),
  }
}
