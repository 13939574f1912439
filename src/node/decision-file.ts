/**
 * Decisions that outlive the process: one JSON object a line, in a file of its owner's that is turned over when it is
 * full. `fiducia explain` reads it. What is in a decision is redacted by construction (GEN-24).
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DecisionRecord, type DecisionSink, isAdministrative } from '../base/index.ts'

export interface DecisionFileOptions {
  /** Of one file; then the next begins. */
  readonly maximumBytes?: number
  /** Files beside the one that is written: `decisions.jsonl.1` is the latest of them. */
  readonly kept?: number
  /** Share of accepted decisions that is written; all of them when not said. Others always are, and what administrators change. */
  readonly sampling?: number
}

export interface DecisionFile extends DecisionSink {
  /** Writes what is left. */
  close(): void
}

/** Opens the file, or makes it. Throws when that cannot be done; a disk that is full later loses lines and nothing else. */
export function createDecisionFile(path: string, options: DecisionFileOptions = {}): DecisionFile {
  const { maximumBytes = 16_777_216, kept = 4, sampling = 1 } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size
  let lines: string[] = []
  let due = 0

  function turnOver(): void {
    closeSync(file)
    rmSync(decisionFileName(path, kept), { force: true })
    for (let index = kept - 1; index >= 0; index -= 1)
      try {
        renameSync(decisionFileName(path, index), decisionFileName(path, index + 1))
      } catch {
        // There are not so many yet.
      }
    file = openSync(path, 'a', 0o600)
    size = 0
  }
  function flush(): void {
    const text = Buffer.from(lines.join(''))
    lines = []
    if (text.length === 0) return
    try {
      if (size > 0 && size + text.length > maximumBytes) turnOver()
      size += writeSync(file, text)
    } catch {
      // A decision stands whether or not it could be written down.
    }
  }
  return {
    record: (decision) => {
      if (!worthKeeping(decision)) return
      if (decision.outcome === 'accepted' && !isAdministrative(decision)) {
        due += sampling
        if (due < 1) return
        due -= 1
      }
      if (lines.length === 0) setImmediate(flush)
      lines.push(`${JSON.stringify(decision)}\n`)
    },
    close: () => {
      flush()
      closeSync(file)
    },
  }
}

/** An accepted envelope is no news: each request has one. */
const worthKeeping = ({ outcome, surface }: DecisionRecord): boolean =>
  outcome !== 'accepted' || !surface.endsWith(' envelope')

/** The file that is written, or the one that was full so many turns ago. */
export const decisionFileName = (path: string, index: number): string => (index === 0 ? path : `${path}.${index}`)
