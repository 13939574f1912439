/** Reads decisions from a log of JSON lines and its rotated files, also while a service writes and rotates them. */
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type DecisionRecord, describeReadFault, failed, parseJsonObject } from '../base/index.ts'
import { decisionFileName, interestOf, isNotAccepted, parseDecision } from '../node/index.ts'
import { type DecisionSelector, type DecisionSource, decisionMissing } from './read-decisions.ts'
import { UserError } from './user-error.ts'

/** Maximum number of decisions from which `list` selects. */
const maximumListed = 200

/**
 * Creates a source for a log and its rotated files. `list` selects from the last 200 decisions. `readNew` must not be
 * called again before it has settled. The methods reject with a UserError if a file cannot be read, or if there is no
 * file. After a successful call, `readNew` does not reject without a file, because a rotation may be under way.
 */
export function logSource(path: string): DecisionSource {
  /** Number of bytes that `readNew` has read of each file. */
  let positions: ReadonlyMap<string, number> | undefined
  return {
    find: (selector) => withLogs(path, (logs) => findIn(path, logs, selector)),
    list: (refused) =>
      withLogs(path, async (logs) => {
        const listed: DecisionRecord[] = []
        for (const log of logs.toReversed())
          await readLog(log, (decision) => {
            listed.push(decision)
            if (listed.length > maximumListed) listed.shift()
          })
        return refused ? listed.filter(isNotAccepted) : listed
      }),
    readNew: (refused) => {
      const isFirstCall = positions === undefined
      return withLogs(
        path,
        async (logs) => {
          const added: DecisionRecord[] = []
          const newPositions = new Map<string, number>()
          for (const log of logs.toReversed()) {
            if (log.isCompressed) continue // it does not grow
            const position = isFirstCall && log !== logs[0] ? log.size : (positions?.get(log.id) ?? 0)
            const start = position <= log.size ? position : 0
            newPositions.set(log.id, start + (await readLog(log, (decision) => added.push(decision), start)))
          }
          positions = newPositions
          return isFirstCall ? [] : added.filter((decision) => !refused || isNotAccepted(decision))
        },
        !isFirstCall,
      )
    },
  }
}

/** Returns true if there is a log, or its latest rotated file. */
export const hasLog = (path: string): boolean => [0, 1].some((index) => existsSync(decisionFileName(path, index)))

interface OpenedLog {
  readonly path: string
  /** Identity of the file, which a rotation does not change. */
  readonly id: string
  readonly handle: FileHandle
  readonly size: number
  /** True for a file in the gzip format, as programs that rotate logs write it. */
  readonly isCompressed: boolean
}

/**
 * Opens the log and its rotated files, newest first, and closes them when `run` has settled. Rejects with a UserError
 * if there is no file, unless `mayBeMissing` is true.
 */
async function withLogs<T>(
  path: string,
  run: (logs: readonly OpenedLog[]) => Promise<T>,
  mayBeMissing = false,
): Promise<T> {
  const logs: OpenedLog[] = []
  try {
    // A rotation during the loop may rename a file that is open already, and leave one index without a file.
    for (let index = 0, missing = 0; missing < 2; index += 1) {
      const log = await openLog(decisionFileName(path, index))
      if (log === undefined) missing += 1
      else if (logs.every(({ id }) => id !== log.id)) logs.push(log)
      else await log.handle.close()
    }
    if (logs.length === 0 && !mayBeMissing) throw unreadable(path, { code: 'ENOENT' })
    return await run(logs)
  } finally {
    await Promise.all(logs.map(({ handle }) => handle.close()))
  }
}

/** The first bytes of a file in the gzip format (RFC 1952 §2.3.1). */
const gzipMagic = Buffer.from([0x1f, 0x8b])

/** Returns `undefined` if there is no file. */
async function openLog(path: string): Promise<OpenedLog | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const { dev, ino, size } = await handle.stat({ bigint: true })
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const isCompressed = bytesRead === 2 && buffer.equals(gzipMagic)
    return { path, handle, id: `${dev} ${ino}`, size: Number(size), isCompressed }
  } catch (thrown) {
    await handle?.close()
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unreadable(path, thrown)
  }
}

const unreadable = (path: string, thrown: unknown): UserError =>
  new UserError(`The log ${path} cannot be read ${describeReadFault(thrown)}.`)

/**
 * Searches the newest file first. For `last`, returns the latest decision with the highest `interestOf` in the newest
 * file that contains a decision.
 */
async function findIn(path: string, logs: readonly OpenedLog[], selector: DecisionSelector): Promise<DecisionRecord> {
  for (const log of logs) {
    let found: DecisionRecord | undefined
    await readLog(log, (decision) => {
      const isSelected =
        selector === 'last' ? !found || interestOf(decision) >= interestOf(found) : decision.trace === selector.trace
      if (isSelected) found = decision
    })
    if (found !== undefined) return found
  }
  throw decisionMissing(selector, path)
}

/**
 * Reads a log line by line from an offset in bytes. Skips lines that are not decisions. Returns the number of bytes
 * that it read. Does not count a last line that is not yet complete. Reads a compressed log always from its beginning,
 * and returns 0 for it.
 */
async function readLog(
  { path, handle, isCompressed }: OpenedLog,
  onDecision: (decision: DecisionRecord) => void,
  start = 0,
): Promise<number> {
  try {
    const file = handle.createReadStream({ start: isCompressed ? 0 : start, autoClose: false })
    // The reader of the lines handles errors of the pipeline.
    const input = isCompressed ? pipeline(file, createGunzip(), () => undefined) : file
    input.setEncoding('latin1') // a line has as many characters as bytes
    let expectedBytes = 0
    let skippedBytes = 0
    for await (const line of linesOf(input)) {
      const decision = parseLine(line)
      if (decision) onDecision(decision)
      expectedBytes += line.length + 1
      skippedBytes = decision ? 0 : line.length
    }
    const isLastLineOpen = expectedBytes > file.bytesRead
    return isCompressed ? 0 : file.bytesRead - (isLastLineOpen ? skippedBytes : 0)
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException
    if (!isCompressed || !code.startsWith('Z_')) throw unreadable(path, thrown)
    throw new UserError(`The compressed log ${path} is damaged or incomplete (${code}): copy it again.`)
  }
}

/** Yields the lines. Throws the error of the stream, for which Node's reader of lines would wait forever. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const lines = createInterface({ input })
  const fault: unknown[] = []
  input.once('error', (error) => {
    fault.push(error)
    lines.close()
  })
  yield* lines
  if (fault.length > 0) throw fault[0]
}

/** Only decisions have the member `checks`. A collector may keep the line as a JSON string. */
const decisionSign = /"checks\\?"/

/** Members in which collectors of logs keep a line: Docker and Fluentd, journald, others, Loki. */
const lineMembers = ['log', 'MESSAGE', 'message', 'line']

/**
 * Reads a line in latin1 of a decision file, or a line of a service's log, which has the decision in its member `decision`. Skips
 * what a collector of logs writes before the line, such as the name of a container or a time. Also reads the JSON
 * object in which a collector keeps the line. Returns `undefined` for a line without a decision.
 */
function parseLine(line: string): DecisionRecord | undefined {
  return decisionSign.test(line) ? parseText(Buffer.from(line, 'latin1').toString()) : undefined
}

function parseText(text: string): DecisionRecord | undefined {
  const json = parseJsonObject(text.slice(Math.max(0, text.indexOf('{'))), 'decision')
  if (failed(json)) return undefined
  const kept = lineMembers.map((name) => json[name]).find((value) => typeof value === 'string')
  return parseDecision(json.decision ?? json) ?? (typeof kept === 'string' ? parseText(kept) : undefined)
}
