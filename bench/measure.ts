/**
 * One case in one round: prepared, its floors taken on the core of the service, fired, its floors taken again. Or the same
 * under a profiler, and then nothing is measured.
 */
import type { CryptoCounts } from '../test/support/crypto-counter.ts'
import { type Fired, fire } from './client/closed-loop.ts'
import { bodyOf, headerOf, type RawResponse } from './client/connection.ts'
import type { RawAnswer } from './floors/http-floor.ts'
import type { CaseId } from './goals.ts'
import type { BenchOptions } from './options.ts'
import type { Processes } from './processes.ts'
import { type Loop, mean, type Rate, rateOf } from './rates.ts'
import type { Profile } from './report/profile.ts'
import type { Usage } from './usage.ts'
import type { Case, Stage } from './vectors/case.ts'

export interface Measured extends Rate {
  readonly case: CaseId
  readonly round: number
  readonly operations: number
  readonly utilisation: number
  readonly rss: number
  /** Each part of the floor by itself, the mean of before and after. */
  readonly floors: { readonly http?: Rate; readonly crypto?: Rate; readonly storage?: Rate }
  /** The same by somebody else. */
  readonly peer?: PeerRate
}

export interface PeerRate extends Rate {
  readonly name: string
  /** The cryptography that the peer cannot avoid, which may be less than ours. None where it does something else. */
  readonly floor?: Rate
}

/** What a case did under the profiler. */
export interface Profiled {
  readonly case: CaseId
  readonly requests: number
  readonly profile: Profile
  /** Where they were counted. */
  readonly counts?: CryptoCounts
}

/** What a case gave, and what was sent for it. */
export interface Carried<T> {
  readonly result: T
  readonly requests: readonly Buffer[]
}

interface Clock<T> {
  before(requests: readonly Buffer[]): Promise<void>
  start(): Promise<unknown>
  /** `count` requests were answered as they should be. */
  stop(fired: Fired, count: number): Promise<T>
}

async function carryOut<T>(
  { ports }: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  clock: Clock<T>,
): Promise<Carried<T>> {
  const requests = await one.prepare(stage)
  const port = ports[one.role]
  if (one.repeatable) await validate(one, stage, await collect(port, one.id, requests.slice(0, 1), one.status))
  await clock.before(requests)
  const count = one.repeatable ? Math.max(options.repeats, requests.length) : requests.length
  const load = { port, requests, count, connections: options.connections, status: one.status }
  const fired = await fire({ ...load, keep: !one.repeatable, ready: () => clock.start() })
  const result = await clock.stop(fired, count)
  requireExpected(one, fired)
  if (!one.repeatable) await validate(one, stage, fired.responses)
  one.take?.(stage, fired.responses)
  return { result, requests }
}

export async function measureCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  round: number,
): Promise<Carried<Measured>> {
  const { service } = processes
  let before: Floors = {}
  const carried = await carryOut(processes, options, one, stage, {
    before: async (requests) => {
      before = await takeFloors(processes, options, one, requests)
    },
    start: () => service.ask('usage'),
    stop: async ({ seconds }, count) => {
      const { cpu, utilisation, rss } = await service.ask<Usage>('usage')
      return { case: one.id, round, operations: count, perSecond: count / seconds, cpu: cpu / count, utilisation, rss }
    },
  })
  const after = await takeFloors(processes, options, one, carried.requests)
  const both = Object.keys(before).map((name) => [name, mean([before[name], after[name]] as Rate[])])
  return { ...carried, result: { ...carried.result, floors: Object.fromEntries(both) } }
}

export function profileCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
): Promise<Carried<Profiled>> {
  const { service } = processes
  return carryOut(processes, options, one, stage, {
    before: async () => undefined,
    start: async () => {
      await service.ask('counts')
      await service.ask('profile')
    },
    stop: async (_fired, count) => {
      const profile = await service.ask<Profile>('profiled')
      const counts = options.profile ? { counts: await service.ask<CryptoCounts>('counts') } : {}
      return { case: one.id, requests: count, profile, ...counts }
    },
  })
}

/** What the answers of each case look like, for the floor of HTTP. */
const answers = new Map<CaseId, RawAnswer>()

/** Judges one answer as its receiver would. */
async function validate(one: Case, { population }: Stage, responses: readonly RawResponse[]): Promise<void> {
  const [answer] = responses
  const [wallet] = population.wallets
  if (answer === undefined || wallet === undefined) throw new Error(`${one.id}: nothing was answered`)
  await one.validate(answer, wallet)
  const contentType = headerOf(answer, 'content-type') ?? 'application/json'
  answers.set(one.id, { status: one.status, bytes: Buffer.byteLength(bodyOf(answer)), contentType })
}

export async function collect(
  port: number,
  what: string,
  requests: readonly Buffer[],
  status: number,
): Promise<readonly RawResponse[]> {
  const fired = await fire({ port, requests, connections: 32, status, keep: true })
  requireExpected({ id: what }, fired)
  return fired.responses
}

export function requireExpected({ id }: { readonly id: string }, { unexpected }: Fired): void {
  for (const [status, { count, first }] of unexpected)
    throw new Error(`${id}: ${count} answers of status ${status}, the first: ${status === 0 ? 'none' : bodyOf(first)}`)
}

type Floors = Record<string, Rate>

/** So many writes share a transaction when all connections write at once. */
const pairs = 16

/** What the raw server answers in a millisecond, about: its floor is as long as the others. */
const rawPerMillisecond = 25

async function takeFloors(
  { floors, floorPorts, directory }: Processes,
  { floorMilliseconds: milliseconds, connections }: BenchOptions,
  one: Case,
  requests: readonly Buffer[],
): Promise<Floors> {
  const taken: Floors = {}
  const answer = answers.get(one.id) ?? { status: one.status, bytes: 1024, contentType: 'application/json' }
  await floors.ask('answerWith', answer)
  const count = Math.max(connections, milliseconds * rawPerMillisecond)
  const load = { port: floorPorts.raw, requests, count, connections, status: answer.status }
  const fired = await fire({ ...load, ready: () => floors.ask('usage') })
  taken.http = rateOf({ ...(await floors.ask<Usage>('usage')), seconds: fired.seconds, operations: count })
  if (one.crypto) taken.crypto = rateOf(await floors.ask<Loop>('crypto', { name: one.crypto, milliseconds }))
  if (one.writes) taken.storage = rateOf(await floors.ask<Loop>('storage', { directory, milliseconds, pairs }))
  return taken
}
