/**
 * Writes decisions to a rotating file: one JSON object per line. Only the owner can read a new file. `fiducia explain`
 * reads the file. Decisions contain no secret and no personal data (GEN-24).
 */
import { closeSync, existsSync, fstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DecisionSink, recordsChange } from '../base/index.ts'
import { isNews } from './decision-log.ts'
import { lockFile } from './file-lock.ts'
import { makePrivateDirectory } from './private-directory.ts'
import type { SuppressedRefusals } from './refusal-throttle.ts'
import { createLineWriter } from './whole-lines.ts'

/** Size, number and sampling of decision files. */
export interface DecisionFileOptions {
  /** Size in bytes. The file is rotated before a write that would exceed it. Defaults to 16 MiB. */
  readonly maximumBytes?: number
  /** Number of rotated files that are kept. `decisions.jsonl.1` is the newest. Defaults to 4. */
  readonly kept?: number
  /**
   * Share of accepted decisions that are written, from 0 to 1. Defaults to 1. Refused and failed decisions and changes
   * of a register are always written. Accepted decisions that `isNews` excludes are never written.
   */
  readonly sampling?: number
}

/** A sink that writes decisions to a file. */
export interface DecisionFile extends DecisionSink {
  /** Writes a line `{"suppressed":…}`, which readers of decisions skip. */
  recordSuppressed(refusals: SuppressedRefusals): void
  /** Writes pending decisions and closes the file. Ignores decisions that are recorded afterwards. */
  close(): void
}

/**
 * Opens or creates the file, and creates missing directories with mode 0700. Throws the system's error if that fails.
 * Writes the lines of a turn of the event loop together at its end, so a crash loses the lines of the last turn. Errors
 * after the opening, for example a full disk, lose lines but are not thrown. After a failed rotation, the same file is
 * continued. Several processes may write to one file: a lock file beside it (`.turning`) lets one of them rotate at a
 * time.
 */
export function createDecisionFile(path: string, options: DecisionFileOptions = {}): DecisionFile {
  const { maximumBytes = 16_777_216, kept = 4, sampling = 1 } = options
  const rotationLock = `${path}.turning`
  makePrivateDirectory(dirname(path))
  let file = openSync(path, 'a', 0o600)
  const writeLines = createLineWriter()
  let ended = false
  let lines: string[] = []
  /** Sum of the shares of accepted decisions. The decision that raises it to 1 is written. */
  let due = 0

  /** Switches to the current file, because another process may have rotated the open one. */
  function reopenIfRotated(): void {
    if (isAtPath(path, file)) return
    const before = file
    file = openSync(path, 'a', 0o600)
    closeSync(before)
  }
  /** Rotates the files. Does nothing if another process is rotating them: this process then continues to write. */
  function rotate(): void {
    const lock = lockFile(rotationLock)
    if (lock === undefined) return
    try {
      if (!isAtPath(path, file)) return
      // Files beyond `kept` are from a time when more were kept.
      for (let index = kept; existsSync(decisionFileName(path, index)); index += 1)
        rmSync(decisionFileName(path, index))
      for (let index = kept - 1; index >= 0; index -= 1)
        if (existsSync(decisionFileName(path, index)))
          renameSync(decisionFileName(path, index), decisionFileName(path, index + 1))
    } finally {
      lock.release()
    }
  }
  function flush(): void {
    if (ended || lines.length === 0) return
    const text = lines.join('')
    lines = []
    attempt(() => {
      reopenIfRotated()
      const { size } = fstatSync(file)
      if (size === 0 || size + Buffer.byteLength(text) <= maximumBytes) return
      rotate()
      reopenIfRotated()
    })
    attempt(() => writeLines(file, text))
  }
  function write(line: object): void {
    if (ended) return
    if (lines.length === 0) setImmediate(flush)
    lines.push(`${JSON.stringify(line)}\n`)
  }
  return {
    record: (decision) => {
      if (!isNews(decision)) return
      if (decision.outcome === 'accepted' && !recordsChange(decision)) {
        due += sampling
        if (due < 1) return
        due -= 1
      }
      write(decision)
    },
    recordSuppressed: (suppressed) => write({ suppressed }),
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

/** Returns true if the open file is still at the path: nobody has renamed, replaced or deleted it. */
function isAtPath(path: string, descriptor: number): boolean {
  const atPath = statSync(path, { bigint: true, throwIfNoEntry: false })
  const opened = fstatSync(descriptor, { bigint: true })
  return atPath?.ino === opened.ino && atPath.dev === opened.dev
}

/** Returns the name of the current file, or of the file `index` rotations ago. */
export const decisionFileName = (path: string, index: number): string => (index === 0 ? path : `${path}.${index}`)
