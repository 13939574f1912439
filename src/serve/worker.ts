/**
 * Functions of a worker process of `--workers N`. They recognize a worker, and report its state to the first process
 * (`run-workers.ts`).
 */
import cluster from 'node:cluster'
import { every, mayShare } from '../node/index.ts'
import type { ReadinessReport } from './readiness.ts'

/**
 * Message of a worker to the first process. `alive` only states that the worker runs. `readiness` contains the report.
 */
export interface WorkerMessage {
  readonly fiducia: 'alive' | 'readiness'
  readonly report?: ReadinessReport
}

/** Returns true if this process was started by `--workers`. */
export const isWorker = (): boolean => cluster.isWorker

/**
 * Returns true if this process is a worker and the kernel distributes the connections of its port among the workers.
 * Without this distribution, the first process accepts all connections and passes them on. Connections that are being
 * passed to a killed worker get no answer.
 */
export const sharesPort = (): boolean => cluster.isWorker && mayShare()

/** Seconds between two reports of a worker. */
const reportSeconds = 1

/**
 * Sends two messages to the first process each second: that this worker is alive, and its readiness. Sends no readiness
 * if `report` rejects, and no message without a channel to the first process. Returns a function that stops the
 * messages.
 */
export function reportReadiness(report: () => Promise<ReadinessReport>): () => void {
  const send = (message: WorkerMessage): void => {
    if (process.connected) process.send?.(message)
  }
  const sendReports = async (): Promise<void> => {
    send({ fiducia: 'alive' })
    send({ fiducia: 'readiness', report: await report() })
  }
  void sendReports().catch(() => undefined)
  return every(reportSeconds, sendReports)
}
