/**
 * Open load of pushed requests, which arrive whether or not earlier ones were answered. At half of the saturated rate,
 * the latency of the slowest requests is measured; at twice the saturated rate, the throughput. A bare server with the
 * minimum work of such a request gets half of its own saturated rate, which shows the delays of disk, machine and Node
 * itself.
 */
import { runClosedLoop } from '../client/closed-loop.ts'
import { type OpenLoadResult, quantile, runOpenLoop } from '../client/open-loop.ts'
import type { Figure } from '../figures.ts'
import { median, seededChance, spreadOf } from '../statistics.ts'
import type { Case, Stage } from '../vectors/case.ts'
import { cases } from '../vectors/cases.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

const pushed = cases.find(({ id }) => id === 'pid-par-warm') as Case

/** Returns `count` distinct requests, rounded up. Each has its own single-use values. */
async function pushes(stage: Stage, count: number): Promise<Buffer[]> {
  const requests: Buffer[] = []
  while (requests.length < count) requests.push(...(await pushed.prepare(stage)))
  return requests.slice(0, Math.ceil(count))
}

/**
 * Number of sockets, as many as a reverse proxy would keep open. A request that is due while all are busy waits, and
 * the wait counts as latency.
 */
const sockets = 1024

/** Results of one server in one turn. */
interface ServerLoad {
  /** Saturated rate, in requests per second. */
  readonly peak: number
  /** Result at half of the peak. */
  readonly half: OpenLoadResult
}

interface Turn extends ServerLoad {
  /** Result at twice the peak. */
  readonly twice: OpenLoadResult
  readonly bare: ServerLoad
}

/** Size and type of the answer to a pushed request. */
const answer = { status: pushed.status, bytes: 120, contentType: 'application/json' }

export async function measureArrivals({ processes, options, stage }: BehaviourContext): Promise<Figure[]> {
  const { connections, turnSeconds, turns: count } = options
  const { directory, floors } = processes
  const { status } = pushed
  const own = processes.ports[pushed.role]
  const bare = await floors.ask<number>('durable', { directory, name: 'pid-par-warm', answer })
  const saturate = async (port: number, requests: readonly Buffer[]): Promise<number> =>
    requests.length / (await runClosedLoop({ port, requests, connections, status })).seconds
  const turns: Turn[] = []
  let expected = await saturate(own, await pushes(stage, options.warmUp))
  await saturate(bare, await pushes(stage, options.warmUp))
  for (let turn = 0; turn < count; turn += 1) {
    const load = async (port: number, peak: number, share: number, lead = 0): Promise<OpenLoadResult> => {
      const perSecond = peak * share
      const requests = await pushes(stage, perSecond * (turnSeconds + lead))
      const chance = seededChance(turn * 1000 + share * 100)
      return runOpenLoop({
        port,
        requests,
        lead: Math.ceil(perSecond * lead),
        perSecond,
        connections: sockets,
        status,
        chance,
      })
    }
    const measureServer = async (port: number, rate: number): Promise<ServerLoad> => {
      const peak = await saturate(port, await pushes(stage, (rate * turnSeconds) / 2))
      return { peak, half: await load(port, peak, 0.5, turnSeconds / 2) }
    }
    const bareLoad = await measureServer(bare, expected)
    const ownLoad = await measureServer(own, expected)
    expected = ownLoad.peak
    turns.push({ ...ownLoad, twice: await load(own, expected, 2), bare: bareLoad })
  }
  const writes = await floors.ask<number[]>('writes', { directory, count: options.durableWrites })
  return [
    tailFigure(
      turns,
      writes.sort((a, b) => a - b),
    ),
    overloadFigure(turns),
  ]
}

/**
 * Returns the 99th percentile of the latency in service times. A service time is the time that the saturated server
 * takes for one request.
 */
const p99InServiceTimes = ({ peak, half }: ServerLoad): number => quantile(half.latencies, 0.99) / (1000 / peak)

/**
 * Returns the figure of the slowest requests. Many requests of a saturated service share a durable write. At half of
 * that rate few do, so the note also states the time of a single durable write.
 */
function tailFigure(turns: readonly Turn[], writes: readonly number[]): Figure {
  const disk = [0.5, 0.99].map((share) => `p${share * 100} ${quantile(writes, share).toFixed(1)} ms`).join(', ')
  const milliseconds = (share: number): string =>
    `${median(turns.map(({ half }) => quantile(half.latencies, share))).toFixed(1)} ms`
  const requests = turns.reduce((sum, { half }) => sum + half.latencies.length, 0)
  return behaviourFigure('tail', turns.map(p99InServiceTimes), {
    bare: spreadOf(turns.map(({ bare }) => p99InServiceTimes(bare))),
    note: `p50 ${milliseconds(0.5)}, p99 ${milliseconds(0.99)} over ${requests} requests; one durable write of the floor: ${disk}`,
  })
}

/** Returns the figure of the throughput while requests arrive. Answers after the last arrival do not count. */
function overloadFigure(turns: readonly Turn[]): Figure {
  const goodput = median(turns.map(({ twice }) => twice.goodInTime / twice.window))
  const peak = median(turns.map((turn) => turn.peak))
  const refused = turns.reduce((sum, { twice }) => sum + twice.refused, 0)
  const wait = median(turns.map(({ twice }) => quantile(twice.latencies, 0.99)))
  return behaviourFigure(
    'overload',
    turns.map((turn) => turn.twice.goodInTime / turn.twice.window / turn.peak),
    { note: `${Math.round(goodput)} of ${Math.round(peak)} /s, ${refused} refused, p99 ${(wait / 1000).toFixed(1)} s` },
  )
}
