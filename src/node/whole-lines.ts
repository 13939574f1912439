/** Writes lines to files on a disk that can be full. */
import { writeSync } from 'node:fs'

/** Writes bytes from a position on, and returns how many it wrote. It can write a part of them, or throw. */
type WriteBytes = (file: number, bytes: Uint8Array, from: number) => number

/**
 * Returns a function that writes lines to an open file. It throws the system's error if the file does not take all of
 * them. A full disk can take the beginning of a line: the next lines then begin on a new line, so that a reader loses
 * only the torn one. If another process also appends to the file, its first line after the torn one is lost too.
 */
export function createLineWriter(writeBytes: WriteBytes = writeSync): (file: number, lines: string) => void {
  let torn = false
  return (file, lines) => {
    const bytes = Buffer.from(torn ? `\n${lines}` : lines)
    let written = 0
    try {
      while (written < bytes.length) written += writeBytes(file, bytes, written)
    } finally {
      if (written > 0) torn = written < bytes.length
    }
  }
}
