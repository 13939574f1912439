/**
 * Refuses requests in front of everything: no header is read and no decision is taken. Then it reads nothing more from
 * the connection for a moment, because refusals alone would otherwise use the whole process. Whatever arrives meanwhile
 * stays in the buffers of the kernel and costs nothing.
 */
import type { Socket } from 'node:net'
import { envelopeAnswers, type HttpResponse } from '../http/index.ts'

/** Refusals of a server, and the connections that are not read because of them. */
export interface Shedding {
  /** Returns true if requests of the connection may have waited in the kernel. */
  isLate(socket: Socket): boolean
  /** Counts a refusal. Returns the answer, and whether the connection ends with it. */
  refuse(socket: Socket): { readonly response: HttpResponse; readonly ends: boolean }
  /** Stops reading from the connection for a moment. Call it when the answer has been written. */
  pause(socket: Socket): void
  /** Number of refused requests since the process started. */
  refused(): number
  /** Number of connections that are not read at present. */
  paused(): number
  /** Reads from all connections again. */
  stop(): void
}

/** Refusals in a second for which all connections together are read: some hundredths of a core. */
const refusalsPerSecond = 3000
const shortestPauseMilliseconds = 20
const longestPauseMilliseconds = 2000
const tickMilliseconds = 10
/** Refusals of one connection without a pause, after which it is closed: its client does not wait for answers. */
const mostWithoutPause = 8
/** Seconds after which a client may try again. */
const retryAfterSeconds = 2

const { status, error, text, headers } = envelopeAnswers.overload(retryAfterSeconds)

/** Answer to a request that is refused unread. It has no trace, because there is no decision. */
const overloaded: HttpResponse = {
  status,
  headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({ error, error_description: `${text} (overloaded) [GEN-27]` }),
}

interface Paused {
  readonly socket: Socket
  readonly until: number
}

/** Creates the refusals of a server with so many connections. */
export function createShedding(connections: () => number): Shedding {
  /** In the order of their ends. */
  let waiting: Paused[] = []
  const inPause = new Set<Socket>()
  /** Refusals without a pause. */
  const refusals = new WeakMap<Socket, number>()
  const late = new Set<Socket>()
  let refused = 0
  let timer: NodeJS.Timeout | undefined

  const resume = (socket: Socket): void => {
    inPause.delete(socket)
    refusals.delete(socket)
    if (socket.destroyed) return
    late.add(socket)
    socket.resume()
  }
  const tick = (): void => {
    const now = performance.now()
    const still: Paused[] = []
    for (const one of waiting) {
      if (one.until <= now) resume(one.socket)
      else still.push(one)
    }
    waiting = still
    // Connections are read before this runs: what they had to say until now was late.
    if (late.size > 0) setImmediate(() => late.clear())
    timer = waiting.length > 0 ? setTimeout(tick, tickMilliseconds).unref() : undefined
  }
  return {
    isLate: (socket) => late.has(socket),
    refuse: (socket) => {
      refused += 1
      const count = (refusals.get(socket) ?? 0) + 1
      refusals.set(socket, count)
      return { response: overloaded, ends: count >= mostWithoutPause }
    },
    pause: (socket) => {
      if (socket.destroyed || inPause.has(socket)) return
      const share = (connections() / refusalsPerSecond) * 1000
      const milliseconds = Math.min(longestPauseMilliseconds, Math.max(shortestPauseMilliseconds, share))
      inPause.add(socket)
      waiting.push({ socket, until: performance.now() + milliseconds })
      socket.pause()
      timer ??= setTimeout(tick, tickMilliseconds).unref()
    },
    refused: () => refused,
    paused: () => inPause.size,
    stop: () => {
      clearTimeout(timer)
      for (const { socket } of waiting.splice(0)) resume(socket)
    },
  }
}
