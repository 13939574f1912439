/**
 * What the first process has heard from its workers: which have served, how they are, and who has fallen silent.
 */
import type { Worker } from 'node:cluster'
import type { ReadinessReport } from './readiness.ts'
import type { WorkerMessage } from './worker.ts'

/** For how long what a worker said counts. */
const countsMilliseconds = 5000

export interface WorkerReports {
  hear(worker: Worker, message: WorkerMessage): void
  /** It has ended. */
  forget(worker: Worker): void
  /** Whether any has ever served. */
  hasServed(): boolean
  /** To be called each second. Of those that have served, who has said nothing for longer than so many of them. */
  silentFor(seconds: number): readonly Worker[]
  /** How the workers are together, of which there should be so many. */
  summary(count: number): ReadinessReport
}

export function createWorkerReports(): WorkerReports {
  const reports = new Map<number, { readonly report: ReadinessReport; readonly at: number }>()
  /** Seconds without a word of those that have served: counted and not measured, since a machine may sleep. */
  const silent = new Map<Worker, number>()
  let served = false
  return {
    hear: (worker, { fiducia, report }) => {
      if (silent.has(worker)) silent.set(worker, 0)
      if (fiducia !== 'readiness' || report === undefined) return
      silent.set(worker, 0)
      served = true
      reports.set(worker.id, { report, at: performance.now() })
    },
    forget: (worker) => {
      reports.delete(worker.id)
      silent.delete(worker)
    },
    hasServed: () => served,
    silentFor: (seconds) => {
      for (const [worker, before] of silent) silent.set(worker, before + 1)
      return [...silent].filter(([, since]) => since > seconds).map(([worker]) => worker)
    },
    summary: (count) => {
      const fresh = [...reports.values()].filter(({ at }) => performance.now() - at < countsMilliseconds)
      const ready = fresh.find((one) => one.report.ready) ?? fresh[0]
      if (ready === undefined) return { ready: false, reasons: ['no worker serves'], notes: [] }
      if (fresh.length === count) return ready.report
      return { ...ready.report, notes: [`of ${count} workers ${fresh.length} answer`, ...ready.report.notes] }
    },
  }
}
