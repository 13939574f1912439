/** How often in a second, and for how much of the processor: what every measurement comes down to. */
import type { Usage } from './usage.ts'

/** Operations in a second, and the processor's time for one. */
export interface Rate {
  readonly perSecond: number
  /** Microseconds. */
  readonly cpu: number
}

/** What a loop in a child reports. */
export interface Loop extends Usage {
  readonly operations: number
}

export const rateOf = ({ operations, seconds, cpu }: Pick<Loop, 'operations' | 'seconds' | 'cpu'>): Rate => ({
  perSecond: operations / seconds,
  cpu: cpu / operations,
})

/** Of as many operations of each. */
export const mean = (rates: readonly Rate[]): Rate => ({
  perSecond: rates.length / rates.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0),
  cpu: rates.reduce((sum, { cpu }) => sum + cpu, 0) / rates.length,
})

/** One after the other: times add up. */
export function sumOf(rates: readonly Rate[]): Rate | undefined {
  if (rates.length === 0) return undefined
  const seconds = rates.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0)
  return { perSecond: 1 / seconds, cpu: rates.reduce((sum, { cpu }) => sum + cpu, 0) }
}

/** Several turns of one loop as one. */
export function total(loops: readonly Loop[]): Loop {
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
