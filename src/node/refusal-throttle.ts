/**
 * Limits how many refusals are recorded. By default, limits only refusals before a request is handled: rate, overload,
 * unreadable HTTP. These refusals cost a service very little. A record of each refusal would make a flood of refusals
 * costly.
 */
import { type DecisionRecord, type DecisionSink, isFresh, type NumericDate } from '../base/index.ts'
import { isRefusedUnhandled } from '../http/index.ts'

/** Refusals of one surface and code that were counted within a minute and not recorded. */
export interface SuppressedRefusals {
  readonly surface: string
  readonly requirement: string
  readonly code: string
  readonly count: number
}

/** A sink that passes decisions to another sink, but only counts repeated refusals. */
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
  /**
   * Number of recorded refusals in a minute. After these, only the first refusal of each surface and code is recorded.
   * Defaults to no limit.
   */
  readonly totalPerMinute?: number
}

interface RefusalTally extends SuppressedRefusals {
  count: number
  recorded: number
}

const windowSeconds = 60

/**
 * Wraps a sink. Records the first limited refusals of each surface and code in a minute, and counts the others. Reports
 * the counts at the first decision after that minute, or at `close`. Records all other decisions unchanged.
 */
export function createRefusalThrottle(
  sink: DecisionSink,
  report: (suppressed: SuppressedRefusals) => void,
  { limits = isRefusedUnhandled, perMinute = 1, totalPerMinute = Number.POSITIVE_INFINITY }: RefusalLimit = {},
): RefusalThrottle {
  /** Refusals of the current minute, by surface and code. */
  const refusals = new Map<string, RefusalTally>()
  let recordedInTotal = 0
  let beganAt: NumericDate | undefined

  const endWindow = (): void => {
    for (const { recorded: _, ...suppressed } of refusals.values()) if (suppressed.count > 0) report(suppressed)
    refusals.clear()
    recordedInTotal = 0
    beganAt = undefined
  }
  const isRecorded = ({ surface, checks, at }: DecisionRecord): boolean => {
    const { requirement = '', code = '' } = checks.at(-1) ?? {}
    const refusalKey = `${surface} ${code}`
    const tally = refusals.get(refusalKey) ?? { surface, requirement, code, count: 0, recorded: 0 }
    refusals.set(refusalKey, tally)
    beganAt ??= at
    if (tally.recorded > 0 && (tally.recorded >= perMinute || recordedInTotal >= totalPerMinute)) {
      tally.count += 1
      return false
    }
    tally.recorded += 1
    recordedInTotal += 1
    return true
  }
  return {
    record: (decision) => {
      if (beganAt !== undefined && !isFresh(beganAt, windowSeconds, decision.at)) endWindow()
      if (!limits(decision) || isRecorded(decision)) sink.record(decision)
    },
    close: endWindow,
  }
}
