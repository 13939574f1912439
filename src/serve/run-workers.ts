/**
 * Runs a service in several processes (`--workers N`). The first process serves only the operations listener. It starts
 * the workers, kills those that hang, and replaces those that end. The pause before a replacement grows while workers
 * end early. Where workers can share a port, the kernel distributes the connections among them, also to workers that
 * hang. All state is in the store, so any worker can answer any request.
 */
import cluster, { type Worker } from 'node:cluster'
import { findPort, mayShare, portFlag, servingEnvironment } from '../node/index.ts'
import { collectWorkerMetrics, type Log } from '../telemetry/index.ts'
import { longestDefaultDrain } from './http-settings.ts'
import { listenForOperations } from './operations.ts'
import type { ServedRole } from './role-names.ts'
import type { ServiceSettings } from './role-settings.ts'
import type { WorkerMessage } from './worker.ts'
import { createWorkerReports, type WorkerReports } from './worker-reports.ts'

/** Workers of `--workers N`, for their first process. */
export interface RunningWorkers {
  readonly operationsPort: number | undefined
  /** Stops the workers. Resolves when all have ended. */
  stop(): Promise<void>
  /** Kills the workers at once. */
  cut(): void
  /**
   * Resolves if a worker ends before any worker has served, with the exit code of the first such worker. The code is 1
   * if the worker was killed or could not be started.
   */
  readonly broken: Promise<number>
}

/** Seconds without a message after which a worker that has served is killed and replaced. */
const longestSilence = 30
/** Seconds, in addition to those of the settings, after which remaining workers are killed. */
const stopGraceSeconds = 5
/** A worker that runs for less than this number of milliseconds has ended early. */
const earlyMilliseconds = 10_000
const longestPauseMilliseconds = 30_000

type WorkerSettings = Pick<ServiceSettings, 'operations' | 'listen' | 'shutdown'>

/**
 * Resolves when the operations listener listens and the workers are started. The workers might not serve yet. Kills a
 * worker that has served and then sends no message for `silentSeconds`, by default 30. Call it once in a process: it
 * changes the settings of `node:cluster`.
 */
export async function runWorkers(
  role: ServedRole,
  count: number,
  { operations, listen: { port, hosts }, shutdown }: WorkerSettings,
  log: Log,
  silentSeconds = longestSilence,
): Promise<RunningWorkers> {
  if (mayShare())
    cluster.setupPrimary({
      args: [...process.argv.slice(2), '--port', `${await findPort({ port, hosts, portSetting: portFlag })}`],
    })
  const reports = createWorkerReports()
  const listener = await listenForOperations(
    operations,
    { report: async () => reports.summary(count), metrics: () => collectWorkerMetrics(role) },
    log,
  )
  const workers = startWorkers(count, reports, log)
  const hangWatch = setInterval(() => {
    for (const worker of reports.silentFor(silentSeconds)) worker.process.kill('SIGKILL')
  }, 1000).unref()
  return {
    operationsPort: listener?.port,
    broken: workers.broken,
    cut: () => signalAll('SIGKILL'),
    stop: async () => {
      clearInterval(hangWatch)
      const { drainSeconds = longestDefaultDrain, timeoutSeconds } = shutdown
      await workers.stop(drainSeconds + timeoutSeconds + stopGraceSeconds)
      await listener?.stop()
    },
  }
}

interface StartedWorkers {
  readonly broken: Promise<number>
  /** Stops the workers and replaces none any more. Kills those that still run after `killSeconds`. */
  stop(killSeconds: number): Promise<void>
}

/** Starts `count` workers. Once any worker has served, replaces each worker that ends. */
function startWorkers(count: number, reports: WorkerReports, log: Log): StartedWorkers {
  const pauseAfter = createPauses()
  const timers = new Set<NodeJS.Timeout>()
  const broken = Promise.withResolvers<number>()
  const allEnded = Promise.withResolvers<void>()
  let stopping = false

  function fork(): void {
    const since = performance.now()
    const ended = Promise.withResolvers<number | string | null>()
    try {
      const worker = cluster.fork(servingEnvironment(process.env))
      worker.on('message', (message: WorkerMessage) => reports.record(worker, message))
      worker.on('exit', (code) => {
        reports.forget(worker)
        ended.resolve(code)
      })
      // A process that cannot be started has no id, and never exits.
      worker.on('error', (error) => worker.process.pid === undefined && ended.resolve(codeOf(error)))
    } catch (thrown) {
      ended.resolve(codeOf(thrown))
    }
    ended.promise.then((code) => onExit(code, performance.now() - since))
  }
  function onExit(code: number | string | null, milliseconds: number): void {
    if (stopping) {
      if (liveWorkers().length === 0) allEnded.resolve()
      return
    }
    // If no worker has served yet, a new one would not serve either.
    if (!reports.hasServed()) {
      broken.resolve(typeof code === 'number' ? code : 1)
      return
    }
    log.warn('worker_ended', { code: String(code ?? 'signal'), milliseconds: Math.round(milliseconds) })
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        if (!stopping) fork()
      },
      pauseAfter(milliseconds, liveWorkers().length),
    )
    timers.add(timer)
  }
  for (let index = 0; index < count; index += 1) fork()
  return {
    broken: broken.promise,
    stop: async (killSeconds) => {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      signalAll('SIGTERM')
      const killTimer = setTimeout(() => signalAll('SIGKILL'), killSeconds * 1000)
      if (liveWorkers().length > 0) await allEnded.promise
      clearTimeout(killTimer)
    },
  }
}

/**
 * Returns a function that computes the pause in milliseconds before a worker is replaced. `ran` is how long the worker
 * ran, in milliseconds, and `others` is the number of other running workers. The pause grows with each worker in a row
 * that ended early. If no other worker runs, there is no pause, except that attempts begin at least a second apart.
 */
export function createPauses(): (ran: number, others: number) => number {
  let endedEarly = 0
  return (ran, others) => {
    endedEarly = ran < earlyMilliseconds ? endedEarly + 1 : 0
    if (others === 0) return Math.max(0, 1000 - ran)
    return endedEarly === 0 ? 0 : Math.min(longestPauseMilliseconds, 500 * 2 ** endedEarly)
  }
}

const codeOf = (thrown: unknown): string => (thrown as NodeJS.ErrnoException).code ?? 'unknown'

function signalAll(signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const worker of liveWorkers()) worker.process.kill(signal)
}

const liveWorkers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[]
