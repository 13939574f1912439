/**
 * Runs tasks in the background, by default each minute: the upkeep of a role, and the deletion of expired single-use
 * values, requests, sessions and grants. Stores delete in small steps, so that requests do not wait. Several replicas
 * may run the same tasks at the same time.
 */
import { type Clock, clocksApartSeconds, type NumericDate } from '../base/index.ts'

/** Background tasks and their interval. */
export interface PruningOptions {
  readonly clock: Clock
  /**
   * Tasks of a round. They run concurrently. The failure of one does not affect the other tasks. `now` is 60 seconds
   * before the current time (D-245). When `end` aborts, a task should resolve after its current step.
   */
  readonly tasks: readonly ((now: NumericDate, end: AbortSignal) => Promise<void>)[]
  /** Seconds between the end of a round and the next one. Defaults to 60. */
  readonly intervalSeconds?: number
  /** Receives errors of tasks. The next round runs nevertheless. By default, errors are ignored. */
  readonly onFault?: (fault: unknown) => void
}

/** Running background tasks. */
export interface Pruning {
  /** Starts no further round. Tells the tasks of the current round to end, and resolves when they have ended. */
  stop(): Promise<void>
}

/**
 * Starts the tasks. The first round begins after one interval, and each further round one interval after the end of the
 * previous one. Does not keep the process alive.
 */
export function startPruning({ clock, tasks, intervalSeconds = 60, onFault = ignore }: PruningOptions): Pruning {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const round = async (): Promise<void> => {
    // The clock of a replica may be slow. It must not accept a used challenge that another replica has deleted.
    const now = clock.now() - clocksApartSeconds
    for (const result of await Promise.allSettled(tasks.map(async (task) => task(now, stopping.signal))))
      if (result.status === 'rejected') onFault(result.reason)
  }
  const wait = (): void => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      running = round().finally(wait)
    }, intervalSeconds * 1000).unref()
  }
  wait()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

const ignore = (): void => undefined
