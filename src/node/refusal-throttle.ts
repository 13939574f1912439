/**
 * Limits the records of refusals. By default, of requests that were refused before they were handled: rate, overload,
 * unreadable HTTP. These are the cheapest answers of a service, and recording each would make a flood expensive. Metrics
 * count all of them.
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

/** Refusals to limit. */
export interface RefusalLimit {
  /** Returns true for a decision that is limited. Defaults to the requests that were not admitted or not readable. */
  readonly limits?: (decision: DecisionRecord) => boolean
  /** Number of recorded refusals of one surface and code in a minute. Defaults to 1. */
  readonly perMinute?: number
}

const windowSeconds = 60

/**
 * Wraps a sink. Records, for each surface and code, the first limited refusals in a minute. Counts the others. Reports
 * the counts with the first decision after that minute, or at `close`. Records all other decisions unchanged.
 */
export function createRefusalThrottle(
  sink: DecisionSink,
  report: (suppressed: SuppressedRefusals) => void,
  { limits = isRefusedUnhandled, perMinute = 1 }: RefusalLimit = {},
): RefusalThrottle {
  /** Refusals of the current minute. `count` is negative until `perMinute` of them are recorded. */
  const suppressed = new Map<string, SuppressedRefusals>()
  let beganAt: NumericDate | undefined

  const endWindow = (): void => {
    for (const refusals of suppressed.values()) if (refusals.count > 0) report(refusals)
    suppressed.clear()
    beganAt = undefined
  }
  const isRecorded = ({ surface, checks, at }: DecisionRecord): boolean => {
    const { requirement = '', code = '' } = checks.at(-1) ?? {}
    const refusalKey = `${surface} ${code}`
    const count = (suppressed.get(refusalKey)?.count ?? -perMinute) + 1
    suppressed.set(refusalKey, { surface, requirement, code, count })
    beganAt ??= at
    return count <= 0
  }
  return {
    record: (decision) => {
      if (beganAt !== undefined && !isFresh(beganAt, windowSeconds, decision.at)) endWindow()
      if (!limits(decision) || isRecorded(decision)) sink.record(decision)
    },
    close: endWindow,
  }
}
