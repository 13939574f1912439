/**
 * The sink of the tests: keeps every decision, and adds it to the observations that `npm run requirements` joins with
 * the catalogue.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DecisionRecord, DecisionSink } from '../../src/base/index.ts'

const directory = process.env.REQUIREMENT_OBSERVATIONS
if (directory) mkdirSync(directory, { recursive: true })
const file = directory && join(directory, `${process.pid}.jsonl`)

export interface RecordingSink extends DecisionSink {
  readonly decisions: DecisionRecord[]
  /** The decision that refused last. */
  lastRefusal(): DecisionRecord | undefined
}

export function recordingSink(): RecordingSink {
  const decisions: DecisionRecord[] = []
  return {
    decisions,
    lastRefusal: () => decisions.findLast(({ outcome }) => outcome === 'refused'),
    record: (decision) => {
      decisions.push(decision)
      observe({ kind: 'decision', surface: decision.surface, outcome: decision.outcome, checks: decision.checks })
    },
  }
}

/** States that an output of the catalogue was seen on the wire, by a test that has just asserted it. */
export const observeOutput = (requirement: string): void => observe({ kind: 'output', requirement })

const observed = new Set<string>()

/** Once is enough: thousands of tests walk the same way. */
function observe(observation: object): void {
  if (!file) return
  const line = JSON.stringify(observation)
  if (observed.has(line)) return
  observed.add(line)
  appendFileSync(file, `${line}\n`)
}
