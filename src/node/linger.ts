/**
 * How a connection ends whose peer may still be sending: closed on bytes that nobody read, it is reset, and the peer may
 * lose the answer that it has not read yet (RFC 9112 §9.6).
 */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How long a peer that still sends has time to end, and to read its answer. */
export const lingerMilliseconds = 500

/** Takes the connection from Node's parser, which makes objects of every request, and reads on all the same. */
export function dropFurther(socket: Duplex): void {
  // Not from within the parser.
  setImmediate(() => {
    socket.removeAllListeners('data')
    socket.on('data', () => undefined) // makes Node take the bytes from its parser; `resume` alone does not
  })
}

/** Reads on for a moment, of a connection that the parser has given up. */
export function lingerThenDestroy(socket: Duplex): void {
  const cut = setTimeout(() => socket.destroy(), lingerMilliseconds)
  socket.once('close', () => clearTimeout(cut))
  socket.removeAllListeners('data')
  socket.resume()
}

/** Behind its last answer, where Node would destroy it. What is still sent is no request any more. */
export function endGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    dropFurther(socket)
    lingerThenDestroy(socket)
  }
}

const ending = new WeakSet<Duplex>()

/** With an answer that says so. What comes behind its request is not taken up any more (RFC 9112 §9.6). */
export function endWithAnswer(socket: Socket): void {
  ending.add(socket)
  endGently(socket)
}

export const isEnding = (socket: Duplex): boolean => ending.has(socket)
