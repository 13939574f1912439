/**
 * Pushed requests that come whether or not earlier ones were answered: at half of saturation, for how long the slowest
 * take; at twice, for how much is still done.
 */
import { fire } from '../client/closed-loop.ts'
import { type Arrived, arrive, quantile } from '../client/open-loop.ts'
import type { Figure } from '../figures.ts'
import { median, seededChance } from '../statistics.ts'
import type { Case, Stage } from '../vectors/case.ts'
import { cases } from '../vectors/cases.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

const pushed = cases.find(({ id }) => id === 'pid-par-warm') as Case

/** Each of its own: what is single-use in them is used once. */
async function pushes(stage: Stage, count: number): Promise<Buffer[]> {
  const requests: Buffer[] = []
  while (requests.length < count) requests.push(...(await pushed.prepare(stage)))
  return requests.slice(0, Math.ceil(count))
}

/** As many as a reverse proxy would keep open; what is due when all wait for an answer waits, and its latency runs. */
const sockets = 1024

interface Turn {
  readonly peak: number
  readonly half: Arrived
  readonly twice: Arrived
}

export async function measureArrivals({ processes, options, stage }: BehaviourContext): Promise<Figure[]> {
  const port = processes.ports[pushed.role]
  const { connections, turnSeconds, turns: count } = options
  const { status } = pushed
  const saturate = async (requests: readonly Buffer[]): Promise<number> =>
    requests.length / (await fire({ port, requests, connections, status })).seconds
  const turns: Turn[] = []
  let expected = await saturate(await pushes(stage, options.warmUp))
  for (let turn = 0; turn < count; turn += 1) {
    const peak = await saturate(await pushes(stage, (expected * turnSeconds) / 2))
    const at = async (share: number): Promise<Arrived> => {
      const requests = await pushes(stage, peak * share * turnSeconds)
      const chance = seededChance(turn * 1000 + share * 100)
      return arrive({ port, requests, perSecond: peak * share, connections: sockets, status, chance })
    }
    turns.push({ peak, half: await at(0.5), twice: await at(2) })
    expected = peak
  }
  const { directory } = processes
  const writes = await processes.floors.ask<number[]>('writes', { directory, count: options.durableWrites })
  return [
    tailOf(
      turns,
      writes.sort((a, b) => a - b),
    ),
    overloadOf(turns),
  ]
}

/**
 * A service time is what one request takes of a saturated service, whose writes share their way to the disk. At half of that rate
 * few do, so what one durable write takes by itself is told beside it.
 */
function tailOf(turns: readonly Turn[], writes: readonly number[]): Figure {
  const disk = [0.5, 0.99].map((share) => `p${share * 100} ${quantile(writes, share).toFixed(1)} ms`).join(', ')
  const milliseconds = (share: number): string =>
    `${median(turns.map(({ half }) => quantile(half.latencies, share))).toFixed(1)} ms`
  const requests = turns.reduce((sum, { half }) => sum + half.latencies.length, 0)
  return behaviourFigure(
    'tail',
    turns.map(({ peak, half }) => quantile(half.latencies, 0.99) / (1000 / peak)),
    {
      note: `p50 ${milliseconds(0.5)}, p99 ${milliseconds(0.99)} over ${requests} requests; one durable write of the floor: ${disk}`,
    },
  )
}

/** What was done while they came: what was done later about a pile that had grown is none of it. */
function overloadOf(turns: readonly Turn[]): Figure {
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
