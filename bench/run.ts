/**
 * `npm run bench`: compares every operation with its minimum cost on this machine, in the same run. Starts the
 * processes, warms them up, measures, and prints the results.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { servingEnvironment } from '../src/node/index.ts'
import { measureArrivals } from './behaviour/arrivals.ts'
import { measureBadInput } from './behaviour/bad-input.ts'
import { measureConsoleCost, measureFullConsole } from './behaviour/console.ts'
import type { BehaviourContext } from './behaviour/context.ts'
import { measureMemory } from './behaviour/memory.ts'
import { servedCases } from './behaviour/overload-figures.ts'
import { measureRefusalCost } from './behaviour/refusal-cost.ts'
import { measureServedOverload } from './behaviour/served-overload.ts'
import { measureTwoProcesses } from './behaviour/two-processes.ts'
import { runClosedLoop } from './client/closed-loop.ts'
import { requestBytes } from './client/http-request.ts'
import { writeDatabaseCosts } from './database/run.ts'
import { type Figure, figuresOf } from './figures.ts'
import type { CaseId } from './goals.ts'
import { measureGrowth } from './growth/run.ts'
import { type BenchOptions, help, readOptions } from './options.ts'
import { type Processes, withProcesses } from './processes.ts'
import { withCapacity } from './report/capacity.ts'
import { consumersByCase, renderCaseProfile } from './report/consumers.ts'
import { databaseSection } from './report/database.ts'
import { growthSection } from './report/growth.ts'
import { type Page, renderPage } from './report/page.ts'
import { renderTable } from './report/table.ts'
import { judge, resultsOf } from './results.ts'
import { measureRound, profileRound, type Round } from './rounds.ts'
import { fewestRounds, steadyRounds } from './statistics.ts'

const options = readOptions(process.argv.slice(2))
// The children, with floors and peers, get the same environment as a service in the image.
Object.assign(process.env, servingEnvironment(process.env))
if (options === undefined) console.log(help)
else if (options.growth) await measureGrowth({ most: options.quick ? 1000 : undefined, write: options.write })
else if (options.database) await writeDatabaseCosts(options)
else process.exitCode = await withProcesses(options, (processes) => main(processes, options))

async function main(processes: Processes, settings: BenchOptions): Promise<number> {
  const showProgress = createProgress()
  showProgress('warming up')
  await warmUp(processes, settings)
  if (settings.profile) {
    for (const profiled of await profileRound(processes, settings)) console.log(renderCaseProfile(profiled))
    return 0
  }
  const runs: Figure[][] = []
  const reasons: string[] = []
  let last: Run | undefined
  for (let run = 1; run <= settings.runs; run += 1) {
    last = await measureRun(processes, settings, run, showProgress)
    runs.push([...last.figures, ...(await measureBehaviour(last.context, showProgress))])
    if (last.rounds < fewestRounds) reasons.push(`fewer than ${fewestRounds} rounds of run ${run} were steady`)
  }
  if (last && settings.check) runs.push(...(await measureAgain(processes, settings, runs, showProgress)))
  showProgress('memory')
  const memory = last && wants(settings, 'memory') ? await measureMemory(last.context) : []
  runs.at(-1)?.push(...memory)
  const loadCost = await describeLoadCost(processes, settings)
  if (settings.write) showProgress('the profiled round')
  const consumers = settings.write ? consumersByCase(await profileRound(processes, settings)) : new Map()
  return report(settings, { ...settings, results: resultsOf(runs), consumers, reasons, loadCost })
}

/** Returns a function that prints a step and its time on standard error. Tables and JSON go to standard output. */
function createProgress(): (what: string) => void {
  const started = performance.now()
  return (what) => console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${what}`)
}

/**
 * Runs two rounds with more wallets, and discards the results. In the first round, the turns of the operations without
 * HTTP are longer. V8 drops compiled code when it collects garbage in the pauses of the first round, and compiles it
 * again in the second.
 */
async function warmUp(processes: Processes, settings: BenchOptions): Promise<void> {
  const { warmUp: wallets, floorMilliseconds } = settings
  const more = { ...settings, wallets, repeats: Math.max(settings.repeats, wallets) }
  await measureRound(processes, { ...more, floorMilliseconds: floorMilliseconds * 4 }, -1)
  await measureRound(processes, more, 0)
}

interface Run {
  readonly figures: Figure[]
  readonly context: BehaviourContext
  /** Number of steady rounds. Only these count. */
  readonly rounds: number
}

/** Measures a run. Adds a round for each round that the machine disturbed, up to half of the planned number. */
async function measureRun(
  processes: Processes,
  settings: BenchOptions,
  run: number,
  showProgress: (what: string) => void,
): Promise<Run> {
  const rounds: Round[] = []
  while (rounds.length < settings.rounds * 1.5 && steadyRounds(rounds).length < settings.rounds) {
    const number = run * 1000 + rounds.length + 1
    showProgress(`run ${run}, round ${rounds.length + 1}`)
    const round = await measureRound(processes, settings, number)
    if (settings.json) for (const one of round.measured) console.log(JSON.stringify(one))
    rounds.push(round)
  }
  const steady = steadyRounds(rounds)
  const measured = steady.flatMap((round) => round.measured)
  const { stage } = rounds.at(-1) as Round
  const figures = figuresOf(measured).filter(({ goal }) => wants(settings, goal.case))
  return { figures, rounds: steady.length, context: { processes, options: settings, stage, measured } }
}

/**
 * Measures the void rows again, with only the cases that they depend on, at most `again` times. Returns the figures of
 * each further run. Omits the rows that rounds measure if too few rounds were steady.
 */
async function measureAgain(
  processes: Processes,
  settings: BenchOptions,
  runs: readonly Figure[][],
  showProgress: (what: string) => void,
): Promise<Figure[][]> {
  const again: Figure[][] = []
  for (let time = 1; time <= settings.again; time += 1) {
    const only = resultsOf([...runs, ...again]).flatMap((result) => (result.void ? [result.goal.case] : []))
    if (only.length === 0) break
    const { figures, rounds, context } = await measureRun(
      processes,
      { ...settings, only },
      settings.runs + time,
      showProgress,
    )
    again.push([...(rounds < fewestRounds ? [] : figures), ...(await measureBehaviour(context, showProgress))])
  }
  return again
}

function wants({ only }: BenchOptions, ...ids: CaseId[]): boolean {
  return only.length === 0 || ids.some((id) => only.includes(id))
}

async function measureBehaviour(ctx: BehaviourContext, showProgress: (what: string) => void): Promise<Figure[]> {
  const { options: settings } = ctx
  showProgress('behaviour')
  const figures = [
    ...(wants(settings, 'bad-input') ? await measureBadInput(ctx) : []),
    ...(wants(settings, 'refusal-cost') ? await measureRefusalCost(ctx) : []),
    ...(wants(settings, 'tail', 'overload') ? await measureArrivals(ctx) : []),
    ...(wants(settings, ...servedCases('sqlite')) ? await measureServedOverload(ctx, 'sqlite') : []),
    ...(wants(settings, ...servedCases('postgres')) ? await measureServedOverload(ctx, 'postgres') : []),
    ...(wants(settings, 'two-processes') ? await measureTwoProcesses(ctx) : []),
    ...(wants(settings, 'console-cost') ? await measureConsoleCost(ctx) : []),
    ...(wants(settings, 'console-memory', 'console-list', 'console-live') ? await measureFullConsole(ctx) : []),
  ]
  return figures.filter(({ goal }) => wants(settings, goal.case))
}

/**
 * Measures the load against a server that does nothing. Returns its throughput and its processor time in words. The load
 * would limit any figure near that throughput.
 */
async function describeLoadCost({ floorPorts }: Processes, { connections, repeats }: BenchOptions): Promise<string> {
  const request = requestBytes({ method: 'GET', target: '/', host: 'nobody.example' })
  const before = process.cpuUsage()
  const load = { port: floorPorts.noOp, requests: [request], count: repeats, connections, status: 200 }
  const { seconds } = await runClosedLoop(load)
  const { user, system } = process.cpuUsage(before)
  return `the load itself: ${Math.round(repeats / seconds)} /s, with ${((user + system) / repeats).toFixed(1)} µs of processor time for each request`
}

function report(settings: BenchOptions, page: Page): number {
  const { results, reasons, loadCost } = page
  if (settings.json) for (const one of results) console.log(JSON.stringify({ ...judge(one), ...one }))
  else console.log(`${renderTable(results)}\n\n${loadCost}`)
  for (const reason of reasons) console.error(`void: ${reason}`)
  if (settings.write) writePages(page)
  if (!settings.check) return 0
  const missed = results.filter((result) => !judge(result).must)
  for (const result of missed)
    console.error([judge(result).verdict, result.goal.operation, result.fault].filter(Boolean).join(': '))
  return reasons.length === 0 && missed.length === 0 ? 0 : 1
}

function writePages(page: Page): void {
  const docs = new URL('../docs/', import.meta.url)
  const guide = new URL('guides/operations.md', docs)
  const benchmarks = new URL('benchmarks.md', docs)
  const former = readFileSync(benchmarks, 'utf8')
  const others = [databaseSection(former), growthSection(former)]
  writeFileSync(benchmarks, [renderPage(page), ...others].filter(Boolean).join('\n'))
  writeFileSync(guide, withCapacity(readFileSync(guide, 'utf8'), page.results))
}
