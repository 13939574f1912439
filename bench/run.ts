/**
 * `npm run bench`: measures every operation against the least that it can cost on this machine, in the same run. Starts
 * the processes, runs the rounds, tells.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BehaviourContext,
  measureArrivals,
  measureBadInput,
  measureMemory,
  measureTwoProcesses,
} from './behaviour.ts'
import { type Child, canPin, pinSelf, startChild } from './channel.ts'
import { fire } from './client/closed-loop.ts'
import { requestBytes } from './client/http-request.ts'
import { type Figure, figuresOf, inOrder, judge } from './figures.ts'
import type { Measured, Processes } from './measure.ts'
import { type BenchOptions, help, readOptions } from './options.ts'
import { renderPage } from './report/page.ts'
import { renderTable } from './report/table.ts'
import { type Round, runRound } from './rounds.ts'
import type { Ports } from './service/origins.ts'
import { voidReasons } from './statistics.ts'
import { createVendor } from './vectors/wallets.ts'

const options = readOptions(process.argv.slice(2))
if (options === undefined) console.log(help)
else process.exitCode = await main(options)

async function main(given: BenchOptions): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'fiducia-bench-'))
  const children: Child[] = []
  const pinned = canPin()
  const start = (file: string): Child => {
    const child = startChild(file, 0, pinned)
    children.push(child)
    return child
  }
  if (pinned) pinSelf(1)
  try {
    const vendor = await createVendor('bench')
    const service = start('service/process.ts')
    const floors = start('floors/process.ts')
    const inProcess = start('in-process.ts')
    const ports = await service.ask<Ports>('start', { directory, vendor: vendor.save(), counting: given.profile })
    const floorPorts = await floors.ask<Processes['floorPorts']>('start')
    const processes: Processes = { service, floors, ports, floorPorts, directory }
    return await measure(given, { processes, inProcess, vendor, options: given }, pinned)
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measure(given: BenchOptions, ctx: Parameters<typeof runRound>[0], pinned: boolean): Promise<number> {
  const measured: Measured[] = []
  const unitRates: number[] = []
  let last: Round | undefined
  for (let round = 0; round < given.rounds; round += 1) {
    last = await runRound(ctx, round)
    for (const profile of last.profiles) console.log(profile)
    if (given.json) for (const one of last.measured) console.log(JSON.stringify(one))
    if (round === 0 && given.rounds > 1) continue
    measured.push(...last.measured)
    unitRates.push(last.unitRate)
  }
  const ratios = figuresOf(measured)
  const reasons = voidReasons(unitRates, Object.fromEntries(ratios.map(({ goal, ratio }) => [goal.case, ratio])))
  const { processes } = ctx
  const behaviour =
    last === undefined || given.only.length > 0 || given.profile
      ? []
      : await measureBehaviour({ processes, options: given, stage: last.stage, measured, pinned })
  return tell(given, inOrder([...ratios, ...behaviour]), reasons, await ownCost(processes, given))
}

async function measureBehaviour(ctx: BehaviourContext): Promise<Figure[]> {
  return [
    ...(await measureBadInput(ctx)),
    ...(await measureArrivals(ctx)),
    ...(await measureMemory(ctx)),
    ...(await measureTwoProcesses(ctx)),
  ]
}

/** What the load itself can do, against a server that does nothing: figures near it would be its own. */
async function ownCost({ floorPorts }: Processes, { connections, repeats }: BenchOptions): Promise<string> {
  const request = requestBytes({ method: 'GET', target: '/', host: 'nobody.example' })
  const before = process.cpuUsage()
  const { seconds } = await fire({
    port: floorPorts.noOp,
    requests: [request],
    count: repeats,
    connections,
    status: 200,
  })
  const { user, system } = process.cpuUsage(before)
  return `the load itself: ${Math.round(repeats / seconds)} /s, ${((user + system) / repeats).toFixed(1)} µs of its core each`
}

function tell(given: BenchOptions, figures: readonly Figure[], reasons: readonly string[], own: string): number {
  if (given.json) for (const one of figures) console.log(JSON.stringify({ ...judge(one), ...one }))
  else console.log(`${renderTable(figures)}\n\n${own}`)
  for (const reason of reasons) console.error(`void: ${reason}`)
  if (given.write) writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), renderPage(figures, reasons, own))
  if (!given.check) return 0
  return reasons.length === 0 && figures.every((figure) => judge(figure).must) ? 0 : 1
}
