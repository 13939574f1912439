/**
 * Refuses requests in front of everything: no header is read and no decision is taken. Then it reads nothing more from
 * the connection for a moment, because refusals alone would otherwise use the whole process. Whatever arrives meanwhile
 * stays in the buffers of the kernel and costs nothing.
 */
import type { Socket } from 'node:net'
import { createRecent } from '../base/index.ts'
import { envelopeAnswers, type HttpResponse, type NotAdmitted } from '../http/index.ts'

/** Refusals of a server, and the connections that are not read because of them. */
export interface Shedding {
  /** Returns true if requests of the connection may have waited in the kernel. */
  isLate(socket: Socket): boolean
  /** Counts a refusal. */
  refuse(socket: Socket, reason: NotAdmitted): Refused
  /** Stops reading from the connection for a moment. Call it when the answer has been written. */
  pause(socket: Socket): void
  /** Number of refused requests since the process started. */
  refused(): number
  /** Number of connections that are not read at present. */
  paused(): number
  /** Reads from all connections again. */
  stop(): void
}

/** A refusal in front of everything. */
interface Refused {
  readonly response: HttpResponse
  /** True if the connection ends with the answer. */
  readonly ends: boolean
  /** True if the connection is to be paused after the answer. */
  readonly pauses: boolean
}

/** Refusals in a second for which all connections together are read: some hundredths of a core. */
const refusalsPerSecond = 3000
const shortestPauseMilliseconds = 20
const longestPauseMilliseconds = 2000
const tickMilliseconds = 10
/** Refusals of one connection without a pause, after which it is closed: its client does not wait for answers. */
const mostWithoutPause = 8
/** Returns the answer to a request that is refused unread. It has no trace, because there is no decision. */
function answerTo({ reason, retryAfterSeconds }: NotAdmitted): HttpResponse {
  const { overload, rate } = envelopeAnswers
  const isRate = reason === 'rate'
  const { status, error, text, headers } = (isRate ? rate : overload)(retryAfterSeconds)
  const code = isRate ? 'rate_exceeded) [GEN-08]' : 'overloaded) [GEN-27]'
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ error, error_description: `${text} (${code}` }),
  }
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
  const budget = createBudget()
  const answers = keepAnswers()
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
    refuse: (socket, reason) => {
      refused += 1
      const within = budget.take()
      const count = within ? 0 : (refusals.get(socket) ?? 0) + 1
      if (!within) refusals.set(socket, count)
      const ends = count >= mostWithoutPause
      return { response: answers(reason), ends, pauses: !within && !ends }
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

/** Creates a budget of refusals after which nothing is paused. */
function createBudget(): { take(): boolean } {
  let left = refusalsPerSecond / 10
  let at = performance.now()
  return {
    take: () => {
      const now = performance.now()
      left = Math.min(refusalsPerSecond / 10, left + ((now - at) / 1000) * refusalsPerSecond)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

/** Returns answers by reason and time. There are few different ones. */
function keepAnswers(): (reason: NotAdmitted) => HttpResponse {
  const kept = createRecent<HttpResponse>(64)
  return (reason) => {
    const key = `${reason.reason}${reason.retryAfterSeconds}`
    const known = kept.get(key) ?? answerTo(reason)
    kept.set(key, known)
    return known
  }
}
