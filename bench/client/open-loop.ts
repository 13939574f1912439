/**
 * Open loop: requests arrive by chance (Poisson) at a given rate, whether or not earlier ones were answered. Latency runs
 * from the moment at which a request was due, so that a server that stalls cannot hide it.
 */
import { stayAwake } from './closed-loop.ts'
import { type Connection, openConnection } from './connection.ts'
import { requestBytes } from './http-request.ts'

interface Arrivals {
  readonly port: number
  readonly requests: readonly Buffer[]
  readonly perSecond: number
  /** The first so many are sent like the others and told of nowhere: what a service does after a pause is no steady load. */
  readonly lead?: number
  /** Sockets at most; what is due when all are busy waits, and its latency runs. */
  readonly connections: number
  readonly status: number
  /** From 0 inclusive to 1 exclusive. */
  readonly chance: () => number
}

export interface Arrived {
  /** Seconds in which those came that count. */
  readonly window: number
  /** Answers with the expected status. */
  readonly good: number
  /** Of these, how many while others still came. */
  readonly goodInTime: number
  readonly refused: number
  /** Milliseconds of the good ones, ascending. */
  readonly latencies: readonly number[]
}

export async function arrive(arrivals: Arrivals): Promise<Arrived> {
  const connections = await Promise.all(
    Array.from({ length: arrivals.connections }, () => openConnection(arrivals.port)),
  )
  try {
    await Promise.all(connections.map(greet))
    return await run(arrivals, [...connections])
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** The kernel opens a connection before the service knows of it: to take in a thousand is no part of any request's latency. */
const greet = (connection: Connection): Promise<unknown> =>
  new Promise((resolve) =>
    connection.send(requestBytes({ method: 'GET', target: '/health', host: 'localhost' }), resolve),
  )

/** Moments in milliseconds from the start. */
export function poissonMoments(count: number, perSecond: number, chance: () => number): number[] {
  let at = 0
  return Array.from({ length: count }, () => {
    at += (-Math.log(1 - chance()) / perSecond) * 1000
    return at
  })
}

function run({ requests, perSecond, lead = 0, status, chance }: Arrivals, idle: Connection[]): Promise<Arrived> {
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
    stayAwake(() => {
      tick()
      return answered === requests.length
    })
  })
}

/** The value below which so large a share lies. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
