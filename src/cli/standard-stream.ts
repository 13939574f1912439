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
