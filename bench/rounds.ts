/**
 * Rounds of a run. Each round has a new population and every case once, in random order. At its end one request of each
 * case with single-use values is sent again and must be refused, so that no service is fast because it leaves this check
 * out.
 */
import { profileBadInput } from './behaviour/bad-input.ts'
import type { CaseId, InProcessCase } from './goals.ts'
import type { Side, Turn } from './in-process/process.ts'
import { type CaseMeasurement, type CaseProfile, collect, measureCase, type PeerRate, profileCase } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { measureOidcProvider, type ProviderRates } from './peers/oidc-provider/measure.ts'
import type { Processes } from './processes.ts'
import { addTurns, type Loop, rateOf } from './rates.ts'
import type { Profile } from './report/profile.ts'
import { seededChance, shuffled } from './statistics.ts'
import type { Case, Stage } from './vectors/case.ts'
import { cases } from './vectors/cases.ts'
import { createPopulation } from './vectors/wallets.ts'

export const inProcessCases: readonly InProcessCase[] = [
  'sd-jwt-issue',
  'sd-jwt-verify',
  'trust-chain-cold',
  'trust-chain-cached',
]

/** Names of the libraries whose operation is compared with ours. */
const inProcessPeers: { readonly [name in InProcessCase]: string } = {
  'sd-jwt-issue': '@sd-jwt/core',
  'sd-jwt-verify': '@sd-jwt/core',
  'trust-chain-cold': '@openid-federation/core',
  'trust-chain-cached': '@openid-federation/core',
}

/** Operations of `oidc-provider` that are compared with ours. */
const servicePeers: { readonly [name in CaseId]?: keyof ProviderRates } = {
  'pid-par-cold': 'pushedRequest',
  'pid-par-warm': 'pushedRequest',
  'pid-token': 'token',
}

export interface Round {
  readonly measured: readonly CaseMeasurement[]
  /** Verifications per second, as a measure of the machine's speed in the round. */
  readonly unitRate: number
  readonly stage: Stage
}

/** Cases that must run for a row that is no case: its figure is computed from them, or its measurement uses them. */
const foundations: { readonly [name in CaseId]?: readonly CaseId[] } = {
  'issuance-sum': ['pid-credential'],
  tail: ['pid-par-warm'],
  overload: ['pid-par-warm'],
  'bad-input': ['wp-token'],
}

/** Returns the named cases with everything that they depend on. Each case is listed after those that it needs. */
export function withNeeds(only: readonly string[]): readonly Case[] {
  if (only.length === 0) return cases
  const wanted = new Set(only.flatMap((name) => [name, ...(foundations[name as CaseId] ?? [])]))
  for (const one of cases.toReversed()) if (wanted.has(one.id)) for (const need of one.needs) wanted.add(need)
  return cases.filter(({ id }) => wanted.has(id))
}

interface Visitor {
  /** Runs a case over HTTP. Returns its requests. */
  http(one: Case, stage: Stage): Promise<readonly Buffer[]>
  inProcess(id: InProcessCase): Promise<void>
}

/** Visits every chosen case once, after those that it depends on. Then replays requests with single-use values. */
async function visitAll(processes: Processes, options: BenchOptions, round: string, visitor: Visitor): Promise<Stage> {
  const { ports, vendor } = processes
  const stage: Stage = {
    population: await createPopulation(vendor, round, options.wallets),
    collect: (role, requests, status) => collect(ports[role], role, requests, status),
  }
  await sendCertificates(processes, stage)
  const inProcess = inProcessCases.filter((id) => options.only.length === 0 || options.only.includes(id))
  const planned = [...withNeeds(options.only), ...inProcess.map((id) => ({ id, needs: [] as CaseId[] }))]
  const replays: (() => Promise<unknown>)[] = []
  for (const one of shuffled(planned, seededChance(seedOf(round)))) {
    if (!('prepare' in one)) {
      await visitor.inProcess(one.id)
      continue
    }
    const requests = await visitor.http(one, stage)
    const { id, role, replayed, replayedAfter = id } = one
    if (replayed !== undefined && planned.some((other) => other.id === replayedAfter))
      replays.push(() => collect(ports[role], `${id} a second time`, requests.slice(0, 1), replayed))
  }
  // The latest case comes first, because a replayed code revokes everything that was issued with it.
  for (const replay of replays.toReversed()) await replay()
  return stage
}

const seedOf = (text: string): number => [...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2 ** 32

export async function measureRound(processes: Processes, options: BenchOptions, round: number): Promise<Round> {
  const unit = await unitRate(processes, options)
  const measured: CaseMeasurement[] = []
  const stage = await visitAll(processes, options, `round ${round}`, {
    http: async (one, at) => {
      const { result, requests } = await measureCase(processes, options, one, at, round)
      measured.push(result)
      return requests
    },
    inProcess: async (id) => {
      measured.push(await measureInProcess(processes, options, id, round))
    },
  })
  const hasServicePeer = measured.some((one) => servicePeers[one.case] !== undefined)
  const provider = hasServicePeer ? await measureOidcProvider(processes, options) : undefined
  const withPeers = measured.map((one) => {
    const name = servicePeers[one.case]
    return name && provider ? { ...one, peer: provider[name] } : one
  })
  return { measured: withPeers, unitRate: (unit + (await unitRate(processes, options))) / 2, stage }
}

/** Milliseconds for which an operation without HTTP runs under the profiler. */
const profiledMilliseconds = 400

/** Profiles one round. Measures nothing. */
export async function profileRound(processes: Processes, options: BenchOptions): Promise<readonly CaseProfile[]> {
  const profiles: CaseProfile[] = []
  const stage = await visitAll(processes, options, 'profiled', {
    http: async (one, at) => {
      const { result, requests } = await profileCase(processes, options, one, at)
      profiles.push(result)
      return requests
    },
    inProcess: async (id) => {
      const { inProcess } = processes
      await inProcess.ask('startProfiling')
      const { operations } = await turn(processes, { name: id, side: 'product', milliseconds: profiledMilliseconds })
      profiles.push({ case: id, requests: operations, profile: await inProcess.ask<Profile>('stopProfiling') })
    },
  })
  return [...profiles, ...(await profileBadInput(processes, options, stage))]
}

async function unitRate({ floors }: Processes, { floorMilliseconds: milliseconds }: BenchOptions): Promise<number> {
  return rateOf(await floors.ask<Loop>('crypto', { name: 'verify', milliseconds: milliseconds * 2 })).perSecond
}

const turn = ({ inProcess }: Processes, input: Turn): Promise<Loop> => inProcess.ask<Loop>('run', input)

/** Measures floor, product and peer in eight short turns each, so that all run under the same load of the machine. */
async function measureInProcess(
  processes: Processes,
  { floorMilliseconds }: BenchOptions,
  name: InProcessCase,
  round: number,
): Promise<CaseMeasurement> {
  const turns: Record<Side, Loop[]> = { floor: [], product: [], peer: [] }
  const milliseconds = Math.max(10, floorMilliseconds / 2)
  for (let repeat = 0; repeat < 8; repeat += 1)
    for (const side of ['floor', 'product', 'peer'] as const)
      turns[side].push(await turn(processes, { name, side, milliseconds }))
  const product = addTurns(turns.product)
  const { operations, utilisation, rss } = product
  const floor = rateOf(addTurns(turns.floor))
  // The peer has no cache of trust chains, so its floor would be another one.
  const peerFloor = name === 'trust-chain-cached' ? {} : { floor }
  const peer: PeerRate = { name: inProcessPeers[name], ...rateOf(addTurns(turns.peer)), ...peerFloor }
  return { case: name, round, operations, utilisation, rss, ...rateOf(product), floors: { crypto: floor }, peer }
}

/** Gives the registration floor the registrations of some of the population's devices. */
async function sendCertificates({ floors }: Processes, { population }: Stage): Promise<void> {
  const bodies: string[] = []
  const challenge = 'x'.repeat(76)
  for (const { device } of population.wallets.slice(0, 64)) {
    const key_attestation = await device.keyAttestation(challenge)
    bodies.push(JSON.stringify({ challenge, key_attestation, hardware_key_tag: device.hardwareKeyTag }))
  }
  const { key_attestation } = JSON.parse(bodies[0] as string) as { key_attestation: string }
  const [, , intermediate = ''] = Buffer.from(key_attestation, 'base64').toString().split(',')
  await floors.ask('certificates', { bodies, intermediate: new Uint8Array(Buffer.from(intermediate, 'base64')) })
}
