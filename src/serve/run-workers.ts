/**
 * One process per core (`--workers N`): the first one serves nothing but the operations' listener, starts the others and
 * replaces what dies, later each time that it dies young. The kernel hands out the connections. Their state is in the store, so it does not matter which of
 * them a request meets.
 */
import cluster, { type Worker } from 'node:cluster'
import {
  collectWorkerMetrics,
  findPort,
  type Log,
  mayShare,
  type RunningServer,
  serve,
  servingEnvironment,
} from '../node/index.ts'
import { createOperations, operationsPortSetting } from './operations.ts'
import type { ReadinessReport } from './readiness.ts'
import type { ServiceSettings } from './role-settings.ts'

export interface RunningWorkers {
  readonly operationsPort: number | undefined
  /** Tells them to stop and resolves when all have. */
  stop(): Promise<void>
  /** Ends them at once. */
  cut(): void
  /** Resolves when they cannot run at all: the exit code of the first that ended before it had served. */
  readonly broken: Promise<number>
}

/** What a worker tells the first process. */
export interface WorkerMessage {
  readonly fiducia: 'readiness'
  readonly report: ReadinessReport
}

export const isWorker = (): boolean => cluster.isWorker

/**
 * Whether this process shares its port by the kernel. Where that cannot be, the first process takes all connections and
 * hands them on, and one that was just being handed to a worker that is killed stays without an answer.
 */
export const sharesPort = (): boolean => cluster.isWorker && mayShare()

/** How often a worker says how it is, and for how long that counts. */
export const tellSeconds = 1
const countsMilliseconds = 5000
/** Ended earlier than this, a worker has died young. */
const youngMilliseconds = 10_000
const longestPauseMilliseconds = 30_000

export async function runWorkers(
  count: number,
  { operations, listen }: Pick<ServiceSettings, 'operations' | 'listen'>,
  log: Log,
): Promise<RunningWorkers> {
  if (mayShare()) cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', `${await findPort(listen)}`] })
  const reports = new Map<number, { readonly report: ReadinessReport; readonly at: number }>()
  const served = new Set<number>()
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false
  let diedYoung = 0
  let allGone: () => void = () => undefined
  let tellBroken: (code: number) => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    allGone = resolve
  })
  const broken = new Promise<number>((resolve) => {
    tellBroken = resolve
  })

  function fork(): void {
    const since = performance.now()
    const worker = cluster.fork(servingEnvironment(process.env))
    worker.on('message', ({ fiducia, report }: WorkerMessage) => {
      if (fiducia !== 'readiness') return
      served.add(worker.id)
      reports.set(worker.id, { report, at: performance.now() })
    })
    worker.on('exit', (code) => onExit(worker, code, performance.now() - since))
  }
  function onExit(worker: Worker, code: number | null, milliseconds: number): void {
    reports.delete(worker.id)
    if (stopping) {
      if (liveWorkers().length === 0) allGone()
      return
    }
    if (served.size === 0) {
      // What could never serve would not serve the next time either.
      tellBroken(code ?? 1)
      return
    }
    log.warn('worker_ended', { code: String(code ?? 'signal'), milliseconds: Math.round(milliseconds) })
    diedYoung = milliseconds < youngMilliseconds ? diedYoung + 1 : 0
    const pause = diedYoung === 0 ? 0 : Math.min(longestPauseMilliseconds, 500 * 2 ** diedYoung)
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!stopping) fork()
    }, pause)
    timers.add(timer)
  }
  const report = async (): Promise<ReadinessReport> => {
    const fresh = [...reports.values()].filter(({ at }) => performance.now() - at < countsMilliseconds)
    const ready = fresh.find((one) => one.report.ready) ?? fresh[0]
    return ready?.report ?? { ready: false, reasons: ['no worker serves'], notes: [] }
  }
  const listener: RunningServer | undefined =
    operations.port === undefined
      ? undefined
      : await serve({
          app: createOperations({ report, metrics: collectWorkerMetrics }),
          port: operations.port,
          portSetting: operationsPortSetting,
          hosts: operations.hosts,
          stopTimeoutSeconds: 1,
          onFault: (fault) => log.fault(fault, 'operations'),
        })
  for (let index = 0; index < count; index += 1) fork()
  const signalAll = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    for (const worker of liveWorkers()) worker.process.kill(signal)
  }
  return {
    operationsPort: listener?.port,
    broken,
    cut: () => signalAll('SIGKILL'),
    stop: async () => {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      signalAll('SIGTERM')
      if (liveWorkers().length > 0) await gone
      await listener?.stop()
    },
  }
}

const liveWorkers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[]

/** In a worker: says now and then how it is. Returns what ends that. */
export function tellReadiness(report: () => Promise<ReadinessReport>): () => void {
  const tell = async (): Promise<void> => {
    const message: WorkerMessage = { fiducia: 'readiness', report: await report() }
    if (process.connected) process.send?.(message)
  }
  const timer = setInterval(() => tell().catch(() => undefined), tellSeconds * 1000).unref()
  void tell().catch(() => undefined)
  return () => clearInterval(timer)
}
