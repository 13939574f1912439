/**
 * Open loop of impatient clients of a reverse proxy: each request arrives at a random time (Poisson), takes an idle
 * connection or opens one, and is given up after a second with its connection. No request waits in the load, so the
 * load does not decide which requests are answered. A request that the load cannot send is counted.
 */
import { connect, type Socket } from 'node:net'
import { pollUntil } from './closed-loop.ts'
import { completeResponse } from './connection.ts'
import { quantile } from './open-loop.ts'

/** Time with a steady rate of arrivals. */
interface Phase {
  readonly perSecond: number
  readonly seconds: number
  /** Unused requests for this phase alone, which are sent before the others. Defaults to none. */
  readonly own?: Buffer[]
}

interface Crowd<Phases extends readonly Phase[]> {
  readonly port: number
  /**
   * Unused requests. A refused request (429 or 503) was not carried out and is used again. A request without an answer
   * may have been carried out, so it is used again only when no other is left.
   */
  readonly requests: Buffer[]
  /** Phases that follow each other without a pause. */
  readonly phases: Phases
  /** Maximum number of open connections. */
  readonly connections: number
  /** Addresses from which the connections come, in turn. One address has too few ports for some services. */
  readonly sources?: readonly string[]
  /** The status that counts as success. */
  readonly status: number
  /** Returns a random number from 0 inclusive to 1 exclusive. */
  readonly chance: () => number
  /** A monotonic clock. Defaults to that of the process. */
  readonly milliseconds?: () => number
}

/** Counts of the requests that arrived in one phase. */
export interface CrowdResult {
  readonly seconds: number
  readonly arrived: number
  /** Number of answers with the expected status in time. */
  readonly good: number
  /** Number of good answers that came before the end of the phase. */
  readonly goodInPhase: number
  /** Number of good answers by the tenth of a second in which their request arrived. */
  readonly goodByTenth: readonly number[]
  readonly arrivedByTenth: readonly number[]
  /** Number of 429 and 503. */
  readonly refused: number
  /** Number of other answers. The load has then sent a request that was already carried out. */
  readonly unexpected: number
  /** Number of requests whose connection was closed without an answer. */
  readonly closed: number
  /** Number of requests without an answer in time. */
  readonly givenUp: number
  /** Number of requests that were not sent, because the load had no connection or no request left. */
  readonly unsent: number
  /** Milliseconds from arrival to the good answers, ascending. */
  readonly latencies: readonly number[]
  /** Milliseconds from arrival to all answers, ascending. */
  readonly answered: readonly number[]
  /** 99th percentile of the milliseconds by which the load sent too late. */
  readonly lateness: number
}

type Outcome = 'good' | 'refused' | 'unexpected' | 'closed' | 'given up' | 'unsent'

interface Arrival {
  /** Milliseconds from the start. */
  readonly due: number
  /** Requests of its phase alone. */
  readonly own: Buffer[]
  outcome: Outcome
  /** Milliseconds from arrival to the answer. */
  took: number
  lateness: number
  line: Line | undefined
}

interface Line {
  readonly socket: Socket
  received: Buffer | undefined
  /** Request under way. */
  arrival: Arrival | undefined
  request: Buffer | undefined
  /** True if this machine did not open the connection, and not the service. */
  isFaulty: boolean
}

/** Milliseconds after which a request is given up. */
const patienceMilliseconds = 1000

/** Errors of a load that has too few ports or files. */
const ownFaults = ['EADDRINUSE', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS']

/** Sends the requests as they arrive. Resolves when none is under way. Returns a result for each phase. */
export async function runCrowd<const Phases extends readonly Phase[]>(
  options: Crowd<Phases>,
): Promise<{ -readonly [index in keyof Phases]: CrowdResult }> {
  const { port, requests, phases, connections, sources = ['127.0.0.1'], status, chance } = options
  const { milliseconds = () => performance.now() } = options
  const byPhase = arrivalsOf(phases, chance)
  const arrivals = byPhase.flat()
  const idle: Line[] = []
  const all = new Set<Line>()
  /** Requests that may have been carried out, the oldest first. */
  const doubtful: Buffer[] = []
  let doubtfulAt = 0
  let underWay = 0
  let opened = 0
  const started = milliseconds()
  const elapsed = (): number => milliseconds() - started

  const end = (line: Line, outcome: Outcome): void => {
    const { arrival, request } = line
    if (arrival === undefined) return
    arrival.outcome = outcome
    line.arrival = undefined
    underWay -= 1
    if (request === undefined || outcome === 'good' || outcome === 'unexpected') return
    if (outcome === 'refused' || outcome === 'unsent') requests.push(request)
    else doubtful.push(request)
  }
  const drop = (line: Line): void => {
    all.delete(line)
    line.socket.destroy()
  }
  const take = (line: Line, bytes: Buffer): void => {
    line.received = line.received === undefined ? bytes : Buffer.concat([line.received, bytes])
    const response = completeResponse(line.received)
    if (response === undefined || line.arrival === undefined) return
    const took = elapsed() - line.arrival.due
    line.arrival.took = took
    line.received = undefined
    if (took >= patienceMilliseconds) end(line, 'given up')
    else if (response.status === status) end(line, 'good')
    else end(line, response.status === 429 || response.status === 503 ? 'refused' : 'unexpected')
    if (/\r\nconnection: close\r\n/i.test(response.bytes.toString('latin1', 0, response.bodyStart))) drop(line)
    else idle.push(line)
  }
  const open = (): Line => {
    opened += 1
    const localAddress = sources[opened % sources.length] as string
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    const line: Line = { socket, received: undefined, arrival: undefined, request: undefined, isFaulty: false }
    all.add(line)
    socket.on('data', (bytes: Buffer) => take(line, bytes))
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      line.isFaulty = ownFaults.includes(code)
    })
    socket.on('close', () => {
      all.delete(line)
      end(line, line.isFaulty ? 'unsent' : 'closed')
    })
    return line
  }
  /** Returns the connection that was used last, as reverse proxies do, or a new one. */
  const free = (): Line | undefined => {
    for (let line = idle.pop(); line !== undefined; line = idle.pop()) if (!line.socket.destroyed) return line
    return all.size < connections ? open() : undefined
  }
  const unused = ({ own }: Arrival): Buffer | undefined => {
    if (own.length > 0) return own.pop()
    if (requests.length > 0 || doubtfulAt === doubtful.length) return requests.pop()
    doubtfulAt += 1
    return doubtful[doubtfulAt - 1]
  }
  const send = (arrival: Arrival): void => {
    arrival.lateness = elapsed() - arrival.due
    const line = free()
    if (line === undefined) return
    const request = unused(arrival)
    if (request === undefined) return void idle.push(line)
    line.arrival = arrival
    line.request = request
    arrival.line = line
    underWay += 1
    line.socket.write(request)
  }
  let sent = 0
  let patienceAt = 0
  const giveUp = (now: number): void => {
    for (; patienceAt < sent; patienceAt += 1) {
      const arrival = arrivals[patienceAt] as Arrival
      if (now - arrival.due < patienceMilliseconds) return
      const { line } = arrival
      if (line?.arrival !== arrival) continue
      end(line, 'given up')
      drop(line)
    }
  }
  await new Promise<void>((resolve) => {
    pollUntil(() => {
      const now = elapsed()
      for (; sent < arrivals.length && (arrivals[sent] as Arrival).due <= now; sent += 1)
        send(arrivals[sent] as Arrival)
      giveUp(now)
      const over = sent === arrivals.length && underWay === 0
      if (over) resolve()
      return over
    })
  })
  for (const line of all) line.socket.destroy()
  let from = 0
  return phases.map(({ seconds }, index) => {
    const result = resultOf(byPhase[index] ?? [], from, seconds)
    from += seconds * 1000
    return result
  }) as { -readonly [index in keyof Phases]: CrowdResult }
}

/** Returns the arrivals of each phase. An arrival is unsent until it has another outcome. */
function arrivalsOf(phases: readonly Phase[], chance: () => number): Arrival[][] {
  let from = 0
  return phases.map(({ perSecond, seconds, own = [] }) => {
    const gap = (): number => (-Math.log(1 - chance()) / perSecond) * 1000
    const arrivals: Arrival[] = []
    for (let due = from + gap(); due < from + seconds * 1000; due += gap())
      arrivals.push({ due, own, outcome: 'unsent', took: 0, lateness: 0, line: undefined })
    from += seconds * 1000
    return arrivals
  })
}

/** Returns the result of a phase that began `from` milliseconds after the start. */
function resultOf(arrivals: readonly Arrival[], from: number, seconds: number): CrowdResult {
  const goodByTenth = new Array<number>(Math.ceil(seconds * 10)).fill(0)
  const arrivedByTenth = [...goodByTenth]
  const count = (outcome: Outcome): number => arrivals.filter((one) => one.outcome === outcome).length
  const good = arrivals.filter(({ outcome }) => outcome === 'good')
  const answered = arrivals.filter(({ outcome }) => ['good', 'refused', 'unexpected'].includes(outcome))
  const add = (tenths: number[], { due }: Arrival): void => {
    const tenth = Math.floor((due - from) / 100)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  for (const one of arrivals) add(arrivedByTenth, one)
  for (const one of good) add(goodByTenth, one)
  const ascending = (values: number[]): readonly number[] => values.sort((a, b) => a - b)
  return {
    ...{ seconds, arrived: arrivals.length, good: good.length, goodByTenth, arrivedByTenth },
    goodInPhase: good.filter(({ due, took }) => due + took <= from + seconds * 1000).length,
    ...{ refused: count('refused'), unexpected: count('unexpected'), closed: count('closed') },
    ...{ givenUp: count('given up'), unsent: count('unsent') },
    latencies: ascending(good.map(({ took }) => took)),
    answered: ascending(answered.map(({ took }) => took)),
    lateness: quantile(ascending(arrivals.map(({ lateness }) => lateness)), 0.99),
  }
}
