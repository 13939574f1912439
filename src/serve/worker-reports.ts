/**
 * Collects the messages of workers in the first process. They show whether any worker has served, the readiness of
 * each, and which workers have stopped sending messages.
 */
import type { Worker } from 'node:cluster'
import type { ReadinessReport } from './readiness.ts'
import type { WorkerMessage } from './worker.ts'

/** Age in milliseconds from which a worker's report is ignored. */
const freshMilliseconds = 5000

export interface WorkerReports {
  record(worker: Worker, message: WorkerMessage): void
  /** Removes a worker that has ended. */
  forget(worker: Worker): void
  /** Returns true if any worker has ever served. */
  hasServed(): boolean
  /**
   * Returns the workers that have served and have sent nothing for more than `seconds` calls of this function. The
   * caller must call it each second.
   */
  silentFor(seconds: number): readonly Worker[]
  /**
   * Combines the reports of the workers. It is ready if any worker is ready. Adds a note if fewer than `count` workers
   * report, and one with the reasons of the others if only some are ready. Returns a report that is not ready if none
   * reports.
   */
  summary(count: number): ReadinessReport
}

/** Creates the reports. No worker has reported yet. */
export function createWorkerReports(): WorkerReports {
  const reports = new Map<number, { readonly report: ReadinessReport; readonly at: number }>()
  /**
   * Seconds without a message, for the workers that have served. They are counted by calls, not measured, because a
   * machine may sleep.
   */
  const silent = new Map<Worker, number>()
  let served = false
  return {
    record: (worker, { fiducia, report }) => {
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
      const fresh = [...reports.values()]
        .filter(({ at }) => performance.now() - at < freshMilliseconds)
        .map(({ report }) => report)
      if (fresh.length === 0) return { ready: false, reasons: ['no worker serves'], notes: [] }
      const unready = fresh.filter((one) => !one.ready)
      const reasons = [...new Set(unready.flatMap((one) => one.reasons))]
      const ready = unready.length < fresh.length
      const countNotes = [
        ...(fresh.length === count ? [] : [`of ${count} workers ${fresh.length} answer`]),
        ...(ready && unready.length > 0
          ? [`not ready: ${unready.length} of ${count} workers (${reasons.join(', ')})`]
          : []),
      ]
      return {
        ready,
        reasons: ready ? [] : reasons,
        notes: [...countNotes, ...new Set(fresh.flatMap((one) => one.notes))],
      }
    },
  }
}
