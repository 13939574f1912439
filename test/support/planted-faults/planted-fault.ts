/**
 * Realistic faults, and a score of how well their reports help a reader: the reason, the evidence and the remedy must
 * be in the first three lines.
 */
import assert from 'node:assert/strict'
import type { DecisionRecord } from '../../../src/base/index.ts'
import { renderDecision } from '../../../src/sandbox/render-decision.ts'

/** Reports of a planted fault, each for one reader. */
export interface FaultReports {
  /** The answer that a program receives. */
  readonly answer?: Response
  /** The output of a command, or of a service at its start. */
  readonly cli?: string
  /** The decision that `fiducia explain` shows. */
  readonly decision?: DecisionRecord | undefined
}

export interface PlantedFault {
  readonly title: string
  /** Builds a valid message, breaks one thing in it, and sends it. */
  plant(): Promise<FaultReports>
  readonly reason: RegExp
  /** Both compared values, or the name of the place. */
  readonly evidence: readonly RegExp[]
  readonly remedy: RegExp
}

/** The first lines that one reader sees. */
interface View {
  readonly reader: 'answer' | 'cli' | 'explain'
  readonly lines: readonly string[]
}

interface Score {
  readonly fault: PlantedFault
  /** Missing parts, by reader. Empty for a full score. */
  readonly missing: readonly string[]
  readonly views: readonly View[]
}

const seenFirst = 3
const marker = /what to change: /i

/** Plants the fault and looks for the reason, the evidence and the remedy in the first three lines of each reader. */
export async function scoreFault(fault: PlantedFault): Promise<Score> {
  const views = await viewsOf(await fault.plant())
  assert.ok(views.length > 0, `${fault.title}: the fault has no report`)
  return { fault, views, missing: views.flatMap((view) => missingIn(view, fault)) }
}

function missingIn({ reader, lines }: View, { reason, evidence, remedy }: PlantedFault): readonly string[] {
  const text = lines.join('\n')
  const [before = '', after] = text.split(marker)
  // The output of a command may not separate the reason from the remedy.
  const held = { reason: reason.test(before), remedy: remedy.test(after ?? (reader === 'cli' ? before : '')) }
  const shown = evidence.map((one) => [`evidence ${one}`, one.test(before)] as const)
  return [...Object.entries(held), ...shown].flatMap(([what, holds]) => (holds ? [] : [`${reader}: ${what}`]))
}

async function viewsOf({ answer, cli, decision }: FaultReports): Promise<readonly View[]> {
  const views: View[] = []
  if (answer !== undefined) views.push({ reader: 'answer', lines: await linesOfAnswer(answer) })
  if (cli !== undefined) views.push({ reader: 'cli', lines: firstOf(cli.split('\n')) })
  if (decision !== undefined) views.push({ reader: 'explain', lines: firstOf(renderDecision(decision).split('\n')) })
  return views
}

const firstOf = (lines: readonly string[]): readonly string[] => lines.slice(0, seenFirst)

/** Returns the first members of a JSON answer, one in a line. */
async function linesOfAnswer(answer: Response): Promise<readonly string[]> {
  const text = await answer.text()
  assert.ok(answer.status >= 400, `accepted: ${answer.status} ${text}`)
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return firstOf(members.map(([name, value]) => `${name}: ${value}`))
}
