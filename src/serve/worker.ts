/** A worker's side of `--workers N`: what it is, and what it reports to the first process (`run-workers.ts`). */
import cluster from 'node:cluster'
import { every, mayShare } from '../node/index.ts'
import type { ReadinessReport } from './readiness.ts'

/** Message of a worker to the first process: its event loop runs, or its readiness. */
export interface WorkerMessage {
  readonly fiducia: 'alive' | 'readiness'
  readonly report?: ReadinessReport
}

/** Returns true if this process was started by `--workers`. */
export const isWorker = (): boolean => cluster.isWorker

/**
 * Returns true if the kernel distributes connections of a shared port to this process. Otherwise the first process
 * accepts all connections and passes them on. A connection on its way to a worker that is killed then gets no answer.
 */
export const sharesPort = (): boolean => cluster.isWorker && mayShare()

/** Seconds between two reports of a worker. */
const tellSeconds = 1

/**
 * Reports to the first process that this worker lives, and its readiness. Returns a function that stops the reports.
 */
export function tellReadiness(report: () => Promise<ReadinessReport>): () => void {
  const send = (message: WorkerMessage): void => {
    if (process.connected) process.send?.(message)
  }
  const tell = async (): Promise<void> => {
    send({ fiducia: 'alive' })
    send({ fiducia: 'readiness', report: await report() })
  }
  void tell().catch(() => undefined)
  return every(tellSeconds, tell)
}
