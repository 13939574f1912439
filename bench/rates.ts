/** Rates, the results of measurements, and how they are combined. */
import type { Usage } from './usage.ts'

/** Operations per second, and the processor time of one operation. */
export interface Rate {
  readonly perSecond: number
  /** Microseconds. */
  readonly cpu: number
}

/** Report of a loop in a child process. */
export interface Loop extends Usage {
  readonly operations: number
}

export const rateOf = ({ operations, seconds, cpu }: Pick<Loop, 'operations' | 'seconds' | 'cpu'>): Rate => ({
  perSecond: operations / seconds,
  cpu: cpu / operations,
})

/** Returns the rate of a mix with equally many operations of each. */
export const mixedRate = (rates: readonly Rate[]): Rate => ({
  perSecond: rates.length / rates.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0),
  cpu: rates.reduce((sum, { cpu }) => sum + cpu, 0) / rates.length,
})

/** Returns the rate of operations that run one after the other: their times add up. `undefined` for an empty list. */
export function sumOf(rates: readonly Rate[]): Rate | undefined {
  if (rates.length === 0) return undefined
  const seconds = rates.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0)
  return { perSecond: 1 / seconds, cpu: rates.reduce((sum, { cpu }) => sum + cpu, 0) }
}

/** Adds up several turns of one loop. Utilisation and memory are those of the last turn. */
export function addTurns(loops: readonly Loop[]): Loop {
  const sum = (of: (loop: Loop) => number): number => loops.reduce((so, loop) => so + of(loop), 0)
  const { utilisation = 1, rss = 0 } = loops.at(-1) ?? {}
  return {
    operations: sum((one) => one.operations),
    cpu: sum((one) => one.cpu),
    seconds: sum((one) => one.seconds),
    utilisation,
    rss,
  }
}
