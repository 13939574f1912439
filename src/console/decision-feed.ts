/** Log of the decisions that the console shows. */
import type { DecisionRecord } from '../base/index.ts'
import { createDecisionLog, type DecisionLog } from '../node/index.ts'

/** A log of decisions that notifies listeners of each new one. */
export interface DecisionFeed extends DecisionLog {
  /** Calls the listener with each new decision. Returns a function that removes the listener. */
  watch(listener: (decision: DecisionRecord) => void): () => void
}

/** Creates a feed with a decision log of this capacity. Listeners also get decisions that the log does not keep. */
export function createDecisionFeed(capacity?: number): DecisionFeed {
  const log = createDecisionLog(capacity)
  const listeners = new Set<(decision: DecisionRecord) => void>()
  return {
    ...log,
    record: (decision) => {
      log.record(decision)
      for (const listener of listeners) listener(decision)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
