/**
 * A served role under more requests than it can carry out: `fiducia serve` with its default limits behind a proxy of
 * many clients, on the embedded store and on PostgreSQL with two workers. An answer counts if it comes within a second.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openFilesLimit } from '../../src/node/open-files.ts'
import { childrenOf } from '../../test/support/child-processes.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { runClosedLoop } from '../client/closed-loop.ts'
import { runCrowd } from '../client/crowd.ts'
import { requestBytes } from '../client/http-request.ts'
import type { Figure } from '../figures.ts'
import { hostOf, origins } from '../service/origins.ts'
import { proxyAddresses, type ServedRole, startServedRole } from '../service/served-role.ts'
import { seededChance } from '../statistics.ts'
import { createRegistrations, registered } from '../vectors/registrations.ts'
import type { BehaviourContext } from './context.ts'
import { multiples, type OverloadTurn, oneClientFigure, overloadFigures, type Store } from './overload-figures.ts'

/** Maximum number of connections of the proxy: all that this process may open, without its own files. */
const connections = (openFilesLimit() ?? 20_000) - 500

/** A peer that is no proxy, with as many connections as the service permits one client. */
const client = { sources: ['127.1.0.1'], connections: 1000 }

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
      return await measureTurns(ctx, served, store)
    } finally {
      await served.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureTurns(ctx: BehaviourContext, served: ServedRole, store: Store): Promise<Figure[]> {
  const { only, warmUp, turns: count } = ctx.options
  const wants = (what: string): boolean => only.length === 0 || only.includes(`${store}-overload-${what}`)
  const wantsAll = wants('p99') || wants('recovery') || wants('memory')
  const measured = multiples.filter((times) => wantsAll || wants(`${times}`))
  const turns: OverloadTurn[] = []
  const besideOne: Awaited<ReturnType<typeof floodByOne>>[] = []
  let peak = await saturate(ctx, served, warmUp)
  const memory = served.memory()
  for (let turn = 0; turn < count; turn += 1) {
    if (wants('one-client')) besideOne.push(await floodByOne(ctx, served, peak))
    for (const times of measured) {
      peak = Math.max(peak, await saturate(ctx, served, warmUp))
      const loads = await overload(ctx, served, { times, peak })
      await setTimeout(1000)
      turns.push({ times, ...loads, memory: served.memory() / memory })
    }
  }
  return [
    ...(turns.length > 0 ? overloadFigures(store, peak, turns) : []),
    ...(besideOne.length > 0 ? [oneClientFigure(store, besideOne)] : []),
  ]
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

/**
 * Overloads the service, and sends half of its saturated rate directly afterwards. All requests are created before, so
 * that the service has no pause in which it could recover.
 */
async function overload(
  { processes, options: { turnSeconds: seconds } }: BehaviourContext,
  { port }: ServedRole,
  { times, peak }: { readonly times: number; readonly peak: number },
): Promise<Pick<OverloadTurn, 'over' | 'after'>> {
  const carriedOut = peak * 1.1 * seconds
  const underWay = Math.min(peak * times, connections)
  const requests = await createRegistrations(processes.vendor, port, Math.ceil(carriedOut + underWay))
  // A request that was given up in the overload may have been carried out, so the recovery has requests of its own.
  const own = await createRegistrations(processes.vendor, port, Math.ceil(peak * 0.6 * seconds))
  const [over, after] = await runCrowd({
    port,
    requests,
    phases: [
      { perSecond: peak * times, seconds },
      { perSecond: peak / 2, seconds, own },
    ],
    connections,
    sources: proxyAddresses,
    status: registered,
    chance: seededChance(times),
  })
  return { over, after }
}

/** One client sends five times what saturates the service, beside the others, who send a quarter of it. */
async function floodByOne(
  { processes, options: { turnSeconds: seconds } }: BehaviourContext,
  { port }: ServedRole,
  peak: number,
) {
  const phaseOf = (times: number) => [{ perSecond: peak * times, seconds }] as const
  const requests = await createRegistrations(processes.vendor, port, Math.ceil((peak / 3) * seconds))
  const nonce = requestBytes({ method: 'GET', target: '/nonce', host: hostOf(origins.walletProvider) })
  const flood = new Array<Buffer>(client.connections * 5).fill(nonce)
  const shared = { port, chance: seededChance(1) }
  const [[ofOne], [others]] = await Promise.all([
    runCrowd({ ...shared, ...client, requests: flood, phases: phaseOf(5), status: 200 }),
    runCrowd({ ...shared, connections, sources: proxyAddresses, requests, phases: phaseOf(1 / 4), status: registered }),
  ])
  return { flood: ofOne, others }
}
