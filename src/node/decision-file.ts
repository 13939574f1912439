/**
 * Writes decisions to a rotating file: one JSON object per line, readable by its owner only. `fiducia explain` reads
 * it. Decisions contain no secret and no personal data (GEN-24).
 */
import { closeSync, existsSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DecisionSink, isAdministrative } from '../base/index.ts'
import { isNews } from './decision-log.ts'
import { makePrivateDirectory } from './private-directory.ts'

/** Size, number and sampling of decision files. */
export interface DecisionFileOptions {
  /** Maximum size of a file in bytes. Then the next file begins. */
  readonly maximumBytes?: number
  /** Number of rotated files. `decisions.jsonl.1` is the newest. */
  readonly kept?: number
  /**
   * Share of accepted decisions that is written. Defaults to all. Refusals and changes by administrators are always
   * written.
   */
  readonly sampling?: number
}

/** A sink that writes decisions to a file. */
export interface DecisionFile extends DecisionSink {
  /** Writes pending decisions. Later decisions are lost. */
  close(): void
}

/**
 * Opens or creates the file. Throws if that fails. Later errors lose lines only: a full disk, or a failed rotation,
 * after which the same file is continued. Several processes may write to one file.
 */
export function createDecisionFile(path: string, options: DecisionFileOptions = {}): DecisionFile {
  const { maximumBytes = 16_777_216, kept = 4, sampling = 1 } = options
  const turning = `${path}.turning`
  makePrivateDirectory(dirname(path))
  rmSync(turning, { force: true }) // left by a crash
  let file = openSync(path, 'a', 0o600)
  let ended = false
  let lines: string[] = []
  let due = 0

  /** Switches to the current file, because another process may have rotated the open one. */
  function follow(): void {
    if (isNamed(path, file)) return
    const before = file
    file = openSync(path, 'a', 0o600)
    closeSync(before)
  }
  /** Rotates the files. Only one process does so at a time; the others continue to write. */
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

/** Runs a step and ignores its errors, because a decision is valid even if it cannot be written. */
function attempt(step: () => unknown): void {
  try {
    step()
  } catch {
    // For example, the disk is full.
  }
}

function isNamed(path: string, open: number): boolean {
  const named = statSync(path, { bigint: true, throwIfNoEntry: false })
  const own = fstatSync(open, { bigint: true })
  return named?.ino === own.ino && named.dev === own.dev
}

/** Returns the name of the current file, or of the file `index` rotations ago. */
export const decisionFileName = (path: string, index: number): string => (index === 0 ? path : `${path}.${index}`)
