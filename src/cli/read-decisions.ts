/**
 * Decisions from where they are kept: the console of the running sandbox, or a log of JSON lines.
 */
import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { type DecisionRecord, type Fetch, failed, fetchText, joinUrl, parseJsonObject } from '../base/index.ts'
import { decisionFileName } from '../node/index.ts'
import { UserError } from './user-error.ts'

const record = z.object({
  trace: z.string(),
  surface: z.string(),
  at: z.number().min(0).max(8.64e12),
  outcome: z.enum(['accepted', 'refused', 'failed']),
  checks: z.array(
    z.object({ requirement: z.string(), passed: z.boolean(), code: z.string().optional(), at: z.string().optional() }),
  ),
  evidence: z.record(z.string(), z.string()),
})

function parseDecision(text: string): DecisionRecord | undefined {
  const json = parseJsonObject(text, 'decision')
  if (failed(json)) return undefined
  const parsed = record.safeParse(json.decision ?? json)
  return parsed.success ? (parsed.data as DecisionRecord) : undefined
}

/** Which one: by its trace, or the last. */
export type Wanted = { readonly trace: string } | 'last'

export async function readDecisionFromConsole(fetch: Fetch, console: string, wanted: Wanted): Promise<DecisionRecord> {
  const path = wanted === 'last' ? '/decisions/last' : `/decisions/${encodeURIComponent(wanted.trace)}`
  const text = await fetchText(fetch, new Request(joinUrl(console, path)), 'application/json', 'decision')
  if (failed(text) && text.code === 'unreachable')
    throw new UserError(
      `The sandbox does not answer at ${console}: start it with "npx fiducia", or name a log with --log.`,
    )
  const decision = failed(text) ? undefined : parseDecision(text)
  if (decision === undefined) throw notKept(wanted, 'the sandbox')
  return decision
}

/** The files of a log that is turned over, the one that is written first. */
export function logFiles(path: string): readonly string[] {
  const files = existsSync(path) ? [path] : []
  for (let index = 1; existsSync(decisionFileName(path, index)); index += 1) files.push(decisionFileName(path, index))
  return files
}

/** Looks in the file that is written, then in those that were full before it. */
export async function readDecisionFromLogs(path: string, wanted: Wanted): Promise<DecisionRecord> {
  const [first = path, ...older] = logFiles(path)
  try {
    return await readDecisionFromLog(first, wanted)
  } catch (thrown) {
    for (const file of older) {
      const found = await readDecisionFromLog(file, wanted).catch(() => undefined)
      if (found) return found
    }
    throw thrown
  }
}

/** Reads a log line by line; lines that are no decision are passed over. The last that fits is the answer. */
export async function readDecisionFromLog(path: string, wanted: Wanted): Promise<DecisionRecord> {
  let found: DecisionRecord | undefined
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      const decision = line.includes('"checks"') ? parseDecision(line) : undefined
      if (decision && (wanted === 'last' || decision.trace === wanted.trace)) found = decision
    }
  } catch (thrown) {
    throw new UserError(`The log ${path} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
  if (found === undefined) throw notKept(wanted, path)
  return found
}

const notKept = (wanted: Wanted, where: string): UserError =>
  new UserError(
    wanted === 'last' ? `There is no decision in ${where} yet.` : `No decision with this trace is kept in ${where}.`,
  )
