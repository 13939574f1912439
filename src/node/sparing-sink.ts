/**
 * Limits the records of refusals at admission. These are the cheapest answers of a service, and recording each would
 * make a flood expensive. Metrics count all of them.
 */
import { type DecisionRecord, type DecisionSink, isFresh, type NumericDate } from '../base/index.ts'
import { isNotAdmitted } from '../http/index.ts'

/** Refusals that were counted instead of recorded, after a recorded one. */
export interface SparedRefusals {
  readonly surface: string
  readonly requirement: string
  readonly code: string
  readonly count: number
}

/** A sink in front of another one that withholds and counts repeated refusals. */
export interface SparingSink extends DecisionSink {
  /** Reports the counts so far. Call it before closing the other sink. The sink stays usable. */
  close(): void
}

const windowSeconds = 60

/**
 * Wraps a sink. Records the first refusal by rate or load of each surface and code in a minute, and counts the others.
 * Reports the counts with the first decision after that minute, or at `close`. Records everything else unchanged.
 */
export function createSparingSink(sink: DecisionSink, report: (spared: SparedRefusals) => void): SparingSink {
  const spared = new Map<string, SparedRefusals>()
  let beganAt: NumericDate | undefined

  const endWindow = (): void => {
    for (const refusals of spared.values()) if (refusals.count > 0) report(refusals)
    spared.clear()
    beganAt = undefined
  }
  const isFirst = ({ surface, checks, at }: DecisionRecord): boolean => {
    const { requirement = '', code = '' } = checks.at(-1) ?? {}
    const refusalKey = `${surface} ${code}`
    const known = spared.get(refusalKey)
    spared.set(refusalKey, { surface, requirement, code, count: known === undefined ? 0 : known.count + 1 })
    beganAt ??= at
    return known === undefined
  }
  return {
    record: (decision) => {
      if (beganAt !== undefined && !isFresh(beganAt, windowSeconds, decision.at)) endWindow()
      if (!isNotAdmitted(decision) || isFirst(decision)) sink.record(decision)
    },
    close: endWindow,
  }
}
