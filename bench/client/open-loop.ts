/**
 * Open loop: requests arrive at random (Poisson) at a given rate, whether or not earlier ones were answered. Latency
 * counts from the time at which a request is due, so that a server that stalls cannot hide it.
 */
import { pollUntil } from './closed-loop.ts'
import { type Connection, openConnection } from './connection.ts'
import { requestBytes } from './http-request.ts'

interface Arrivals {
  readonly port: number
  readonly requests: readonly Buffer[]
  readonly perSecond: number
  /** Number of first requests that do not count, because a service is not under steady load directly after a pause. */
  readonly lead?: number
  /** Maximum number of sockets. A request that is due while all are busy waits, and the wait counts as latency. */
  readonly connections: number
  readonly status: number
  /** Returns a random number from 0 inclusive to 1 exclusive. */
  readonly chance: () => number
}

export interface OpenLoadResult {
  /** Seconds in which the counted requests arrived. */
  readonly window: number
  /** Number of answers with the expected status. */
  readonly good: number
  /** Number of these answers that came while requests still arrived. */
  readonly goodInTime: number
  /** Number of counted requests with any other answer, or with a broken connection. */
  readonly refused: number
  /** Latencies of the good answers in milliseconds, ascending. */
  readonly latencies: readonly number[]
}

/** Opens all connections, sends the requests as they arrive, and waits for all answers. */
export async function runOpenLoop(arrivals: Arrivals): Promise<OpenLoadResult> {
  const connections = await Promise.all(
    Array.from({ length: arrivals.connections }, () => openConnection(arrivals.port)),
  )
  try {
    await Promise.all(connections.map(sendFirstRequest))
    return await run(arrivals, [...connections])
  } finally {
    for (const connection of connections) connection.close()
  }
}

/**
 * Sends a first request, so that the service has accepted the connection. The kernel opens a connection before the
 * service accepts it, and accepting a thousand is no part of a request's latency.
 */
const sendFirstRequest = (connection: Connection): Promise<unknown> =>
  new Promise((resolve) =>
    connection.send(requestBytes({ method: 'GET', target: '/health', host: 'localhost' }), resolve),
  )

/** Returns arrival times in milliseconds from the start. */
export function poissonMoments(count: number, perSecond: number, chance: () => number): number[] {
  let at = 0
  return Array.from({ length: count }, () => {
    at += (-Math.log(1 - chance()) / perSecond) * 1000
    return at
  })
}

function run({ requests, perSecond, lead = 0, status, chance }: Arrivals, idle: Connection[]): Promise<OpenLoadResult> {
  const due = poissonMoments(requests.length, perSecond, chance)
  const end = due.at(-1) ?? 0
  const window = (end - (due[lead - 1] ?? 0)) / 1000
  const latencies: number[] = []
  let goodInTime = 0
  const waiting: number[] = []
  let taken = 0
  let sent = 0
  let answered = 0
  return new Promise((resolve) => {
    const started = performance.now()
    const elapsed = (): number => performance.now() - started
    const send = (connection: Connection, index: number): void =>
      connection.send(requests[index] as Buffer, (response) => {
        answered += 1
        if (response.status === status && index >= lead) {
          const now = elapsed()
          latencies.push(now - (due[index] ?? 0))
          if (now <= end) goodInTime += 1
        }
        if (answered === requests.length) return finish()
        const next = waiting[taken]
        if (next === undefined) return void idle.push(connection)
        taken += 1
        send(connection, next)
      })
    const finish = (): void => {
      const good = latencies.length
      latencies.sort((a, b) => a - b)
      resolve({ window, good, goodInTime, refused: requests.length - lead - good, latencies })
    }
    const tick = (): void => {
      for (; sent < requests.length && (due[sent] ?? 0) <= elapsed(); sent += 1) {
        const connection = idle.pop()
        if (connection === undefined) waiting.push(sent)
        else send(connection, sent)
      }
    }
    pollUntil(() => {
      tick()
      return answered === requests.length
    })
  })
}

/** Returns the value below which this share of the values lies. NaN for an empty list. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
