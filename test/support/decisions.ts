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
  /** Returns the last decision that refused. */
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

/** Records that a test has asserted an output of the catalogue on the wire. */
export const observeOutput = (requirement: string): void => observe({ kind: 'output', requirement })

const observed = new Set<string>()

/** Writes each observation once, because thousands of tests make the same ones. */
function observe(observation: object): void {
  if (!file) return
  const line = JSON.stringify(observation)
  if (observed.has(line)) return
  observed.add(line)
  appendFileSync(file, `${line}\n`)
}
