/**
 * A worker's own side of `--workers N`: what it is, and what it tells the first process (`run-workers.ts`).
 */
import cluster from 'node:cluster'
import { every, mayShare } from '../node/index.ts'
import type { ReadinessReport } from './readiness.ts'

/** What a worker tells the first process: that its event loop goes round, and, when it has found out, how it is. */
export interface WorkerMessage {
  readonly fiducia: 'alive' | 'readiness'
  readonly report?: ReadinessReport
}

/** Whether this process was started by `--workers`. */
export const isWorker = (): boolean => cluster.isWorker

/**
 * Whether this process shares its port by the kernel. Where that cannot be, the first process takes all connections and
 * hands them on, and one that was just being handed to a worker that is killed stays without an answer.
 */
export const sharesPort = (): boolean => cluster.isWorker && mayShare()

/** How often a worker says how it is. */
const tellSeconds = 1

/** In a worker: says now and then that it lives and how it is. Returns what ends that. */
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
