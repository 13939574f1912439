/**
 * How the service behaves where it is not alone with its requests: half and twice its saturation, what must be refused,
 * many requests, two processes. Runs after the rounds, on the last one's wallets.
 */
import { type Child, startChild } from './channel.ts'
import { fire } from './client/closed-loop.ts'
import { formPost } from './client/http-request.ts'
import { arrive, quantile } from './client/open-loop.ts'
import type { Figure } from './figures.ts'
import { type BehaviourCase, type Goal, goals } from './goals.ts'
import { type Loop, type Measured, type Processes, rateOf } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { hostOf, origins } from './service/origins.ts'
import { median, seededChance, spreadOf } from './statistics.ts'
import type { Usage } from './usage.ts'
import type { Case, Stage } from './vectors/case.ts'
import { cases } from './vectors/cases.ts'
import { requestUnderChallenge } from './vectors/wallet-provider-cases.ts'

export interface BehaviourContext {
  readonly processes: Processes
  readonly options: BenchOptions
  readonly stage: Stage
  readonly measured: readonly Measured[]
  readonly pinned: boolean
}

const goalOf = (id: BehaviourCase): Goal => goals.find((goal) => goal.case === id) as Goal
const figure = (id: BehaviourCase, value: number, note: string): Figure => ({
  goal: goalOf(id),
  ratio: spreadOf([value]),
  note,
})

const pushed = cases.find(({ id }) => id === 'pid-par-warm') as Case

/** Pushed requests, each of its own: what is single-use in them is used once. */
async function pushes(stage: Stage, count: number): Promise<Buffer[]> {
  const requests: Buffer[] = []
  while (requests.length < count) requests.push(...(await pushed.prepare(stage)))
  return requests.slice(0, count)
}

/** Saturation first, then arrivals at half and at twice its rate. */
export async function measureArrivals({ processes, options, stage }: BehaviourContext): Promise<Figure[]> {
  const port = processes.ports[pushed.role]
  const { connections } = options
  const batch = options.wallets * (options.quick ? 1 : 4)
  const saturated = await fire({ port, requests: await pushes(stage, batch), connections, status: pushed.status })
  const peak = batch / saturated.seconds
  const at = async (share: number) =>
    arrive({
      port,
      requests: await pushes(stage, batch),
      perSecond: peak * share,
      connections: 256,
      status: pushed.status,
      chance: seededChance(share * 100),
    })
  const half = await at(0.5)
  const twice = await at(2)
  const service = 1000 / peak
  const p99 = quantile(half.latencies, 0.99)
  const goodput = twice.good / twice.seconds
  return [
    figure('tail', p99 / service, `p50 ${quantile(half.latencies, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`),
    figure('overload', goodput / peak, `${Math.round(goodput)} of ${Math.round(peak)} /s, ${twice.refused} refused`),
  ]
}

/** What costs an attacker nothing must cost us little: refused before any signature is looked at. */
export async function measureBadInput({ processes, options, stage, measured }: BehaviourContext): Promise<Figure[]> {
  const accepted = measured.filter((one) => one.case === 'wp-token').map(({ cpu }) => cpu)
  const [wallet] = stage.population.wallets
  if (accepted.length === 0 || wallet === undefined) return []
  const malformed = formPost(hostOf(origins.walletProvider), '/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: 'eyJhbGciOiJFUzI1NiJ9.e30',
  })
  const foreign = await requestUnderChallenge(stage, wallet, 'f'.repeat(76))
  const costs = new Map<string, number>()
  for (const [name, request, status] of [
    ['malformed', malformed, 400],
    ['wrong challenge', foreign, 403],
  ] as const) {
    await processes.service.ask('usage')
    const count = options.repeats
    const load = { port: processes.ports['wallet-provider'], requests: [request], count, status }
    const { unexpected } = await fire({ ...load, connections: options.connections })
    if (unexpected.size > 0) throw new Error(`${name}: answered with ${[...unexpected.keys()]}`)
    costs.set(name, (await processes.service.ask<Usage>('usage')).cpu / count)
  }
  const dearest = Math.max(...costs.values())
  const note = [...costs].map(([name, cost]) => `${name} ${cost.toFixed(0)} µs`).join(', ')
  return [figure('bad-input', median(accepted) / dearest, note)]
}

/** Resident memory after a tenth of the requests and after all of them. */
export async function measureMemory({ processes, options }: BehaviourContext): Promise<Figure[]> {
  const nonce = cases.find(({ id }) => id === 'wp-nonce') as Case
  const requests = await nonce.prepare({} as Stage)
  const { connections, memoryRequests } = options
  const load = { port: processes.ports[nonce.role], requests, connections, status: nonce.status }
  const rssAfter = async (count: number): Promise<number> => {
    await fire({ ...load, count })
    return (await processes.service.ask<Usage>('usage')).rss
  }
  const early = await rssAfter(Math.ceil(memoryRequests / 10))
  const late = await rssAfter(memoryRequests)
  const note = `${memoryRequests} requests, ${(late / 1_048_576).toFixed(0)} MiB resident`
  return [figure('memory', late / early, note)]
}

/** Verifying presentations on one core, then on two at once. */
export async function measureTwoProcesses({ options, pinned }: BehaviourContext): Promise<Figure[]> {
  const children = [0, 1].map((core) => startChild('in-process.ts', core, pinned))
  const turn = { name: 'sd-jwt-verify', side: 'product', milliseconds: options.floorMilliseconds * 5 }
  const rate = async (child: Child): Promise<number> => rateOf(await child.ask<Loop>('run', turn)).perSecond
  try {
    const ratios: number[] = []
    for (const child of children) await rate(child)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const alone = await rate(children[0] as Child)
      const together = await Promise.all(children.map(rate))
      ratios.push(together.reduce((sum, one) => sum + one, 0) / alone)
    }
    return [{ goal: goalOf('two-processes'), ratio: spreadOf(ratios) }]
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}
