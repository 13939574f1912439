/** Figures of a served role under overload, from the turns of a run. */
import type { CrowdResult } from '../client/crowd.ts'
import { quantile } from '../client/open-loop.ts'
import type { Figure } from '../figures.ts'
import type { BehaviourCase } from '../goals.ts'
import { median } from '../statistics.ts'
import { behaviourFigure } from './context.ts'

export type Store = 'sqlite' | 'postgres'

/** Multiples of the saturated rate. */
export const multiples = [2, 5, 10] as const

export const servedCases = (store: Store): readonly BehaviourCase[] => [
  ...multiples.map((times) => `${store}-overload-${times}` as const),
  ...(['p99', 'recovery', 'memory', 'one-client'] as const).map((what) => `${store}-overload-${what}` as const),
]

/** One turn: an overload, and half of the saturated rate directly after it. */
export interface OverloadTurn {
  /** The overload as a multiple of the saturated rate. */
  readonly times: number
  readonly over: CrowdResult
  readonly after: CrowdResult
  /** Resident memory after the turn, as a multiple of that before the first overload. */
  readonly memory: number
}

/** Maximum milliseconds by which the load may send too late. */
const maximumLateness = 50
/** Maximum share of the arrivals that the load may leave out. */
const maximumLeftOut = 0.03
/** Share of the arrivals that are answered once the service has recovered. */
const recovered = 0.9

/** Returns the reason for which the load was not the planned one, or `undefined`. */
function faultOf({ lateness, unsent, unexpected, arrived }: CrowdResult): string | undefined {
  const leftOut = (unsent + unexpected) / arrived
  if (lateness > maximumLateness) return `the load was ${lateness.toFixed(0)} ms late`
  return leftOut > maximumLeftOut ? `the load did not send ${Math.ceil(leftOut * 100)} % of the arrivals` : undefined
}

/** Returns the registrations per second that were accepted in time, during the overload. */
const goodput = ({ over }: OverloadTurn): number => over.goodInPhase / over.seconds

interface Multiple {
  readonly times: number
  /** Turns with the planned load. All turns if they are void. */
  readonly turns: readonly OverloadTurn[]
  /** Number of all turns. */
  readonly count: number
  /** The reason for which the load was not the planned one in more than half of the turns. */
  readonly fault: string | undefined
}

function multipleOf(times: number, all: readonly OverloadTurn[]): Multiple {
  const planned = all.filter(({ over }) => faultOf(over) === undefined)
  const isVoid = planned.length * 2 < all.length
  const [fault] = isVoid ? all.flatMap(({ over }) => faultOf(over) ?? []) : []
  return { times, turns: isVoid ? all : planned, count: all.length, fault }
}

/**
 * Returns the figures of a run. `closedLoop` is the highest rate of its closed loops, in registrations per second. The
 * peak is the highest rate of accepted registrations, also in an overload. The median of the
 * turns counts, and for memory the worst turn. If more than half of the turns of a multiple had another load than the
 * planned one, its goodput is void, and the other rows omit it.
 */
export function overloadFigures(store: Store, closedLoop: number, turns: readonly OverloadTurn[]): Figure[] {
  const peak = Math.max(closedLoop, ...turns.map(goodput))
  const byMultiple = multiples.flatMap((times) => {
    const all = turns.filter((turn) => turn.times === times)
    return all.length === 0 ? [] : [multipleOf(times, all)]
  })
  const counted = byMultiple.filter(({ fault }) => fault === undefined)
  const rest = counted.length > 0 ? counted : byMultiple
  const worst = (
    what: 'p99' | 'recovery' | 'memory',
    figureOf: (turns: readonly OverloadTurn[]) => { readonly ratio: number; readonly note: string },
  ): Figure => {
    const figures = rest.map((one) => ({ ...figureOf(one.turns), times: one.times }))
    const note = figures.map((one) => `${one.times}×: ${one.note}`).join(', ')
    const fault = counted.length > 0 ? undefined : byMultiple[0]?.fault
    const ratio = Math.max(...figures.map((one) => one.ratio))
    return behaviourFigure(`${store}-overload-${what}`, [ratio], { note, ...(fault !== undefined && { fault }) })
  }
  return [
    ...byMultiple.map((one) => goodputFigure(store, one, peak)),
    worst('p99', (all) => {
      const p99 = (of: 'answered' | 'latencies') => median(all.map(({ over }) => quantile(over[of], 0.99)))
      const [answered, accepted] = [p99('answered'), p99('latencies')]
      return { ratio: answered / 500, note: `${answered.toFixed(0)} ms (accepted ${accepted.toFixed(0)} ms)` }
    }),
    worst('recovery', (all) => {
      const seconds = median(all.map(({ after }) => recoverySeconds(after)))
      return { ratio: seconds, note: `${seconds.toFixed(1)} s` }
    }),
    worst('memory', (all) => {
      const ratio = Math.max(...all.map(({ memory }) => memory))
      return { ratio, note: ratio.toFixed(2) }
    }),
  ]
}

function goodputFigure(store: Store, { times, turns, count, fault }: Multiple, peak: number): Figure {
  const middle = (value: (turn: OverloadTurn) => number): string => median(turns.map(value)).toFixed(0)
  const offered = median(turns.map(({ over }) => (over.arrived - over.unsent) / over.seconds / peak)).toFixed(1)
  const note = [
    `${middle(goodput)} of ${peak.toFixed(0)} /s`,
    `${offered} times the peak sent`,
    `${middle(({ over }) => over.refused)} refused, ${middle(({ over }) => over.closed)} closed`,
    `${middle(({ over }) => over.givenUp)} given up, ${middle(({ over }) => over.unsent)} not sent`,
    ...(fault === undefined ? [`${turns.length} of ${count} turns with the planned load`] : []),
  ].join('; ')
  const ratios = turns.map((turn) => goodput(turn) / peak)
  return behaviourFigure(`${store}-overload-${times as 2}`, ratios, { note, ...(fault !== undefined && { fault }) })
}

/** Returns the seconds, in tenths, after which the service accepts nine of ten arriving requests. */
export function recoverySeconds({ goodByTenth, arrivedByTenth }: CrowdResult): number {
  const isRecovered = (tenth: number): boolean => (goodByTenth[tenth] ?? 0) >= (arrivedByTenth[tenth] ?? 0) * recovered
  return (arrivedByTenth.findLastIndex((_, tenth) => !isRecovered(tenth)) + 1) / 10
}

/** Returns the share of the others' requests that are accepted in time while one client sends too many. */
export function oneClientFigure(
  store: Store,
  turns: readonly { readonly flood: CrowdResult; readonly others: CrowdResult }[],
): Figure {
  const sum = (value: (flood: CrowdResult) => number): number => turns.reduce((so, { flood }) => so + value(flood), 0)
  const sent = sum(({ arrived, unsent }) => arrived - unsent) / sum(({ seconds }) => seconds)
  const note = `one client sent ${sent.toFixed(0)} /s; ${sum(({ good }) => good)} accepted, ${sum(({ refused }) => refused)} refused`
  const faults = turns.flatMap(({ others }) => faultOf(others) ?? [])
  const fault = faults.length * 2 > turns.length ? faults[0] : undefined
  return behaviourFigure(
    `${store}-overload-one-client`,
    turns.map(({ others }) => others.goodInPhase / others.arrived),
    { note, ...(fault !== undefined && { fault }) },
  )
}
