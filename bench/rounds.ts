/**
 * The rounds of a run: in each a fresh population and every case once, in an order by chance; at the end everything that
 * is single-use is sent again and must be refused, so that no check was left out to be fast.
 */
import type { Child } from './channel.ts'
import { type CaseId, goals, type InProcessCase } from './goals.ts'
import { collect, type Loop, type Measured, measureCase, type Processes, rateOf } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { seededChance, shuffled } from './statistics.ts'
import type { Case, Stage } from './vectors/case.ts'
import { cases } from './vectors/cases.ts'
import { createPopulation, type Vendor } from './vectors/wallets.ts'

export const inProcessCases: readonly InProcessCase[] = [
  'sd-jwt-issue',
  'sd-jwt-verify',
  'trust-chain-cold',
  'trust-chain-cached',
]

/** Who else does it, for the cases that have a peer. */
export const peerNames: { readonly [name in InProcessCase]?: string } = {
  'sd-jwt-issue': '@sd-jwt/core',
  'sd-jwt-verify': '@sd-jwt/core',
}

export interface Round {
  readonly measured: readonly Measured[]
  /** Verifications in a second: the unit by which a slow round is told. */
  readonly unitRate: number
  readonly stage: Stage
  /** What each case did and where its time went, when that was asked for. */
  readonly profiles: readonly string[]
}

interface RoundContext {
  readonly processes: Processes
  readonly inProcess: Child
  readonly vendor: Vendor
  readonly options: BenchOptions
}

/** A case with everything that it builds upon. */
export function withNeeds(only: readonly string[]): readonly Case[] {
  if (only.length === 0) return cases
  const wanted = new Set(only.includes('issuance-sum') ? [...only, 'pid-credential'] : only)
  for (const one of cases.toReversed()) if (wanted.has(one.id)) for (const need of one.needs) wanted.add(need)
  for (const one of cases.toReversed()) if (wanted.has(one.id)) for (const need of one.needs) wanted.add(need)
  return cases.filter(({ id }) => wanted.has(id))
}

export async function runRound(ctx: RoundContext, round: number): Promise<Round> {
  const { processes, options, vendor } = ctx
  const population = await createPopulation(vendor, `round ${round}`, options.wallets)
  const stage: Stage = {
    population,
    collect: (role, requests, status) => collect(processes.ports[role], role, requests, status),
  }
  await giveCertificates(processes, stage)
  const unit = await unitRate(ctx)
  const inProcess = inProcessCases.filter((id) => options.only.length === 0 || options.only.includes(id))
  const planned = [...withNeeds(options.only), ...inProcess.map((id) => ({ id, needs: [] as CaseId[] }))]
  const measured: Measured[] = []
  const profiles: string[] = []
  const replays: (() => Promise<unknown>)[] = []
  for (const one of shuffled(planned, seededChance(round + 1))) {
    if (!('prepare' in one)) {
      measured.push(await measureInProcess(ctx, one.id as InProcessCase, round))
      continue
    }
    const done = await measureCase(processes, options, one, stage, round)
    measured.push(done.measured)
    if (done.profile !== undefined) profiles.push(done.profile)
    const { id, role, replayed } = one
    const port = processes.ports[role]
    if (replayed !== undefined)
      replays.push(() => collect(port, `${id} a second time`, done.requests.slice(0, 1), replayed))
  }
  // The latest first: a code that comes again takes back what was issued by it.
  for (const replay of replays.toReversed()) await replay()
  return { measured, unitRate: (unit + (await unitRate(ctx))) / 2, stage, profiles }
}

async function unitRate({ processes, options }: RoundContext): Promise<number> {
  const milliseconds = options.floorMilliseconds
  return rateOf(await processes.floors.ask<Loop>('crypto', { name: 'verify', milliseconds })).perSecond
}

/** Product and floor in turns of a few milliseconds, so that both meet the same machine. */
async function measureInProcess(
  { inProcess, options }: RoundContext,
  id: InProcessCase,
  round: number,
): Promise<Measured> {
  const turns = { product: [] as Loop[], floor: [] as Loop[], peer: [] as Loop[] }
  const sides = peerNames[id] === undefined ? (['floor', 'product'] as const) : (['floor', 'product', 'peer'] as const)
  const milliseconds = Math.max(10, options.floorMilliseconds / 4)
  for (let turn = 0; turn < 8; turn += 1)
    for (const side of sides) turns[side].push(await inProcess.ask<Loop>('run', { name: id, side, milliseconds }))
  const product = total(turns.product)
  const { operations, utilisation, rss } = product
  return {
    case: id,
    round,
    operations,
    utilisation,
    rss,
    ...rateOf(product),
    floors: { crypto: rateOf(total(turns.floor)) },
    ...(turns.peer.length > 0 && { peer: rateOf(total(turns.peer)) }),
  }
}

const total = (loops: readonly Loop[]): Loop => {
  const sum = (of: (loop: Loop) => number): number => loops.reduce((so, loop) => so + of(loop), 0)
  const { utilisation = 1, rss = 0 } = loops.at(-1) ?? {}
  return {
    operations: sum((one) => one.operations),
    cpu: sum((one) => one.cpu),
    seconds: sum((one) => one.seconds),
    utilisation,
    rss,
  }
}

/** Real chains of real devices for the floor of a registration. */
async function giveCertificates({ floors }: Processes, { population }: Stage): Promise<void> {
  const devices: (readonly [Uint8Array, Uint8Array])[] = []
  let intermediate = new Uint8Array()
  for (const { device } of population.wallets.slice(0, 64)) {
    const list = Buffer.from(await device.keyAttestation('a challenge of nobody'), 'base64').toString()
    const [leaf, attester, above] = list.split(',').map((one) => new Uint8Array(Buffer.from(one, 'base64')))
    if (!leaf || !attester || !above) throw new Error('a device without a chain')
    devices.push([leaf, attester])
    intermediate = above
  }
  await floors.ask('certificates', { devices, intermediate })
}

/** Rows of the goals that are measured by other means than rounds. */
export const behaviourGoals = goals.filter(({ of }) => !['crypto', 'http', 'combined'].includes(of))
