/**
 * Sinks for decisions: the last ones in memory, by trace and in order, with a counter per rule; and several sinks as
 * one. What a sink throws never reaches the decision.
 */
import type { DecisionRecord, DecisionSink } from '../base/index.ts'

/** How often one rule was asked, and how it came out. */
export interface RuleCount {
  readonly requirement: string
  readonly passed: number
  readonly refused: number
}

/** The decisions that are remembered, and counts of all there were. */
export interface DecisionLog extends DecisionSink {
  find(trace: string): DecisionRecord | undefined
  /** The last decision that is news. */
  last(): DecisionRecord | undefined
  /** Newest first. */
  latest(count: number): readonly DecisionRecord[]
  /** Since the process began, by requirement. */
  counts(): readonly RuleCount[]
}

/** What each request has, and what parties ask for by themselves every few seconds: it would hide a refusal. */
export const isNews = ({ outcome, surface }: DecisionRecord): boolean =>
  outcome !== 'accepted' || !(surface.endsWith(' envelope') || surface.endsWith('/statuslists'))

/** Keeps the `capacity` last decisions that are news; the others are counted. */
export function createDecisionLog(capacity = 2000): DecisionLog {
  const kept = new Map<string, DecisionRecord>()
  const counters = new Map<string, { passed: number; refused: number }>()
  const latest = (count: number): readonly DecisionRecord[] => [...kept.values()].slice(-count).reverse()
  return {
    record: (decision) => {
      for (const { requirement, passed } of decision.checks) {
        const counter = counters.get(requirement) ?? { passed: 0, refused: 0 }
        counter[passed ? 'passed' : 'refused'] += 1
        counters.set(requirement, counter)
      }
      if (!isNews(decision)) return
      kept.set(decision.trace, decision)
      if (kept.size > capacity) kept.delete(kept.keys().next().value as string)
    },
    find: (trace) => kept.get(trace),
    last: () => latest(1)[0],
    latest: (count) => (count > 0 ? latest(count) : []),
    counts: () =>
      [...counters]
        .map(([requirement, counter]) => ({ requirement, ...counter }))
        .sort((a, b) => (a.requirement < b.requirement ? -1 : 1)),
  }
}

/** One sink that feeds several. A sink that throws loses its record and disturbs nobody. */
export function combineSinks(...sinks: readonly DecisionSink[]): DecisionSink {
  return {
    record: (decision) => {
      for (const sink of sinks)
        try {
          sink.record(decision)
        } catch {
          // A decision stands whether or not it could be written down.
        }
    },
  }
}
