/**
 * Marks in every member of a message, and every place where a service could let one out: its answers, its decisions, its
 * log, the file of its decisions, its figures, and what `fiducia explain` shows.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DecisionRecord } from '../../src/base/index.ts'
import { createDecisionFile } from '../../src/node/index.ts'
import { decisionJson, renderDecision } from '../../src/sandbox/render-decision.ts'
import { decisionAdvice } from '../../src/serve/decision-advice.ts'
import { createJsonLog, createLogSink, createMetrics } from '../../src/telemetry/index.ts'
import type { RecordingSink } from './decisions.ts'
import { freshDirectory } from './fresh-directory.ts'

/** A member, however deep, with a mark in its place. */
interface Marked {
  /** Levels joined by dots. */
  readonly member: string
  readonly mark: string
  /** The whole value with the mark in it. */
  readonly value: Readonly<Record<string, unknown>>
}

let serial = 0
/** A text that stands nowhere else. */
export const nextMark = (): string => {
  serial += 1
  return `Marked${String(serial).padStart(5, '0')}Value`
}

/** Each leaf of an object replaced by a mark, one at a time. */
export function markedVariants(value: Readonly<Record<string, unknown>>): readonly Marked[] {
  return leavesOf(value).map((path) => {
    const mark = nextMark()
    const copy = structuredClone(value) as Record<string, unknown>
    const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, name) => at[name] as never, copy)
    parent[path.at(-1) as string] = mark
    return { member: path.join('.'), mark, value: copy }
  })
}

const leavesOf = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [path]

/** What was let out since it was made. */
interface Outputs {
  /** Keeps the answer when it refuses. Returns its status. */
  answered(response: Response): Promise<number>
  /** Fails where one of the texts stands in what was let out since the last call. */
  assertSilent(about: string, texts: readonly string[]): Promise<void>
}

/** The parts of a JWS are tokens or hold what was signed. */
const jwsPart = /eyJ[\w-]{20,}/

export function watchOutputs(role: string, sink: RecordingSink): Outputs {
  let seen = sink.decisions.length
  let answers: string[] = []
  return {
    answered: async (response) => {
      const body = await response.clone().text()
      if (response.status >= 400) answers.push(`${JSON.stringify([...response.headers])} ${body}`)
      return response.status
    },
    assertSilent: async (about, texts) => {
      const decisions = sink.decisions.slice(seen)
      const outputs = { answer: answers.join('\n'), ...(await writtenOf(role, decisions)) }
      seen = sink.decisions.length
      answers = []
      for (const [output, written] of Object.entries(outputs)) {
        for (const text of texts) assert.ok(!written.includes(text), `${about}: ${text} in ${output}: ${written}`)
        assert.doesNotMatch(written, jwsPart, `${about}: in ${output}`)
      }
    },
  }
}

/** What is written of decisions, wherever it is written. */
async function writtenOf(
  role: string,
  decisions: readonly DecisionRecord[],
): Promise<Readonly<Record<string, string>>> {
  const log: string[] = []
  const metrics = createMetrics(role)
  const path = join(freshDirectory(), 'decisions.jsonl')
  const file = createDecisionFile(path)
  const logged = createLogSink(createJsonLog(role, { write: (line) => void log.push(line) }), 1, decisionAdvice)
  for (const decision of decisions) {
    logged.record(decision)
    file.record(decision)
    metrics.decision(decision)
  }
  file.close()
  return {
    log: log.join(''),
    file: readFileSync(path, 'utf8'),
    metrics: (await metrics.text()).text,
    explain: decisions.map((decision) => renderDecision(decision, { all: true }) + decisionJson(decision)).join(''),
  }
}
