/**
 * Decisions that outlive the process: one JSON object a line, in a file of its owner's that is turned over when it is
 * full. `fiducia explain` reads it. What is in a decision is redacted by construction (GEN-24).
 */
import { closeSync, existsSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DecisionSink, isAdministrative } from '../base/index.ts'
import { isNews } from './decision-log.ts'
import { makePrivateDirectory } from './private-directory.ts'

/** How many decisions a file keeps, and which. */
export interface DecisionFileOptions {
  /** Of one file; then the next begins. */
  readonly maximumBytes?: number
  /** Files beside the one that is written: `decisions.jsonl.1` is the latest of them. */
  readonly kept?: number
  /** Share of accepted decisions that is written; all of them when not said. Others always are, and what administrators change. */
  readonly sampling?: number
}

/** A sink that writes decisions into a file. */
export interface DecisionFile extends DecisionSink {
  /** Writes what is left. What is recorded afterwards is lost. */
  close(): void
}

/**
 * Opens the file, or makes it. Throws when that cannot be done; a disk that is full later loses lines and nothing else,
 * and a file that cannot be turned over is written on. Several processes may write one file.
 */
export function createDecisionFile(path: string, options: DecisionFileOptions = {}): DecisionFile {
  const { maximumBytes = 16_777_216, kept = 4, sampling = 1 } = options
  const turning = `${path}.turning`
  makePrivateDirectory(dirname(path))
  rmSync(turning, { force: true }) // a crash may have left it
  let file = openSync(path, 'a', 0o600)
  let ended = false
  let lines: string[] = []
  let due = 0

  /** To the file that has the name now: another process may have turned over the one that is open. */
  function follow(): void {
    if (isNamed(path, file)) return
    const before = file
    file = openSync(path, 'a', 0o600)
    closeSync(before)
  }
  /** One process at a time: who finds another at it writes on. */
  function turnOver(): void {
    closeSync(openSync(turning, 'wx', 0o600))
    try {
      if (!isNamed(path, file)) return
      rmSync(decisionFileName(path, kept), { force: true })
      for (let index = kept - 1; index >= 0; index -= 1)
        if (existsSync(decisionFileName(path, index)))
          renameSync(decisionFileName(path, index), decisionFileName(path, index + 1))
    } finally {
      rmSync(turning, { force: true })
    }
  }
  function flush(): void {
    if (ended || lines.length === 0) return
    const text = Buffer.from(lines.join(''))
    lines = []
    attempt(() => {
      follow()
      const { size } = fstatSync(file)
      if (size === 0 || size + text.length <= maximumBytes) return
      turnOver()
      follow()
    })
    attempt(() => writeSync(file, text))
  }
  return {
    record: (decision) => {
      if (ended || !isNews(decision)) return
      if (decision.outcome === 'accepted' && !isAdministrative(decision)) {
        due += sampling
        if (due < 1) return
        due -= 1
      }
      if (lines.length === 0) setImmediate(flush)
      lines.push(`${JSON.stringify(decision)}\n`)
    },
    close: () => {
      if (ended) return
      flush()
      ended = true
      closeSync(file)
    },
  }
}

/** A decision stands whether or not it could be written down. */
function attempt(step: () => unknown): void {
  try {
    step()
  } catch {
    // A disk that is full, say.
  }
}

function isNamed(path: string, open: number): boolean {
  const named = statSync(path, { bigint: true, throwIfNoEntry: false })
  const own = fstatSync(open, { bigint: true })
  return named?.ino === own.ino && named.dev === own.dev
}

/** The file that is written, or the one that was full so many turns ago. */
export const decisionFileName = (path: string, index: number): string => (index === 0 ? path : `${path}.${index}`)
