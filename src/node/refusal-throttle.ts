/**
 * Limits the records of requests that were refused before they were handled: rate, overload, unreadable HTTP. These are
 * the cheapest answers of a service, and recording each would make a flood expensive. Metrics count all of them.
 */
import { type DecisionRecord, type DecisionSink, isFresh, type NumericDate } from '../base/index.ts'
import { isRefusedUnhandled } from '../http/index.ts'

/** Refusals that were counted instead of recorded, after a recorded one. */
export interface SuppressedRefusals {
  readonly surface: string
  readonly requirement: string
  readonly code: string
  readonly count: number
}

/** A sink in front of another one that withholds and counts repeated refusals. */
export interface RefusalThrottle extends DecisionSink {
  /** Reports the counts so far. Call it before closing the other sink. This sink stays usable. */
  close(): void
}

const windowSeconds = 60

/**
 * Wraps a sink. Records, for each surface and code, the first refusal in a minute of a request that was not admitted or
 * not readable. Counts the others. Reports the counts with the first decision after that minute, or at `close`. Records
 * all other decisions unchanged.
 */
export function createRefusalThrottle(
  sink: DecisionSink,
  report: (suppressed: SuppressedRefusals) => void,
): RefusalThrottle {
  const suppressed = new Map<string, SuppressedRefusals>()
  let beganAt: NumericDate | undefined

  const endWindow = (): void => {
    for (const refusals of suppressed.values()) if (refusals.count > 0) report(refusals)
    suppressed.clear()
    beganAt = undefined
  }
  const isFirst = ({ surface, checks, at }: DecisionRecord): boolean => {
    const { requirement = '', code = '' } = checks.at(-1) ?? {}
    const refusalKey = `${surface} ${code}`
    const known = suppressed.get(refusalKey)
    suppressed.set(refusalKey, { surface, requirement, code, count: known === undefined ? 0 : known.count + 1 })
    beganAt ??= at
    return known === undefined
  }
  return {
    record: (decision) => {
      if (beganAt !== undefined && !isFresh(beganAt, windowSeconds, decision.at)) endWindow()
      if (!isRefusedUnhandled(decision) || isFirst(decision)) sink.record(decision)
    },
    close: endWindow,
  }
}
