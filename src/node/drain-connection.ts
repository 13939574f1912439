/**
 * Ends a connection whose peer may still be sending. A connection that is closed with unread bytes is reset, and the
 * peer may then lose the answer (RFC 9112 §9.6).
 */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Maximum time for a peer to finish sending, or to stop sending and read its answer. */
export const drainMilliseconds = 500

/** Discards further bytes. Detaches Node's parser, which would create objects for every request. */
export function dropFurther(socket: Duplex): void {
  // Must not run inside the parser.
  setImmediate(() => {
    socket.removeAllListeners('data')
    socket.on('data', () => undefined) // makes Node read from the socket instead of the parser; `resume` alone does not
  })
}

/** Discards further bytes for a moment, then destroys the connection. */
export function drainThenDestroy(socket: Duplex): void {
  const cut = setTimeout(() => socket.destroy(), drainMilliseconds)
  socket.once('close', () => clearTimeout(cut))
  socket.removeAllListeners('data')
  socket.resume()
}

/** Makes Node end the connection after its last answer instead of destroying it. Further bytes are then discarded. */
export function endGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    dropFurther(socket)
    drainThenDestroy(socket)
  }
}

const ending = new WeakSet<Duplex>()

/**
 * Marks a connection that ends with the current answer. Further requests on the connection are ignored (RFC 9112 §9.6).
 */
export function endWithAnswer(socket: Socket): void {
  ending.add(socket)
  endGently(socket)
}

/** Returns true for a connection that ends with its current answer. */
export const isEnding = (socket: Duplex): boolean => ending.has(socket)

const ignoring = new WeakSet<Duplex>()

/**
 * Marks a connection whose current request is its last one. The request itself may still be incomplete or malformed, so
 * the connection does not end yet.
 */
export function ignoreFurther(socket: Socket): void {
  ignoring.add(socket)
  endGently(socket)
}

/** Returns true for a connection that accepts no further request. */
export const ignoresFurther = (socket: Duplex): boolean => ignoring.has(socket) || isEnding(socket)
