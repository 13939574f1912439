/**
 * `npm run bench`: measures every operation against the least that it can cost on this machine, in the same run. Starts
 * the processes, runs the rounds, tells.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, canPin, pinSelf, startChild } from './channel.ts'
import { figuresOf, judge } from './figures.ts'
import type { Measured, Processes } from './measure.ts'
import { type BenchOptions, help, readOptions } from './options.ts'
import { renderTable } from './report/table.ts'
import { runRound } from './rounds.ts'
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
    return await measure(given, { processes, inProcess, vendor, options: given })
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measure(given: BenchOptions, ctx: Parameters<typeof runRound>[0]): Promise<number> {
  const measured: Measured[] = []
  const unitRates: number[] = []
  for (let round = 0; round < given.rounds; round += 1) {
    const done = await runRound(ctx, round)
    if (given.profile) for (const one of done.profiles) console.log(one)
    if (given.json) for (const one of done.measured) console.log(JSON.stringify(one))
    if (round === 0 && given.rounds > 1) continue
    measured.push(...done.measured)
    unitRates.push(done.unitRate)
  }
  const figures = figuresOf(measured)
  const reasons = voidReasons(unitRates, Object.fromEntries(figures.map(({ goal, ratio }) => [goal.case, ratio])))
  if (!given.json) console.log(renderTable(figures))
  for (const reason of reasons) console.error(`void: ${reason}`)
  if (!given.check) return 0
  return reasons.length === 0 && figures.every((figure) => judge(figure).must) ? 0 : 1
}
