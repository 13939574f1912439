/**
 * A served role under more requests than it can carry out: `fiducia serve` with its default limits behind a proxy of
 * many clients, on the embedded store and on PostgreSQL with two workers. An answer counts if it comes within a second.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { childrenOf } from '../../test/support/child-processes.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { runClosedLoop } from '../client/closed-loop.ts'
import { type CrowdResult, runCrowd } from '../client/crowd.ts'
import { quantile } from '../client/open-loop.ts'
import type { Figure } from '../figures.ts'
import type { BehaviourCase } from '../goals.ts'
import { type ServedRole, startServedRole } from '../service/served-role.ts'
import { median, seededChance } from '../statistics.ts'
import { createRegistrations, registered } from '../vectors/registrations.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

type Store = 'sqlite' | 'postgres'

/** Multiples of the saturated rate. */
const multiples = [2, 5, 10] as const

export const servedCases = (store: Store): readonly BehaviourCase[] => [
  ...multiples.map((times) => `${store}-overload-${times}` as const),
  `${store}-overload-p99`,
  `${store}-overload-recovery`,
  `${store}-overload-memory`,
]

/** Connections of the proxy. */
const connections = 1000
/** Maximum milliseconds by which the load may send too late. A turn in which it is later does not count. */
const maximumLateness = 50
/** Share of the arrivals that are answered once the service has recovered. */
const recovered = 0.9

/** One turn: an overload, and the rates before and after it. */
interface OverloadMeasurement {
  /** The overload as a multiple of the saturated rate. */
  readonly times: number
  /** Accepted registrations per second in a closed loop: the mean of before and after the overload. */
  readonly peak: number
  readonly over: CrowdResult
  readonly after: CrowdResult
  /** Resident memory after the overload, as a multiple of that before it. */
  readonly memory: number
}

export async function measureServedOverload(ctx: BehaviourContext, store: Store): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fiducia-overload-'))
  const postgres = store === 'postgres' ? await startPostgres({ own: true }) : undefined
  if (postgres && ctx.processes.pinned) pinServers()
  try {
    const served = await startServedRole({
      directory: join(directory, 'wallet-provider'),
      vendor: ctx.processes.vendor,
      databaseUrl: postgres?.url ?? `sqlite:${join(directory, 'store.sqlite')}`,
      workers: postgres ? 2 : 1,
      core: ctx.processes.pinned ? 0 : undefined,
    })
    try {
      await saturate(ctx, served, ctx.options.warmUp)
      const turns: OverloadMeasurement[] = []
      for (let turn = 0; turn < ctx.options.turns; turn += 1)
        for (const times of multiples) turns.push(await overload(ctx, served, times))
      return figuresOf(store, turns)
    } finally {
      await served.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Pins the database to the core of the service. The load, which has started the database, has the other core. On that
 * core, the database would make the load late, and an overload would leave the database less time.
 */
function pinServers(): void {
  for (const pid of childrenOf(process.pid))
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres'))
      spawnSync('taskset', ['-acp', '0', String(pid)])
}

/** Registers `count` devices in a closed loop. Returns the accepted registrations per second. */
async function saturate({ processes, options }: BehaviourContext, { port }: ServedRole, count: number) {
  const requests = await createRegistrations(processes.vendor, port, count)
  const { seconds, unexpected } = await runClosedLoop({
    port,
    requests,
    connections: options.connections,
    status: registered,
  })
  const others = [...unexpected.values()].reduce((sum, one) => sum + one.count, 0)
  return (requests.length - others) / seconds
}

/** Saturates the service, overloads it, sends half of its saturated rate, then saturates it again. */
async function overload(ctx: BehaviourContext, served: ServedRole, times: number): Promise<OverloadMeasurement> {
  const { vendor } = ctx.processes
  const { turnSeconds: seconds, warmUp } = ctx.options
  const { port } = served
  const peak = await saturate(ctx, served, warmUp)
  const before = served.memory()
  const load = async (perSecond: number, spare: number): Promise<CrowdResult> => {
    const requests = await createRegistrations(
      vendor,
      port,
      Math.ceil(Math.min(perSecond, peak * 1.5) * seconds) + spare,
    )
    return runCrowd({
      port,
      requests,
      perSecond,
      seconds,
      connections,
      status: registered,
      chance: seededChance(times),
    })
  }
  const over = await load(peak * times, connections * Math.ceil(seconds + 1))
  const after = await load(peak / 2, connections)
  await setTimeout(1000)
  const memory = served.memory() / before
  return { times, peak: (peak + (await saturate(ctx, served, warmUp))) / 2, over, after, memory }
}

/**
 * Returns the figures of the turns. The median of the turns is compared with a goal. If the load was late in more than
 * half of the turns of a multiple, its goodput counts as 0.
 */
function figuresOf(store: Store, turns: readonly OverloadMeasurement[]): Figure[] {
  const byMultiple = multiples.map((times) => {
    const all = turns.filter((turn) => turn.times === times)
    const steady = all.filter(({ over }) => over.lateness <= maximumLateness)
    const isVoid = steady.length * 2 < all.length
    const medianOf = (value: (turn: OverloadMeasurement) => number): number =>
      median((isVoid ? all : steady).map(value))
    return { times, all, steady, isVoid, medianOf }
  })
  const rows = byMultiple.map(({ times, all, steady, isVoid, medianOf }) => {
    const late = medianOf(({ over }) => over.lateness).toFixed(0)
    const turnsNote = isVoid
      ? `void: the load was ${late} ms late`
      : `${steady.length} of ${all.length} turns with a punctual load`
    const rates = `${Math.round(medianOf(goodput))} of ${Math.round(medianOf(({ peak }) => peak))} /s`
    const counts = `${medianOf(({ over }) => over.refused)} refused, ${medianOf(({ over }) => over.givenUp)} given up`
    const ratios = isVoid ? [0] : steady.map((turn) => goodput(turn) / turn.peak)
    return behaviourFigure(`${store}-overload-${times}`, ratios, { note: `${rates}, ${counts}; ${turnsNote}` })
  })
  const p99 = byMultiple.map(({ medianOf }) => ({
    answered: medianOf(({ over }) => quantile(over.answered, 0.99)),
    accepted: medianOf(({ over }) => quantile(over.latencies, 0.99)),
  }))
  const tenths = byMultiple.map(({ medianOf }) => medianOf(({ after }) => recoveryTenths(after)))
  return [
    ...rows,
    behaviourFigure(`${store}-overload-p99`, [Math.max(...p99.map(({ answered }) => answered)) / 500], {
      note: p99
        .map(({ answered, accepted }) => `${answered.toFixed(0)} ms (accepted ${accepted.toFixed(0)} ms)`)
        .join(', '),
    }),
    behaviourFigure(`${store}-overload-recovery`, [Math.max(...tenths) / 10], {
      note: tenths.map((each) => `${each / 10} s`).join(', '),
    }),
    behaviourFigure(`${store}-overload-memory`, [median(turns.map(({ memory }) => memory))]),
  ]
}

/** Returns the registrations per second that were accepted in time during the overload. */
const goodput = ({ over }: OverloadMeasurement): number => over.good / over.seconds

/** Returns the number of tenths of a second after which the service accepts nine of ten arriving requests. */
function recoveryTenths({ goodByTenth, arrivedByTenth }: CrowdResult): number {
  const isRecovered = (tenth: number): boolean => (goodByTenth[tenth] ?? 0) >= (arrivedByTenth[tenth] ?? 0) * recovered
  return arrivedByTenth.findLastIndex((_, tenth) => !isRecovered(tenth)) + 1
}
