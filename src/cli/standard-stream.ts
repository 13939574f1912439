/**
 * Writes to standard streams. A full disk or a closed reader does not end a service (GEN-27): text that the stream does
 * not accept is lost. Writing to a file works again once the disk has space.
 */
import { Socket } from 'node:net'
import { createLineWriter } from '../node/whole-lines.ts'

interface StandardWriter {
  write(text: string): void
  /** Writes a text that may be lost, such as a line of a log. An error is not a fault. */
  writeOptional(text: string): void
  /** Returns the code of the first error of a file, such as `ENOSPC`. A closed reader of a pipe is not an error. */
  fault(): string | undefined
}

/**
 * Creates the writer of a standard stream. Create only one for a stream, because the writer knows whether the last line
 * of a file is torn.
 */
export function writerTo(stream: NodeJS.WriteStream & { readonly fd: number }): StandardWriter {
  const { fd } = stream
  stream.on('error', () => undefined)
  if (stream instanceof Socket) {
    const write = (text: string): void => void stream.write(text)
    return { write, writeOptional: write, fault: () => undefined }
  }
  // Node's stream for files accepts nothing after its first error.
  const writeLines = createLineWriter()
  let firstFault: string | undefined
  const faultOfWriting = (text: string): string | undefined => {
    try {
      writeLines(fd, text)
    } catch (thrown) {
      return String((thrown as NodeJS.ErrnoException).code)
    }
    return undefined
  }
  return {
    write: (text) => {
      const fault = faultOfWriting(text)
      firstFault ??= fault
    },
    writeOptional: (text) => void faultOfWriting(text),
    fault: () => firstFault,
  }
}

const maximumWaitingBytes = 4_194_304
/** Maximum time for the reader to catch up after the service has ended. */
const lastMilliseconds = 2000

interface LogStream {
  write(line: string): void
  /**
   * Calls `exit` after two seconds if lines still wait for the reader, unless the process has ended by then. A reader
   * that has stopped would otherwise keep the process alive.
   */
  end(exit: () => void): void
}

/**
 * Creates the log of a service, with the writer of its stream. While more than 4 MiB wait for the reader of the log,
 * such as a log collector, new lines are lost.
 */
export function logTo(
  stream: Pick<NodeJS.WriteStream, 'writableLength'>,
  { writeOptional }: Pick<StandardWriter, 'writeOptional'>,
): LogStream {
  let used = false
  return {
    write: (line) => {
      used = true
      if (stream.writableLength <= maximumWaitingBytes) writeOptional(line)
    },
    end: (exit) => {
      if (used && stream.writableLength > 0) setTimeout(exit, lastMilliseconds).unref()
    },
  }
}
