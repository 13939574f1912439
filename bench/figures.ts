/**
 * Computes one figure for each goal from the measured rounds of a run: the ratio of the throughput to the goal's floor,
 * and the same ratio by processor time, which is less sensitive to other load on the machine.
 */
import { floorParts } from './floor-turns.ts'
import { type CaseId, type Goal, goals } from './goals.ts'
import type { CaseMeasurement, PeerRate } from './measure.ts'
import { type Rate, sumOf } from './rates.ts'
import { median, type Spread, spreadOf } from './statistics.ts'

export interface Figure {
  readonly goal: Goal
  /** Ratio that is compared with the goal. */
  readonly ratio: Spread
  /** Ratio by processor time. Absent if processor time was not measured. */
  readonly byCpu?: Spread
  /** Medians over the rounds. */
  readonly perSecond?: number
  readonly cpu?: number
  readonly floor?: Rate
  readonly peer?: PeerRate
  /** The same figure of a bare server. Absent for rows without one. */
  readonly bare?: Spread
  /** Result in the unit of the row, or, at a ratio of rates, that the processor was not busy. */
  readonly note?: string
  /** Reason for which the load was not the planned one. The figure is then void. */
  readonly fault?: string
}

/** Minimum share of time in which the processor was busy. Below it, the load or the disk was the limit. */
const minimumBusyShare = 0.9

/** Returns the rate of the floor of a case, whose parts run one after the other. `undefined` if no part was measured. */
const floorOf = (goal: Pick<Goal, 'of'>, { floors }: Pick<CaseMeasurement, 'floors'>): Rate | undefined =>
  sumOf(floorParts(goal).flatMap((part) => floors[part] ?? []))

/** Returns the figure of a goal from the measurements of a run's rounds. `undefined` if no round has its floor. */
export function figureOf(goal: Goal, rounds: readonly CaseMeasurement[]): Figure | undefined {
  const compared = rounds.flatMap((round) => {
    const floor = floorOf(goal, round)
    return floor ? [{ round, floor }] : []
  })
  if (compared.length === 0) return undefined
  const peer = peerOf(rounds)
  const busy = median(rounds.map(({ utilisation }) => utilisation))
  return {
    goal,
    ...(busy < minimumBusyShare && { note: `busy ${Math.round(busy * 100)} % of the time` }),
    ratio: spreadOf(compared.map(({ round, floor }) => round.perSecond / floor.perSecond)),
    byCpu: spreadOf(compared.map(({ round, floor }) => floor.cpu / round.cpu)),
    ...middleRate(rounds),
    floor: middleRate(compared.map(({ floor }) => floor)),
    ...(peer && { peer }),
  }
}

export const middleRate = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  cpu: median(rates.map(({ cpu }) => cpu)),
})

function peerOf(rounds: readonly Pick<CaseMeasurement, 'peer'>[]): PeerRate | undefined {
  const peers = rounds.flatMap(({ peer }) => (peer ? [peer] : []))
  const [first] = peers
  if (first === undefined) return undefined
  const floors = peers.flatMap(({ floor }) => (floor ? [floor] : []))
  return { name: first.name, ...middleRate(peers), ...(floors.length > 0 && { floor: middleRate(floors) }) }
}

const issuance: readonly CaseId[] = ['pid-par-cold', 'pid-token', 'pid-credential']

/**
 * Returns one measurement for each round: the three requests of an issuance, added up to one operation. Omits rounds that
 * lack one of them.
 */
export function issuanceRounds(measured: readonly CaseMeasurement[]): CaseMeasurement[] {
  const byRound = Map.groupBy(measured, ({ round }) => round)
  return [...byRound.values()].flatMap((all) => {
    const parts = issuance.map((id) => all.find((one) => one.case === id)).filter((one) => one !== undefined)
    const rate = sumOf(parts)
    const crypto = sumOf(parts.flatMap(({ floors }) => (floors.crypto ? [floors.crypto] : [])))
    const [first] = parts
    if (parts.length < issuance.length || !rate || !crypto || !first) return []
    const { round, operations, utilisation, rss } = first
    return [{ case: 'issuance-sum' as const, round, operations, utilisation, rss, ...rate, floors: { crypto } }]
  })
}

/** Returns the figures of one run, in the order of the goals. */
export function figuresOf(measured: readonly CaseMeasurement[]): Figure[] {
  const all = Map.groupBy([...measured, ...issuanceRounds(measured)], (one) => one.case)
  return goals.flatMap((goal) => {
    const figure = figureOf(goal, all.get(goal.case) ?? [])
    return figure ? [figure] : []
  })
}
