/**
 * Sinks for decisions. One keeps recent decisions in memory, by trace and in order, and counts checks per rule. Another
 * combines several sinks, whose errors never affect the decision.
 */
import type { DecisionRecord, DecisionSink } from '../base/index.ts'

/** Number of checks of one rule, by result. */
export interface RuleCount {
  readonly requirement: string
  readonly passed: number
  readonly refused: number
}

/** Recent decisions, and counters of all decisions. */
export interface DecisionLog extends DecisionSink {
  /** Returns the decision with this trace. Returns `undefined` if the log does not have it, or no longer. */
  find(trace: string): DecisionRecord | undefined
  /**
   * Returns the last refusal outside polling and normal flows. Without such a refusal, returns the last refusal of any
   * kind. Without any refusal, returns the last decision.
   */
  last(): DecisionRecord | undefined
  /** Returns at most `count` recent decisions, newest first, of those for which `isChosen` returns true. */
  latest(count: number, isChosen?: (decision: DecisionRecord) => boolean): readonly DecisionRecord[]
  /** Returns counters by requirement since the log was created. */
  counts(): readonly RuleCount[]
}

/**
 * Returns false for accepted checks of the HTTP envelope, status lists and lists of decisions. There are so many that
 * they would hide refusals. Logs and files of decisions leave them out.
 */
export const isNews = ({ outcome, surface }: DecisionRecord): boolean =>
  outcome !== 'accepted' || !/(?: envelope|\/statuslists|\/admin\/decisions)$/.test(surface)

/** Surfaces that programs poll, as the roles pass them to `decide`. A user's revocation has one of them. */
const polledSurfaces =
  /^(?:relying-party\/session-state|trust-anchor\/(?:fetch|list|resolve)|.*\/(?:statuslists|wallet-instances\/:id\/status))/

/** Codes of refusals that are part of every flow, or that do not concern the content of the request. */
const routineCodes: readonly string[] = ['dpop_nonce_missing', 'rate_exceeded', 'overloaded']

/** Returns true for a refusal of polling or of a normal flow. */
const isUsual = ({ surface, checks }: DecisionRecord): boolean =>
  polledSurfaces.test(surface) || routineCodes.includes(checks.at(-1)?.code ?? '')

/** Returns true for a refused or failed decision. */
export const isNotAccepted = ({ outcome }: DecisionRecord): boolean => outcome !== 'accepted'

/**
 * Returns the interest of a decision: 0 for an acceptance, 1 for a refusal or failure of polling or of a normal flow, 2
 * for any other refusal or failure.
 */
export const interestOf = (decision: DecisionRecord): 0 | 1 | 2 =>
  !isNotAccepted(decision) ? 0 : isUsual(decision) ? 1 : 2

/** Returns the last decision with the highest interest. `decisions` are in order of time. */
const lastOfInterest = (decisions: Iterable<DecisionRecord>): DecisionRecord | undefined => {
  let last: DecisionRecord | undefined
  for (const decision of decisions) if (last === undefined || interestOf(decision) >= interestOf(last)) last = decision
  return last
}

/**
 * Creates a log of the last decisions that `isNews` accepts, at most `capacity`. `capacity` defaults to 2000. Counts
 * the checks of all decisions.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createDecide } from 'fiducia/base'
 * import { createDecisionLog, createNodeRandom, createSystemClock } from 'fiducia/node'
 *
 * const log = createDecisionLog(100)
 * const decide = createDecide({ clock: createSystemClock(), random: createNodeRandom(), decisions: log })
 * const answer = { status: 400, error: 'invalid_request', text: 'No name.' }
 * const refuse = () => decide.now('greeter', (decision) => decision.that('GEN-01', answer, false))
 * assert.throws(refuse)
 * assert.equal(log.last()?.outcome, 'refused')
 * ```
 */
export function createDecisionLog(capacity = 2000): DecisionLog {
  const kept = new Map<string, DecisionRecord>()
  const counters = new Map<string, { passed: number; refused: number }>()
  return {
    record: (decision) => {
      for (const { requirement, passed } of decision.checks) {
        let counter = counters.get(requirement)
        if (counter === undefined) {
          counter = { passed: 0, refused: 0 }
          counters.set(requirement, counter)
        }
        if (passed) counter.passed += 1
        else counter.refused += 1
      }
      if (!isNews(decision)) return
      kept.set(decision.trace, decision)
      if (kept.size > capacity) forgetOldest(kept, Math.ceil(capacity / 64))
    },
    find: (trace) => kept.get(trace),
    last: () => lastOfInterest(kept.values()),
    latest: (count, isChosen = () => true) =>
      count > 0 ? [...kept.values()].filter(isChosen).slice(-count).reverse() : [],
    counts: () =>
      [...counters]
        .map(([requirement, counter]) => ({ requirement, ...counter }))
        .sort((a, b) => (a.requirement < b.requirement ? -1 : 1)),
  }
}

/**
 * Deletes the oldest entries. The caller deletes several at once, because finding the first entry of a map takes longer
 * the more entries were deleted.
 */
function forgetOldest(kept: Map<string, unknown>, count: number): void {
  let left = count
  for (const key of kept.keys()) {
    if (left === 0) return
    kept.delete(key)
    left -= 1
  }
}

/** Combines the `record` of several sinks, but not their `measure`. A sink that throws only loses its own record. */
export function combineSinks(...sinks: readonly DecisionSink[]): DecisionSink {
  return {
    record: (decision) => {
      for (const sink of sinks)
        try {
          sink.record(decision)
        } catch {
          // A decision is valid even if it cannot be recorded.
        }
    },
  }
}
