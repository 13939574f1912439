/**
 * One process per core (`--workers N`): the first one serves nothing but the operations' listener, starts the others and
 * replaces what dies, later each time that it dies young, and what hangs: the kernel hands out the connections, to that one
 * as well. Their state is in the store, so it does not matter which of them a request meets.
 */
import cluster, { type Worker } from 'node:cluster'
import { findPort, mayShare, type RunningServer, serve, servingEnvironment } from '../node/index.ts'
import { collectWorkerMetrics, type Log } from '../telemetry/index.ts'
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

/** What a worker tells the first process: that its event loop goes round, and, when it has found out, how it is. */
export interface WorkerMessage {
  readonly fiducia: 'alive' | 'readiness'
  readonly report?: ReadinessReport
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
/** So many seconds without a word, and a worker that has served is killed, and replaced as one that died. */
const longestSilence = 30
/** Beyond what a stop may take by the settings, until the workers that still live are killed. */
const stopGraceSeconds = 5
/** Ended earlier than this, a worker has died young. */
const youngMilliseconds = 10_000
const longestPauseMilliseconds = 30_000

export async function runWorkers(
  count: number,
  { operations, listen, shutdown }: Pick<ServiceSettings, 'operations' | 'listen' | 'shutdown'>,
  log: Log,
  silentSeconds = longestSilence,
): Promise<RunningWorkers> {
  if (mayShare()) cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', `${await findPort(listen)}`] })
  const reports = new Map<number, { readonly report: ReadinessReport; readonly at: number }>()
  const served = new Set<number>()
  /** Seconds without a word of those that have served: counted and not measured, since a machine may sleep. */
  const silent = new Map<Worker, number>()
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
      if (silent.has(worker)) silent.set(worker, 0)
      if (fiducia !== 'readiness' || report === undefined) return
      silent.set(worker, 0)
      served.add(worker.id)
      reports.set(worker.id, { report, at: performance.now() })
    })
    worker.on('exit', (code) => onExit(worker, code, performance.now() - since))
  }
  function onExit(worker: Worker, code: number | null, milliseconds: number): void {
    reports.delete(worker.id)
    silent.delete(worker)
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
  const listening = setInterval(() => {
    for (const [worker, seconds] of silent) {
      silent.set(worker, seconds + 1)
      if (seconds + 1 > silentSeconds) worker.process.kill('SIGKILL')
    }
  }, 1000).unref()
  const report = async (): Promise<ReadinessReport> => {
    const fresh = [...reports.values()].filter(({ at }) => performance.now() - at < countsMilliseconds)
    const ready = fresh.find((one) => one.report.ready) ?? fresh[0]
    if (ready === undefined) return { ready: false, reasons: ['no worker serves'], notes: [] }
    const { notes } = ready.report
    return fresh.length === count
      ? ready.report
      : { ...ready.report, notes: [`of ${count} workers ${fresh.length} answer`, ...notes] }
  }
  const listener: RunningServer | undefined =
    operations.port === undefined
      ? undefined
      : await serve({
          app: createOperations({ report, metrics: () => collectWorkerMetrics() }),
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
      clearInterval(listening)
      for (const timer of timers) clearTimeout(timer)
      signalAll('SIGTERM')
      const { drainSeconds, timeoutSeconds } = shutdown
      const cut = setTimeout(() => signalAll('SIGKILL'), (drainSeconds + timeoutSeconds + stopGraceSeconds) * 1000)
      if (liveWorkers().length > 0) await gone
      clearTimeout(cut)
      await listener?.stop()
    },
  }
}

const liveWorkers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[]

/** In a worker: says now and then that it lives and how it is. Returns what ends that. */
export function tellReadiness(report: () => Promise<ReadinessReport>): () => void {
  const send = (message: WorkerMessage): void => {
    if (process.connected) process.send?.(message)
  }
  const tell = async (): Promise<void> => {
    send({ fiducia: 'alive' })
    send({ fiducia: 'readiness', report: await report() })
  }
  const timer = setInterval(() => tell().catch(() => undefined), tellSeconds * 1000).unref()
  void tell().catch(() => undefined)
  return () => clearInterval(timer)
}
