/**
 * Costs of the console. While it records and its list is open: the processor time of the roles. When it is full: its
 * memory, the time of its list, and the time until a message is shown.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startChild } from '../channel.ts'
import { runClosedLoop } from '../client/closed-loop.ts'
import { quantile } from '../client/open-loop.ts'
import type { FullConsole } from '../console/process.ts'
import type { Figure } from '../figures.ts'
import { collect, requireExpected } from '../measure.ts'
import { withNeeds } from '../rounds.ts'
import type { Ports } from '../service/origins.ts'
import type { Usage } from '../usage.ts'
import type { Stage } from '../vectors/case.ts'
import { createPopulation } from '../vectors/wallets.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

/** The requests of a wallet's life cycle: registration, attestation, issuance, presentation. */
const life = ['wp-register', 'wp-token', 'pid-par-cold', 'pid-authorize', 'pid-token', 'pid-credential', 'rp-response']

interface Side {
  readonly child: Child
  readonly ports: Ports
}

/**
 * Measures whole life cycles without a console and with one, in turns. The ratio is the processor time of a life cycle
 * without the console, divided by that with it.
 */
export async function measureConsoleCost(ctx: BehaviourContext): Promise<Figure[]> {
  const { processes, options } = ctx
  const open = async (console: boolean): Promise<Side> => {
    const child = startChild('service/process.ts', 0, processes.pinned)
    const directory = join(processes.directory, `console-${console}`)
    mkdirSync(directory, { recursive: true })
    const start = { directory, vendor: processes.vendor.save(), counting: false, console }
    return { child, ports: await child.ask<Ports>('start', start) }
  }
  const sides = [await open(false), await open(true)] as const
  try {
    const ratios: number[] = []
    let last = [0, 0] as readonly number[]
    for (let turn = 0; turn < options.turns + 2; turn += 1) {
      const cpu: number[] = []
      for (const [index, side] of sides.entries()) cpu.push(await lifeOf(ctx, side, `console ${turn} ${index}`))
      const [without = 0, attached = 1] = cpu
      last = cpu
      // The first two turns warm up both sides. `--quick` has one turn and counts all.
      if (turn > 1 || options.turns === 1) ratios.push(without / attached)
    }
    const [without = 0, attached = 0] = last.map((microseconds) => Math.round(microseconds))
    return [
      behaviourFigure('console-cost', ratios, { note: `a life cycle takes ${without} µs, recorded ${attached} µs` }),
    ]
  } finally {
    await Promise.all(sides.map(({ child }) => child.stop()))
  }
}

/** Returns the processor time of the service for one life cycle in microseconds: the mean of many wallets. */
async function lifeOf(
  { processes, options }: BehaviourContext,
  { child, ports }: Side,
  label: string,
): Promise<number> {
  const population = await createPopulation(processes.vendor, label, Math.min(options.wallets, 768))
  const stage: Stage = {
    population,
    collect: (role, requests, status) => collect(ports[role], role, requests, status),
  }
  let sum = 0
  for (const one of withNeeds(life)) {
    const requests = await one.prepare(stage)
    const load = { port: ports[one.role], requests, count: requests.length, status: one.status, keep: true }
    const fired = await runClosedLoop({ ...load, connections: options.connections, ready: () => child.ask('usage') })
    requireExpected(one, fired)
    const { cpu } = await child.ask<Usage>('usage')
    one.storeAnswers?.(stage, fired.responses)
    if (life.includes(one.id)) sum += cpu / requests.length
  }
  return sum
}

const mebibyte = 1_048_576
/** A figure of a full console is compared with its bound here. */
const bounds = { pageMilliseconds: 100, updateMilliseconds: 300, bytes: 512 * mebibyte }

/**
 * Fills a console with 20,000 messages and 100,000 decisions, and measures it. `--quick` records a hundredth of them.
 */
export async function measureFullConsole({ processes, options }: BehaviourContext): Promise<Figure[]> {
  const messages = options.turns === 1 ? 200 : 20_000
  const child = startChild('console/process.ts', 0, processes.pinned)
  try {
    const full = await child.ask<FullConsole>('measure', { messages, repeats: options.turns === 1 ? 3 : 20 })
    const p95 = (times: readonly number[]): number =>
      quantile(
        times.toSorted((a, b) => a - b),
        0.95,
      )
    const [page, update] = [p95(full.pages), p95(full.updates)]
    const size = `${messages.toLocaleString('en')} messages and ${(messages * 5).toLocaleString('en')} decisions`
    return [
      behaviourFigure('console-memory', [full.grown / bounds.bytes], {
        note: `${(full.grown / mebibyte).toFixed(0)} MiB for ${size}`,
      }),
      behaviourFigure('console-list', [page / bounds.pageMilliseconds], {
        note: `${page.toFixed(1)} ms (p95) with ${size}`,
      }),
      behaviourFigure('console-live', [update / bounds.updateMilliseconds], { note: `${update.toFixed(0)} ms (p95)` }),
    ]
  } finally {
    await child.stop()
  }
}
