/**
 * Faults as they happen in life, and how well what is said of one helps whoever reads it: the reason, the evidence and the
 * remedy stand in the first three lines.
 */
import assert from 'node:assert/strict'
import type { DecisionRecord } from '../../../src/base/index.ts'
import { renderDecision } from '../../../src/sandbox/render-decision.ts'

/** What a planted fault brought about: what its author reads, and the decision where there was one. */
export interface Told {
  /** What a program receives. */
  readonly answer?: Response
  /** What a command prints, or a service at its start. */
  readonly cli?: string
  /** What `fiducia explain` shows of. */
  readonly decision?: DecisionRecord | undefined
}

export interface PlantedFault {
  readonly title: string
  /** Makes something valid, breaks one thing of it, and sends it. */
  plant(): Promise<Told>
  readonly reason: RegExp
  /** Of values that were compared, both; or what the place names. */
  readonly evidence: readonly RegExp[]
  readonly remedy: RegExp
}

/** What one reader sees first. */
interface View {
  readonly reader: 'answer' | 'cli' | 'explain'
  readonly lines: readonly string[]
}

interface Score {
  readonly fault: PlantedFault
  /** What is missing, by reader; empty for full marks. */
  readonly missing: readonly string[]
  readonly views: readonly View[]
}

const seenFirst = 3
const marker = /what to change: /i

/** Plants the fault and looks for the reason, the evidence and the remedy in the first three lines of each reader. */
export async function scoreFault(fault: PlantedFault): Promise<Score> {
  const views = await viewsOf(await fault.plant())
  assert.ok(views.length > 0, `${fault.title}: nobody was told`)
  return { fault, views, missing: views.flatMap((view) => missingIn(view, fault)) }
}

function missingIn({ reader, lines }: View, { reason, evidence, remedy }: PlantedFault): readonly string[] {
  const text = lines.join('\n')
  const [before = '', after] = text.split(marker)
  // A command may say all in one sentence.
  const held = { reason: reason.test(before), remedy: remedy.test(after ?? (reader === 'cli' ? before : '')) }
  const shown = evidence.map((one) => [`evidence ${one}`, one.test(before)] as const)
  return [...Object.entries(held), ...shown].flatMap(([what, holds]) => (holds ? [] : [`${reader}: ${what}`]))
}

async function viewsOf({ answer, cli, decision }: Told): Promise<readonly View[]> {
  const views: View[] = []
  if (answer !== undefined) views.push({ reader: 'answer', lines: await linesOfAnswer(answer) })
  if (cli !== undefined) views.push({ reader: 'cli', lines: firstOf(cli.split('\n')) })
  if (decision !== undefined) views.push({ reader: 'explain', lines: firstOf(renderDecision(decision).split('\n')) })
  return views
}

const firstOf = (lines: readonly string[]): readonly string[] => lines.slice(0, seenFirst)

/** A member of a JSON answer is a line. */
async function linesOfAnswer(answer: Response): Promise<readonly string[]> {
  const text = await answer.text()
  assert.ok(answer.status >= 400, `accepted: ${answer.status} ${text}`)
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>)
  return firstOf(members.map(([name, value]) => `${name}: ${value}`))
}
