/**
 * Open loop of impatient clients of a reverse proxy: each request arrives at a random time (Poisson), takes a free
 * connection or opens one, and is given up after a second. A request that finds all connections in use is not sent. No
 * request waits in the load, so the load does not decide which requests are answered.
 */
import { connect, type Socket } from 'node:net'
import { pollUntil } from './closed-loop.ts'
import { completeResponse } from './connection.ts'
import { poissonMoments, quantile } from './open-loop.ts'

interface Crowd {
  readonly port: number
  /** Unused requests. A refused request (429 or 503) was not carried out and is used again. */
  readonly requests: Buffer[]
  readonly perSecond: number
  readonly seconds: number
  readonly connections: number
  /** The status that counts as success. */
  readonly status: number
  /** Returns a random number from 0 inclusive to 1 exclusive. */
  readonly chance: () => number
}

export interface CrowdResult {
  readonly seconds: number
  /** Number of answers with the expected status in time. */
  readonly good: number
  /** Number of good answers by the tenth of a second in which their request arrived. */
  readonly goodByTenth: readonly number[]
  readonly arrivedByTenth: readonly number[]
  /** Number of 429 and 503. */
  readonly refused: number
  /** Number of requests without an answer in time. */
  readonly givenUp: number
  /** Milliseconds from arrival to the good answers, ascending. */
  readonly latencies: readonly number[]
  /** Milliseconds from arrival to all answers, ascending. */
  readonly answered: readonly number[]
  /** 99th percentile of the milliseconds by which the load sent too late. */
  readonly lateness: number
}

interface Line {
  readonly socket: Socket
  received: Buffer | undefined
  /** Index of the request under way, or -1. */
  current: number
  request: Buffer | undefined
}

/** Milliseconds after which a request is given up. */
const patienceMilliseconds = 1000

/** Sends the requests as they arrive. Resolves when none is under way. */
export async function runCrowd(options: Crowd): Promise<CrowdResult> {
  const { port, requests, perSecond, seconds, connections, status, chance } = options
  const due = poissonMoments(Math.ceil(perSecond * seconds), perSecond, chance)
  const idle: Line[] = []
  const all = new Set<Line>()
  const latencies: number[] = []
  const answered: number[] = []
  const lateness: number[] = []
  const tenths = Math.ceil(seconds * 10) + 1
  const goodByTenth = new Array<number>(tenths).fill(0)
  const arrivedByTenth = new Array<number>(tenths).fill(0)
  const count = { good: 0, refused: 0, givenUp: 0 }
  let underWay = 0
  const tenthOf = (index: number): number => Math.min(tenths - 1, Math.floor((due[index] ?? 0) / 100))
  /** Requests under way in the order in which they will be given up. */
  const patience: { readonly line: Line; readonly index: number }[] = []
  let patienceAt = 0
  const started = performance.now()
  const elapsed = (): number => performance.now() - started

  const end = (line: Line): void => {
    line.current = -1
    underWay -= 1
  }
  const drop = (line: Line): void => {
    all.delete(line)
    line.socket.destroy()
  }
  const take = (line: Line, bytes: Buffer): void => {
    line.received = line.received === undefined ? bytes : Buffer.concat([line.received, bytes])
    const response = completeResponse(line.received)
    if (response === undefined || line.current < 0) return
    const index = line.current
    const took = elapsed() - (due[index] ?? 0)
    answered.push(took)
    if (response.status === status) {
      latencies.push(took)
      count.good += 1
      const tenth = tenthOf(index)
      goodByTenth[tenth] = (goodByTenth[tenth] ?? 0) + 1
    } else if (response.status === 429 || response.status === 503) {
      count.refused += 1
      if (line.request) requests.push(line.request)
    }
    line.received = undefined
    end(line)
    if (/\r\nconnection: close\r\n/i.test(response.bytes.toString('latin1', 0, response.bodyStart))) drop(line)
    else idle.push(line)
  }
  const open = (): Line => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const line: Line = { socket, received: undefined, current: -1, request: undefined }
    all.add(line)
    socket.on('data', (bytes: Buffer) => take(line, bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      all.delete(line)
      if (line.current >= 0) end(line)
    })
    return line
  }
  const free = (): Line | undefined => {
    for (let line = idle.pop(); line !== undefined; line = idle.pop()) if (!line.socket.destroyed) return line
    return all.size < connections ? open() : undefined
  }
  const send = (index: number): void => {
    const tenth = tenthOf(index)
    arrivedByTenth[tenth] = (arrivedByTenth[tenth] ?? 0) + 1
    const line = free()
    if (line === undefined) return
    const request = requests.pop()
    if (request === undefined) throw new Error('the load has no further request')
    line.current = index
    line.request = request
    underWay += 1
    patience.push({ line, index })
    line.socket.write(request)
  }
  const giveUp = (now: number): void => {
    for (; patienceAt < patience.length; patienceAt += 1) {
      const { line, index } = patience[patienceAt] as (typeof patience)[number]
      if (now - (due[index] ?? 0) < patienceMilliseconds) return
      if (line.current !== index) continue
      count.givenUp += 1
      end(line)
      drop(line)
    }
  }
  let sent = 0
  await new Promise<void>((resolve, reject) => {
    pollUntil(() => {
      try {
        const now = elapsed()
        for (; sent < due.length && (due[sent] ?? 0) <= now; sent += 1) {
          lateness.push(elapsed() - (due[sent] ?? 0))
          send(sent)
        }
        giveUp(now)
      } catch (thrown) {
        reject(thrown as Error)
        return true
      }
      const over = sent === due.length && underWay === 0
      if (over) resolve()
      return over
    })
  })
  for (const line of all) line.socket.destroy()
  const ascending = (values: number[]): readonly number[] => values.sort((a, b) => a - b)
  return {
    ...{ seconds: (due.at(-1) ?? 0) / 1000, ...count, goodByTenth, arrivedByTenth },
    latencies: ascending(latencies),
    answered: ascending(answered),
    lateness: quantile(ascending(lateness), 0.99),
  }
}
