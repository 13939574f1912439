/** Reads decisions from the console of the running sandbox, or from a log of JSON lines. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  type DecisionRecord,
  type Fetch,
  failed,
  fetchText,
  type JsonObject,
  joinUrl,
  parseJsonObject,
} from '../base/index.ts'
import { decisionFileName, interestOf, isRefusal, parseDecision } from '../node/index.ts'
import { UserError } from './user-error.ts'

function parseLine(text: string): DecisionRecord | undefined {
  const json = parseJsonObject(text, 'decision')
  return failed(json) ? undefined : parseDecision(json.decision ?? json)
}

/**
 * A decision by its trace, or `last`: the last decision of the highest interest (`interestOf`). A log source looks for
 * `last` only in the newest file that contains a decision.
 */
export type DecisionSelector = { readonly trace: string } | 'last'

/** A source of decisions. */
export interface DecisionSource {
  /** Throws a UserError if the source does not contain the decision. */
  find(selector: DecisionSelector): Promise<DecisionRecord>
  /** Lists decisions, oldest first. `refused` selects those that were refused or failed. */
  list(refused: boolean): Promise<readonly DecisionRecord[]>
  /** Returns the URL of the decision's page in the console of a running sandbox. */
  flowUrl?(trace: string): string
}

/** Fetches a JSON object from the console. Returns `undefined` for the status 404. */
type Ask = (path: string) => Promise<JsonObject | undefined>

/**
 * Creates a source for a running sandbox's console, which keeps the last 100 000 relevant decisions and lists the last
 * 200. `token` is the administration token; a console that other machines can reach requires it. The methods reject
 * with `UserError` if the console does not answer, refuses the token, or does not answer with decisions. With the
 * status 404, `find` rejects because the decision is missing, and `list` is empty.
 */
export function consoleSource(fetch: Fetch, console: string, token?: string): DecisionSource {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const otherAnswer = (what: string): UserError =>
    new UserError(`The console at ${console} does not answer with decisions (${what}): read the output of the sandbox.`)
  const ask: Ask = async (path) => {
    const request = new Request(joinUrl(console, path), { headers })
    const text = await fetchText(fetch, request, 'application/json', 'decision', { size: maximumResponseBytes })
    if (failed(text) && text.code === 'unreachable')
      throw new UserError(
        `The sandbox does not answer at ${console}: start it with "npx fiducia", or name a log with --log.`,
      )
    const status = failed(text) ? /\.status\.(\d+)$/.exec(text.at)?.[1] : undefined
    if (status === '401' || status === '403')
      throw new UserError(`The console at ${console} refuses the administration token: use the one in sandbox.json.`)
    if (status === '404') return undefined
    const json = failed(text) ? text : parseJsonObject(text, 'decision', { size: maximumResponseBytes })
    if (failed(json)) throw otherAnswer(status === undefined ? json.code : `status ${status}`)
    return json
  }
  return {
    find: async (selector) => {
      const path = selector === 'last' ? '/decisions/last' : `/decisions/${encodeURIComponent(selector.trace)}`
      const json = await ask(path)
      if (json === undefined) throw decisionMissing(selector, 'the sandbox')
      const decision = parseDecision(json)
      if (decision === undefined) throw otherAnswer('not a decision')
      return decision
    },
    list: async (refused) => {
      const json = await ask(`/decisions${refused ? '?refused=true' : ''}`)
      if (json === undefined) return []
      if (!Array.isArray(json.decisions)) throw otherAnswer('not a list of decisions')
      return json.decisions.flatMap((one) => parseDecision(one) ?? []).reverse()
    },
    flowUrl: (trace) => joinUrl(console, `/flows/trace/${encodeURIComponent(trace)}`),
  }
}

/** Maximum size in bytes of a response with 200 decisions. */
const maximumResponseBytes = 8_388_608

/**
 * Creates a source for a log of JSON lines and its rotated files. `list` selects from the last 200 decisions. Each
 * further call of `list` reads only new lines of the current file. The caller must await each call before the next.
 * Lines that are added between a call and a rotation are not listed. The methods reject with a UserError if the log
 * cannot be read.
 */
export function logSource(path: string): DecisionSource {
  const listed: DecisionRecord[] = []
  const keep = (decision: DecisionRecord): void => {
    listed.push(decision)
    if (listed.length > maximumListed) listed.shift()
  }
  let hasReadRotated = false
  let read = 0
  return {
    find: (selector) => readDecisionFromLogs(path, selector),
    list: async (refused) => {
      const rotatedFiles = hasReadRotated ? [] : logFiles(path).slice(1).toReversed()
      hasReadRotated = true
      for (const file of rotatedFiles) await readLog(file, keep)
      const size = existsSync(path) ? statSync(path).size : 0
      if (size < read) read = 0 // the log was rotated
      read += await readLog(path, keep, read)
      return refused ? listed.filter(isRefusal) : [...listed]
    },
  }
}

/** Maximum number of decisions from which `list` selects. */
const maximumListed = 200

/** Returns the log and its rotated files, newest first. */
export function logFiles(path: string): readonly string[] {
  const files = existsSync(path) ? [path] : []
  for (let index = 1; existsSync(decisionFileName(path, index)); index += 1) files.push(decisionFileName(path, index))
  return files
}

/** Searches the current file, then the rotated files, newest first. */
async function readDecisionFromLogs(path: string, selector: DecisionSelector): Promise<DecisionRecord> {
  const [first = path, ...older] = logFiles(path)
  try {
    return await readDecisionFromLog(first, selector)
  } catch (thrown) {
    for (const file of older) {
      const decision = await readDecisionFromLog(file, selector).catch(() => undefined)
      if (decision) return decision
    }
    throw thrown
  }
}

async function readDecisionFromLog(path: string, selector: DecisionSelector): Promise<DecisionRecord> {
  let found: DecisionRecord | undefined
  await readLog(path, (decision) => {
    const isSelected =
      selector === 'last' ? !found || interestOf(decision) >= interestOf(found) : decision.trace === selector.trace
    if (isSelected) found = decision
  })
  if (found === undefined) throw decisionMissing(selector, path)
  return found
}

/**
 * Reads a log line by line from an offset in bytes. Skips lines that are not decisions. Returns the number of bytes
 * that it read. Does not count a last line that is not yet complete.
 */
async function readLog(path: string, onDecision: (decision: DecisionRecord) => void, start = 0): Promise<number> {
  try {
    // Decoded as latin1, a line has as many characters as bytes.
    const input = createReadStream(path, { encoding: 'latin1', start })
    let expectedBytes = 0
    let skippedBytes = 0
    for await (const line of createInterface({ input })) {
      const decision = line.includes('"checks"') ? parseLine(Buffer.from(line, 'latin1').toString()) : undefined
      if (decision) onDecision(decision)
      expectedBytes += line.length + 1
      skippedBytes = decision ? 0 : line.length
    }
    const isLastLineOpen = expectedBytes > input.bytesRead
    return input.bytesRead - (isLastLineOpen ? skippedBytes : 0)
  } catch (thrown) {
    throw new UserError(`The log ${path} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
}

const decisionMissing = (selector: DecisionSelector, where: string): UserError =>
  new UserError(
    selector === 'last' ? `There is no decision in ${where} yet.` : `No decision with this trace is kept in ${where}.`,
  )
