/**
 * Unique marks in every member of a message, and every output in which a service could disclose one: its answers, its
 * decisions, its log, the file of its decisions, its metrics, and the output of `fiducia explain`.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DecisionRecord } from '../../src/base/index.ts'
import { createDecisionFile } from '../../src/node/index.ts'
import { decisionJson, renderDecision } from '../../src/sandbox/render-decision.ts'
import { decisionAdvice } from '../../src/serve/decision-advice.ts'
import { createJsonLog, createMetrics } from '../../src/telemetry/index.ts'
import type { RecordingSink } from './decisions.ts'
import { freshDirectory } from './fresh-directory.ts'

/** A member at any depth, replaced by a mark. */
interface Marked {
  /** Levels joined by dots. */
  readonly member: string
  readonly mark: string
  /** The whole value, with the mark in it. */
  readonly value: Readonly<Record<string, unknown>>
}

let serial = 0
/** Returns a text that occurs nowhere else. */
export const nextMark = (): string => {
  serial += 1
  return `Marked${String(serial).padStart(5, '0')}Value`
}

/** Returns one variant for each leaf of an object, with the leaf replaced by a mark. */
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

/** Outputs since this was created. */
interface Outputs {
  /** Keeps the answer if it is a refusal. Returns its status. */
  answered(response: Response): Promise<number>
  /** Fails if an output since the last call contains one of the texts or a part of a JWS. */
  assertSilent(about: string, texts: readonly string[]): Promise<void>
}

/** A part of a JWS, which is a token or holds the signed claims. A `kid` may contain `eyJ` further behind. */
const jwsPart = /(?<![\w-])eyJ[\w-]{20,}/

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

/** Returns all that is written about decisions, in every output. */
export async function writtenOf(
  role: string,
  decisions: readonly DecisionRecord[],
): Promise<Readonly<Record<string, string>>> {
  const log: string[] = []
  const metrics = createMetrics(role)
  const path = join(freshDirectory(), 'decisions.jsonl')
  const file = createDecisionFile(path)
  const jsonLog = createJsonLog(role, { write: (line) => void log.push(line) })
  for (const decision of decisions) {
    jsonLog.decision(decision, decisionAdvice(decision))
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
