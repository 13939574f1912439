/**
 * Measures one case in one round: prepares the requests, sends them, and takes turns with the floors on the core of the
 * service. Alternatively, sends them under a profiler, without measuring.
 */
import type { CryptoCounts } from '../test/support/crypto-counter.ts'
import { type LoadResult, runClosedLoop } from './client/closed-loop.ts'
import { bodyOf, headerOf, type RawResponse } from './client/connection.ts'
import { type FloorPart, type FloorTurns, openFloorTurns } from './floor-turns.ts'
import type { RawAnswer } from './floors/http-floor.ts'
import type { CaseId } from './goals.ts'
import type { BenchOptions } from './options.ts'
import type { Processes } from './processes.ts'
import { type Rate, rateOf } from './rates.ts'
import type { Profile } from './report/profile.ts'
import type { Usage } from './usage.ts'
import type { Case, Stage } from './vectors/case.ts'

export interface CaseMeasurement extends Rate {
  readonly case: CaseId
  readonly round: number
  readonly operations: number
  readonly utilisation: number
  readonly rss: number
  /** Rate of each part of the floor with which the row is compared. */
  readonly floors: Readonly<Partial<Record<FloorPart, Rate>>>
  /** Rate of another implementation. */
  readonly peer?: PeerRate
}

export interface PeerRate extends Rate {
  readonly name: string
  /**
   * Rate of the cryptography that the peer cannot avoid, which may be less than ours. Absent if the peer does something
   * else.
   */
  readonly floor?: Rate
}

/** Profile of a case. */
export interface CaseProfile {
  readonly case: CaseId
  readonly requests: number
  readonly profile: Profile
  /** Counted cryptography, if the service counted it. */
  readonly counts?: CryptoCounts
}

/** Result of a case, with the requests that were sent. */
interface CaseResult<T> {
  readonly result: T
  readonly requests: readonly Buffer[]
}

interface Meter<T> {
  /** Called before the load opens its connections. */
  before(requests: readonly Buffer[]): Promise<void>
  /** Called when all connections are open. */
  start(): Promise<unknown>
  /** Ends the measurement. `count` requests got the expected answer. */
  stop(fired: LoadResult, count: number): Promise<T>
}

/** Prepares the requests of a case, sends them under a meter, and validates an answer. Throws for an unexpected status. */
async function runCase<T>(
  { ports }: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  meter: Meter<T>,
): Promise<CaseResult<T>> {
  const requests = await one.prepare(stage)
  const port = ports[one.role]
  if (one.repeatable) await validate(one, stage, await collect(port, one.id, requests.slice(0, 1), one.status))
  await meter.before(requests)
  const count = one.repeatable ? Math.max(options.repeats, requests.length) : requests.length
  const load = { port, requests, count, connections: options.connections, status: one.status }
  const fired = await runClosedLoop({ ...load, keep: !one.repeatable, ready: () => meter.start() })
  const result = await meter.stop(fired, count)
  requireExpected(one, fired)
  if (!one.repeatable) await validate(one, stage, fired.responses)
  one.storeAnswers?.(stage, fired.responses)
  return { result, requests }
}

export async function measureCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  round: number,
): Promise<CaseResult<CaseMeasurement>> {
  const { service } = processes
  let turns: FloorTurns | undefined
  const meter: Meter<CaseMeasurement> = {
    before: async (requests) => {
      const answer = answers.get(one.id) ?? { status: one.status, bytes: 1024, contentType: 'application/json' }
      turns = await openFloorTurns(processes, options, one, { requests, answer })
    },
    start: async () => {
      await service.ask('usage')
      turns?.begin()
    },
    stop: async ({ seconds }, count) => {
      const { floors = {}, held = 0 } = (await turns?.end()) ?? {}
      const { cpu, utilisation, rss } = await service.ask<Usage>('usage')
      const rate = rateOf({ operations: count, seconds: seconds - held / 1000, cpu })
      return { case: one.id, round, operations: count, ...rate, utilisation, rss, floors }
    },
  }
  try {
    return await runCase(processes, options, one, stage, meter)
  } catch (fault) {
    await turns?.end()
    throw fault
  }
}

export function profileCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
): Promise<CaseResult<CaseProfile>> {
  const { service } = processes
  return runCase(processes, options, one, stage, {
    before: async () => undefined,
    start: async () => {
      await service.ask('counts')
      await service.ask('startProfiling')
    },
    stop: async (_fired, count) => {
      const profile = await service.ask<Profile>('stopProfiling')
      const counts = options.profile ? { counts: await service.ask<CryptoCounts>('counts') } : {}
      return { case: one.id, requests: count, profile, ...counts }
    },
  })
}

/** Size and type of each case's answers, for the floor of HTTP. */
const answers = new Map<CaseId, RawAnswer>()

/** Validates the first answer as its receiver would, and stores its size and type for the floor of HTTP. */
async function validate(one: Case, { population }: Stage, responses: readonly RawResponse[]): Promise<void> {
  const [answer] = responses
  const [wallet] = population.wallets
  if (answer === undefined || wallet === undefined) throw new Error(`${one.id}: nothing was answered`)
  await one.validate(answer, wallet)
  const contentType = headerOf(answer, 'content-type') ?? 'application/json'
  answers.set(one.id, { status: one.status, bytes: Buffer.byteLength(bodyOf(answer)), contentType })
}

/** Sends each request once, without measuring. Returns the responses. Throws if one has another status. */
export async function collect(
  port: number,
  what: string,
  requests: readonly Buffer[],
  status: number,
): Promise<readonly RawResponse[]> {
  const fired = await runClosedLoop({ port, requests, connections: 32, status, keep: true })
  requireExpected({ id: what }, fired)
  return fired.responses
}

export function requireExpected({ id }: { readonly id: string }, { unexpected }: LoadResult): void {
  for (const [status, { count, first }] of unexpected)
    throw new Error(`${id}: ${count} answers of status ${status}, the first: ${status === 0 ? 'none' : bodyOf(first)}`)
}
