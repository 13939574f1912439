/**
 * Forgets what is over, in the background: claims whose time is past, requests, sessions and grants with the personal
 * data that they hold. Stores do it in small steps, so that nobody waits for it; several replicas may do it at once.
 */
import type { Clock, NumericDate } from '../base/index.ts'

/** What is forgotten in the background, and how often. */
export interface PruningOptions {
  readonly clock: Clock
  /** Each by itself: one that fails holds up no other. */
  readonly tasks: readonly ((now: NumericDate) => Promise<void>)[]
  /** From the end of one round to the next. A minute when not said. */
  readonly intervalSeconds?: number
  /** Told what failed; the next round comes all the same. */
  readonly onFault?: (fault: unknown) => void
}

/** Forgets what is over, until it is stopped. */
export interface Pruning {
  /** No round begins any more; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/**
 * So far the clocks of replicas may lie apart (D-245): what one forgets must be over for all of them, or a challenge that
 * was used would be taken once more by whose clock is behind.
 */
const clocksApartSeconds = 60

/** Starts it. Keeps no process alive. */
export function startPruning({ clock, tasks, intervalSeconds = 60, onFault = ignore }: PruningOptions): Pruning {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const round = async (): Promise<void> => {
    const now = clock.now() - clocksApartSeconds
    for (const result of await Promise.allSettled(tasks.map(async (task) => task(now))))
      if (result.status === 'rejected') onFault(result.reason)
  }
  const wait = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      running = round().finally(wait)
    }, intervalSeconds * 1000).unref()
  }
  wait()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

const ignore = (): void => undefined
