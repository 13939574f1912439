/**
 * Spares what is written down the refusals of requests that were not taken up: they are the cheapest answers of a
 * service, and a line for each would make its log what a flood costs. Figures count them all.
 */
import { type DecisionRecord, type DecisionSink, isFresh, type NumericDate } from '../base/index.ts'
import { isNotAdmitted } from '../http/index.ts'

/** Refusals beyond the one that was recorded. */
export interface SparedRefusals {
  readonly surface: string
  readonly requirement: string
  readonly code: string
  readonly count: number
}

/** A sink before another, which keeps back what a flood would write and counts it. */
export interface SparingSink extends DecisionSink {
  /** Tells what was counted since the last time, and goes on. To be called before what is written to is closed. */
  close(): void
}

const windowSeconds = 60

/**
 * Of the refusals by rate or load, records the first of each surface and code in a minute; how many more there were is
 * told with the first decision after that minute. Everything else is recorded as it is.
 */
export function createSparingSink(sink: DecisionSink, tell: (spared: SparedRefusals) => void): SparingSink {
  const spared = new Map<string, SparedRefusals>()
  let beganAt: NumericDate | undefined

  const endWindow = (): void => {
    for (const refusals of spared.values()) if (refusals.count > 0) tell(refusals)
    spared.clear()
    beganAt = undefined
  }
  const isFirst = ({ surface, checks, at }: DecisionRecord): boolean => {
    const { requirement = '', code = '' } = checks.at(-1) ?? {}
    const name = `${surface} ${code}`
    const known = spared.get(name)
    spared.set(name, { surface, requirement, code, count: known === undefined ? 0 : known.count + 1 })
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
