/**
 * Writes to standard streams. A full disk or a closed reader does not end a service (GEN-27): text that the stream does
 * not accept is lost. Writing to a file works again once the disk has space.
 */
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** Returns the function that writes to a standard stream. */
export function writerTo(stream: NodeJS.WriteStream & { readonly fd: number }): (text: string) => void {
  const { fd } = stream
  stream.on('error', () => undefined)
  if (stream instanceof Socket) return (text) => void stream.write(text)
  // Node's stream for files accepts nothing after its first error.
  return (text) => {
    try {
      writeSync(fd, text)
    } catch {
      // The text is lost.
    }
  }
}

const maximumWaitingBytes = 4_194_304
/** Maximum time for the reader to catch up after the service has ended. */
const lastMilliseconds = 2000

interface LogStream {
  write(line: string): void
  /**
   * Calls `exit` after two seconds if lines still wait for the reader, unless the process has ended before. A reader
   * that has stopped would otherwise keep the process alive.
   */
  end(exit: () => void): void
}

/**
 * Creates the log of a service. While more than 4 MiB wait for the reader of the log, such as a log collector, new
 * lines are lost.
 */
export function logTo(stream: NodeJS.WriteStream & { readonly fd: number }): LogStream {
  const write = writerTo(stream)
  let used = false
  return {
    write: (line) => {
      used = true
      if (!(stream.writableLength > maximumWaitingBytes)) write(line)
    },
    end: (exit) => {
      if (used && stream.writableLength > 0) setTimeout(exit, lastMilliseconds).unref()
    },
  }
}
