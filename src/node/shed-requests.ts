/**
 * Answers refused requests before any other work and without a decision (D-820, D-821). Beyond a budget, pauses reading
 * from the connection for a moment, because refusals alone would otherwise use all processing time. Data that arrive
 * meanwhile stay in the buffers of the kernel and cost nothing.
 */
import type { Socket } from 'node:net'
import { envelopeAnswers, type HttpResponse, type NotAdmitted } from '../http/index.ts'

/** Refusals of a server, and the connections that are not read because of them. */
export interface Shedding {
  /**
   * Returns the longest time in milliseconds for which the current request of the connection may have waited in the
   * kernel. Call it once for each request.
   */
  waited(socket: Socket): number
  /**
   * Records that a connection has waited before it was accepted. Has no effect under TLS, where the requests of a
   * connection have another socket object.
   */
  noteLate(socket: Socket): void
  /** Counts a refusal. Returns the answer, and whether the connection ends or is paused after it. */
  refuse(socket: Socket, reason: NotAdmitted): Refused
  /** Stops reading from the connection for this time. Call it when the answer has been written. */
  pause(socket: Socket, milliseconds: number): void
  /** Returns the number of calls of `refuse`. */
  refused(): number
  /** Reads from all connections again. */
  stop(): void
}

/** A refusal before any other work. */
interface Refused {
  readonly response: HttpResponse
  /** Headers of the response: names and values in turn. */
  readonly lines: string[]
  /** True if the connection ends with the answer. */
  readonly ends: boolean
  /** Milliseconds for which the connection is to be paused after the answer. `undefined` for no pause. */
  readonly pauseMilliseconds: number | undefined
}

type Reason = NotAdmitted['reason']

/**
 * Number of refusals in a second that pause no connection. For a rate limit, it is higher: the limit concerns one
 * client, and other clients of a proxy may share the connection. An overload concerns all clients.
 */
const refusalsPerSecond: Readonly<Record<Reason, number>> = { rate: 1000, overload: 100 }
/**
 * Shortest pause in milliseconds. In an overload, each refusal takes time from the accepted requests. The long pause
 * keeps the 99th percentile of their answers below 500 ms.
 */
const shortestPauseMilliseconds: Readonly<Record<Reason, number>> = { rate: 20, overload: 370 }
/**
 * Number of paused connections to resume in a second. With more connections, pauses are longer, but at most
 * `longestPauseMilliseconds`.
 */
const resumedPerSecond = 2500
const longestPauseMilliseconds = 2000
const tickMilliseconds = 10
/** Assumed wait in milliseconds of a connection that was accepted late. */
const acceptMilliseconds = 200
/** Maximum number of kept answers for each reason. */
const maximumAnswers = 64
/**
 * Limit of refusals beyond the budget for one connection. The connection is closed at the limit. The count restarts at
 * the end of each pause. A client that reaches the limit sends requests without waiting for answers.
 */
const maximumWithoutPause = 8

/**
 * Returns the answer to a request that is refused unread. It has no trace, because there is no decision. Its text has
 * code and requirement in the form of `formatRefusal`, and no remedy. `retryOverloaded` and the console read them.
 */
function answerTo({ reason, retryAfterSeconds }: NotAdmitted): HttpResponse {
  const { overload, rate } = envelopeAnswers
  const isRate = reason === 'rate'
  const { status, error, text, headers } = (isRate ? rate : overload)(retryAfterSeconds)
  const reference = isRate ? '(rate_exceeded) [GEN-08]' : '(overloaded) [GEN-27]'
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ error, error_description: `${text} ${reference}` }),
  }
}

interface PausedConnection {
  readonly socket: Socket
  readonly length: number
  readonly until: number
}

/**
 * Creates the refusals of a server. `connections` returns its open connections. `milliseconds` is a monotonic clock.
 */
export function createShedding(connections: () => number, milliseconds = (): number => performance.now()): Shedding {
  /** Paused connections, the oldest first. */
  let waiting: PausedConnection[] = []
  const inPause = new Set<Socket>()
  /** Number of refusals beyond the budget since the end of a connection's last pause. */
  const refusals = new WeakMap<Socket, number>()
  /**
   * Milliseconds for which a connection was paused. An entry is removed when the data that arrived during the pause
   * have been read.
   */
  const late = new Map<Socket, number>()
  /** Connections that waited before they were accepted, until their first request. */
  const newcomers = new WeakSet<Socket>()
  const budgets = {
    rate: createBudget(refusalsPerSecond.rate, milliseconds),
    overload: createBudget(refusalsPerSecond.overload, milliseconds),
  }
  const answers = createAnswerCache()
  let refused = 0
  let timer: NodeJS.Timeout | undefined

  const resume = ({ socket, length }: PausedConnection): void => {
    inPause.delete(socket)
    refusals.delete(socket)
    if (socket.destroyed) return
    late.set(socket, length)
    socket.resume()
  }
  const tick = (): void => {
    const now = milliseconds()
    const stillPaused: PausedConnection[] = []
    for (const one of waiting) {
      if (one.until <= now) resume(one)
      else stillPaused.push(one)
    }
    waiting = stillPaused
    // The callback runs after the connections were read. Requests that arrived before it count as late.
    if (late.size > 0) setImmediate(() => late.clear())
    timer = waiting.length > 0 ? setTimeout(tick, tickMilliseconds).unref() : undefined
  }
  const pauseFor = (reason: Reason): number => {
    const share = (connections() / resumedPerSecond) * 1000
    return Math.min(longestPauseMilliseconds, Math.max(shortestPauseMilliseconds[reason], share))
  }
  return {
    waited: (socket) => late.get(socket) ?? (newcomers.delete(socket) ? acceptMilliseconds : 0),
    noteLate: (socket) => void newcomers.add(socket),
    refuse: (socket, reason) => {
      refused += 1
      const inBudget = budgets[reason.reason].take()
      const count = inBudget ? 0 : (refusals.get(socket) ?? 0) + 1
      if (!inBudget) refusals.set(socket, count)
      const ends = count >= maximumWithoutPause
      return { ...answers(reason), ends, pauseMilliseconds: inBudget || ends ? undefined : pauseFor(reason.reason) }
    },
    pause: (socket, length) => {
      if (socket.destroyed || inPause.has(socket)) return
      inPause.add(socket)
      waiting.push({ socket, length, until: milliseconds() + length })
      socket.pause()
      timer ??= setTimeout(tick, tickMilliseconds).unref()
    },
    refused: () => refused,
    stop: () => {
      clearTimeout(timer)
      for (const one of waiting.splice(0)) resume(one)
    },
  }
}

/**
 * Creates the budget of refusals that pause no connection. It grows by `perSecond` in a second, up to a tenth of this
 * number. `take` returns false if the budget is used up.
 */
function createBudget(perSecond: number, milliseconds: () => number): { take(): boolean } {
  let left = perSecond / 10
  let at = milliseconds()
  return {
    take: () => {
      const now = milliseconds()
      left = Math.min(perSecond / 10, left + ((now - at) / 1000) * perSecond)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

type PreparedAnswer = Pick<Refused, 'response' | 'lines'>

/** Returns a function that creates answers and caches them by reason and seconds. */
function createAnswerCache(): (reason: NotAdmitted) => PreparedAnswer {
  const kept = { rate: new Map<number, PreparedAnswer>(), overload: new Map<number, PreparedAnswer>() }
  return (reason) => {
    const answers = kept[reason.reason]
    const cached = answers.get(reason.retryAfterSeconds)
    if (cached !== undefined) return cached
    const response = answerTo(reason)
    const lines = [
      ...Object.entries(response.headers).flat(),
      'content-length',
      String(response.body?.length),
    ] as string[]
    const prepared = { response, lines }
    if (answers.size < maximumAnswers) answers.set(reason.retryAfterSeconds, prepared)
    return prepared
  }
}
