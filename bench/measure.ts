/**
 * One case in one round: prepared, its floors taken on the core of the service, fired, its floors taken again.
 */

import type { CryptoCounts } from '../test/support/crypto-counter.ts'
import type { Child } from './channel.ts'
import { type Fired, fire } from './client/closed-loop.ts'
import { bodyOf, headerOf, type RawResponse } from './client/connection.ts'
import type { RawAnswer } from './floors/http-floor.ts'
import type { CaseId } from './goals.ts'
import type { BenchOptions } from './options.ts'
import { folderOf, functionOf, type Profile, renderShares, selfTimes } from './report/profile.ts'
import type { Ports } from './service/origins.ts'
import type { Usage } from './usage.ts'
import type { Case, Stage } from './vectors/case.ts'

/** Operations in a second, and the processor's time for one. */
export interface Rate {
  readonly perSecond: number
  /** Microseconds. */
  readonly cpu: number
}

export interface Measured extends Rate {
  readonly case: CaseId
  readonly round: number
  readonly operations: number
  readonly utilisation: number
  readonly rss: number
  /** Each part of the floor by itself, the mean of before and after. */
  readonly floors: { readonly http?: Rate; readonly crypto?: Rate; readonly storage?: Rate }
  /** The same by somebody else's library. */
  readonly peer?: Rate
}

export interface MeasuredCase {
  readonly measured: Measured
  /** What was sent. */
  readonly requests: readonly Buffer[]
  readonly profile?: string
}

export interface Processes {
  readonly service: Child
  readonly floors: Child
  readonly ports: Ports
  readonly floorPorts: { readonly raw: number; readonly noOp: number }
  /** For the storage floor: beside the service's own databases. */
  readonly directory: string
}

/** What a loop in a child reports. */
export interface Loop extends Usage {
  readonly operations: number
}

export const rateOf = ({ operations, seconds, cpu }: Loop): Rate => ({
  perSecond: operations / seconds,
  cpu: cpu / operations,
})

const mean = (rates: readonly Rate[]): Rate => ({
  perSecond: rates.length / rates.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0),
  cpu: rates.reduce((sum, { cpu }) => sum + cpu, 0) / rates.length,
})

export async function measureCase(
  processes: Processes,
  options: BenchOptions,
  one: Case,
  stage: Stage,
  round: number,
): Promise<MeasuredCase> {
  const { service, ports } = processes
  const requests = await one.prepare(stage)
  const port = ports[one.role]
  if (one.repeatable) await validate(one, stage, await collect(port, one.id, requests.slice(0, 1), one.status))
  const before = await takeFloors(processes, options, one, requests)
  const count = one.repeatable ? Math.max(options.repeats, requests.length) : requests.length
  const { connections } = options
  await service.ask('usage')
  if (options.profile) await beginProfile(service)
  const fired = await fire({ port, requests, count, connections, status: one.status, keep: !one.repeatable })
  const usage = await service.ask<Usage>('usage')
  const profile = options.profile ? await endProfile(service, one.id, count) : undefined
  requireExpected(one, fired)
  if (!one.repeatable) await validate(one, stage, fired.responses)
  one.take?.(stage, fired.responses)
  const after = await takeFloors(processes, options, one, requests)
  const floors = Object.fromEntries(
    Object.keys(before).map((name) => [name, mean([before[name], after[name]] as Rate[])]),
  )
  const rate = { perSecond: count / fired.seconds, cpu: usage.cpu / count }
  const { utilisation, rss } = usage
  return {
    measured: { case: one.id, round, operations: count, ...rate, utilisation, rss, floors },
    requests,
    ...(profile !== undefined && { profile }),
  }
}

async function beginProfile(service: Child): Promise<void> {
  await service.ask('counts')
  await service.ask('profile')
}

async function endProfile(service: Child, id: CaseId, count: number): Promise<string> {
  const profile = await service.ask<Profile>('profiled')
  const counts = Object.entries(await service.ask<CryptoCounts>('counts'))
  const perRequest = counts.flatMap(([name, times]) => (times > 0 ? [`${(times / count).toFixed(2)} ${name}`] : []))
  const folders = renderShares(selfTimes(profile, folderOf), count, 16)
  const functions = renderShares(selfTimes(profile, functionOf), count, 40)
  return `\n== ${id}: ${perRequest.join(', ') || 'no cryptography'}\n${folders}\n--\n${functions}`
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

function requireExpected({ id }: { readonly id: string }, { unexpected }: Fired): void {
  for (const [status, { count, first }] of unexpected)
    throw new Error(`${id}: ${count} answers of status ${status}, the first: ${status === 0 ? 'none' : bodyOf(first)}`)
}

type Floors = Record<string, Rate>

/** So many writes share a transaction when all connections write at once. */
const pairs = 16

async function takeFloors(
  { floors, floorPorts, directory }: Processes,
  { floorMilliseconds: milliseconds, connections }: BenchOptions,
  one: Case,
  requests: readonly Buffer[],
): Promise<Floors> {
  const taken: Floors = {}
  const answer = answers.get(one.id) ?? { status: one.status, bytes: 1024, contentType: 'application/json' }
  await floors.ask('answerWith', answer)
  await floors.ask('usage')
  const count = Math.max(64, milliseconds * 30)
  const fired = await fire({ port: floorPorts.raw, requests, count, connections, status: answer.status })
  taken.http = rateOf({ ...(await floors.ask<Usage>('usage')), seconds: fired.seconds, operations: count })
  if (one.crypto) taken.crypto = rateOf(await floors.ask<Loop>('crypto', { name: one.crypto, milliseconds }))
  if (one.writes) taken.storage = rateOf(await floors.ask<Loop>('storage', { directory, milliseconds, pairs }))
  return taken
}
