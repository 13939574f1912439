/**
 * What a program says on a standard stream. What the stream does not take is lost and nothing else is: a disk that is
 * full, or a reader that has gone, ends no service (GEN-27). A file is written again as soon as there is space.
 */
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

export function writerTo(stream: NodeJS.WriteStream & { readonly fd: number }): (text: string) => void {
  const { fd } = stream
  stream.on('error', () => undefined)
  if (stream instanceof Socket) return (text) => void stream.write(text)
  // Node's own stream for files takes nothing any more after its first error.
  return (text) => {
    try {
      writeSync(fd, text)
    } catch {
      // Lost.
    }
  }
}

/** Bytes that wait for a reader of a log, in this process. */
const longestWait = 4_194_304
/** For a reader to take what waits, when the service has ended. */
const lastMilliseconds = 2000

export interface LogStream {
  write(line: string): void
  /** The program has come to its end: a reader that stands still does not hold it up. */
  end(exit: () => void): void
}

/**
 * The log of a service, which has a reader for months: of one that stands still (a collector that hangs) so much is kept for
 * it, and what comes after is lost.
 */
export function logTo(stream: NodeJS.WriteStream & { readonly fd: number }): LogStream {
  const write = writerTo(stream)
  let used = false
  return {
    write: (line) => {
      used = true
      if (!(stream.writableLength > longestWait)) write(line)
    },
    end: (exit) => {
      if (used && stream.writableLength > 0) setTimeout(exit, lastMilliseconds).unref()
    },
  }
}
