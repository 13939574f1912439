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
  /** The last refusal of what a person or a wallet asked; where there is none, the last refusal, or the last decision. */
  last(): DecisionRecord | undefined
  /** Newest first; only those that are chosen. */
  latest(count: number, isChosen?: (decision: DecisionRecord) => boolean): readonly DecisionRecord[]
  /** Since the process began, by requirement. */
  counts(): readonly RuleCount[]
}

/** What each request has, and what parties ask for by themselves every few seconds: it would hide a refusal. */
export const isNews = ({ outcome, surface }: DecisionRecord): boolean =>
  outcome !== 'accepted' || !(surface.endsWith(' envelope') || surface.endsWith('/statuslists'))

/** Surfaces that programs ask by themselves, again and again. */
const polled =
  /^(?:relying-party\/session-state|trust-anchor\/(?:fetch|list|resolve)|.*\/(?:statuslists|wallet-instances\/:id\/status))/

/** Refusals that belong to every flow, or say nothing about the request. */
const usual: readonly string[] = ['dpop_nonce_missing', 'rate_exceeded', 'overloaded']

/** Whether a refusal is nobody's trouble: a program polls, or each flow has it. */
const isUsual = ({ surface, checks }: DecisionRecord): boolean =>
  polled.test(surface) || usual.includes(checks.at(-1)?.code ?? '')

/** Whether the decision did not accept. */
export const isRefusal = ({ outcome }: DecisionRecord): boolean => outcome !== 'accepted'

/** How much somebody asks about a decision: 2 for a refusal of a person or a wallet, 1 for any other, 0 for what was accepted. */
export const interestOf = (decision: DecisionRecord): 0 | 1 | 2 =>
  !isRefusal(decision) ? 0 : isUsual(decision) ? 1 : 2

/** The last of those decisions that interest most; `decisions` are in the order in which they were taken. */
const lastOfInterest = (decisions: Iterable<DecisionRecord>): DecisionRecord | undefined => {
  let found: DecisionRecord | undefined
  for (const decision of decisions)
    if (found === undefined || interestOf(decision) >= interestOf(found)) found = decision
  return found
}

/** Keeps the `capacity` last decisions that are news; the others are counted. */
export function createDecisionLog(capacity = 2000): DecisionLog {
  const kept = new Map<string, DecisionRecord>()
  const counters = new Map<string, { passed: number; refused: number }>()
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
    last: () => lastOfInterest(kept.values()),
    latest: (count, isChosen = () => true) =>
      count > 0 ? [...kept.values()].filter(isChosen).slice(-count).reverse() : [],
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
