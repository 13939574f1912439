/**
 * One case in one round: prepared, fired in portions, and its floors taken on the core of the service before the first and
 * after each. Or the same at once under a profiler, and then nothing is measured.
 */
import type { CryptoCounts } from '../test/support/crypto-counter.ts'
import { type Fired, fire } from './client/closed-loop.ts'
import { bodyOf, headerOf, type RawResponse } from './client/connection.ts'
import type { RawAnswer } from './floors/http-floor.ts'
import type { CaseId } from './goals.ts'
import type { BenchOptions } from './options.ts'
import { type Floors, type Portion, wholeOf } from './portions.ts'
import type { Processes } from './processes.ts'
import { type Loop, type Rate, rateOf } from './rates.ts'
import type { Profile } from './report/profile.ts'
import type { Usage } from './usage.ts'
import type { Case, Stage } from './vectors/case.ts'

export interface Measured extends Rate {
  readonly case: CaseId
  readonly round: number
  readonly operations: number
  readonly utilisation: number
  readonly rss: number
  /** Each part of the floor by itself, the mean of all that were taken around the portions. */
  readonly floors: Floors
  /** What the rest is the sum of. */
  readonly portions: readonly Portion[]
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

/** So many of a case's requests are sent at once; those of a case that may be repeated again and again. */
interface Part {
  readonly requests: readonly Buffer[]
  readonly count: number
}

interface Sent<T> {
  readonly result: T
  readonly responses: readonly RawResponse[]
}

async function carryOut<T>(
  { ports }: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  send: (whole: Part) => Promise<Sent<T>>,
): Promise<Carried<T>> {
  const requests = await one.prepare(stage)
  if (one.repeatable)
    await validate(one, stage, await collect(ports[one.role], one.id, requests.slice(0, 1), one.status))
  const count = one.repeatable ? Math.max(options.repeats, requests.length) : requests.length
  const { result, responses } = await send({ requests, count })
  if (!one.repeatable) await validate(one, stage, responses)
  one.take?.(stage, responses)
  return { result, requests }
}

async function firePart(
  { ports }: Processes,
  { connections }: BenchOptions,
  one: Case,
  part: Part,
  ready: () => Promise<unknown>,
): Promise<Fired> {
  const { role, status, repeatable } = one
  const fired = await fire({ ...part, port: ports[role], connections, status, keep: !repeatable, ready })
  requireExpected(one, fired)
  return fired
}

/** Each of a tenth of a second or more, so that the machine seldom changes within one. */
const portionsOfCase = 6

function partsOf({ repeatable }: Case, { requests, count }: Part): Part[] {
  const size = Math.ceil(count / portionsOfCase)
  const starts = Array.from({ length: Math.ceil(count / size) }, (_, index) => index * size)
  return starts.map((start) => {
    const length = Math.min(size, count - start)
    return { requests: repeatable ? requests : requests.slice(start, start + length), count: length }
  })
}

export async function measureCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  round: number,
): Promise<Carried<Measured>> {
  const { service } = processes
  return carryOut(processes, options, one, stage, async (whole) => {
    const portions: Portion[] = []
    const responses: RawResponse[] = []
    let before = await takeFloors(processes, options, one, whole.requests)
    for (const part of partsOf(one, whole)) {
      const { seconds, ...fired } = await firePart(processes, options, one, part, () => service.ask('usage'))
      const used = await service.ask<Usage>('usage')
      const after = await takeFloors(processes, options, one, whole.requests)
      portions.push({ operations: part.count, ...used, seconds, around: [before, after] })
      responses.push(...fired.responses)
      before = after
    }
    return { result: { case: one.id, round, ...wholeOf(portions), portions }, responses }
  })
}

export function profileCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
): Promise<Carried<Profiled>> {
  const { service } = processes
  return carryOut(processes, options, one, stage, async (whole) => {
    const { responses } = await firePart(processes, options, one, whole, async () => {
      await service.ask('counts')
      await service.ask('profile')
    })
    const profile = await service.ask<Profile>('profiled')
    const counts = options.profile ? { counts: await service.ask<CryptoCounts>('counts') } : {}
    return { result: { case: one.id, requests: whole.count, profile, ...counts }, responses }
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
  const taken: { -readonly [name in keyof Floors]: Floors[name] } = {}
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
