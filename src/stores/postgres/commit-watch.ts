/**
 * Finds out whether a server that answers also commits. A commit may wait without limit, for example for a synchronous
 * standby that is gone. Neither the server's time limit nor the end of the connection ends this wait, so each such
 * write leaves a session at the server (D-1114).
 */
import { doesNotCommit, hasTimedOut } from './failures.ts'

interface CommitWatch {
  /** Records the failure of a write. */
  recordFailure(thrown: unknown): void
  /**
   * Resolves if no write has failed to commit since this method last resolved. Otherwise calls the probe, because a
   * service that reports a failure may get no requests that write. Rejects if the probe rejects.
   */
  requireCommits(): Promise<void>
}

/** Milliseconds after a probe without an answer in which no other probe begins. */
const pauseMilliseconds = 10_000

/**
 * Creates the watch. `probe` writes something, and rejects with `Unavailable` if the server does not confirm it. Only
 * one probe runs at a time. `milliseconds` is a monotonic clock.
 */
export function watchCommits(
  probe: () => Promise<void>,
  milliseconds: () => number = () => performance.now(),
): CommitWatch {
  let uncommitted = false
  let running: Promise<void> | undefined
  let unanswered: { readonly at: number; readonly outage: unknown } | undefined
  const tryWrite = async (): Promise<void> => {
    try {
      await probe()
      uncommitted = false
    } catch (thrown) {
      if (hasTimedOut((thrown as Error).cause)) unanswered = { at: milliseconds(), outage: thrown }
      throw thrown
    } finally {
      running = undefined
    }
  }
  return {
    recordFailure: (thrown) => {
      uncommitted ||= doesNotCommit(thrown) || hasTimedOut(thrown)
    },
    requireCommits: async () => {
      if (!uncommitted) return
      if (unanswered !== undefined && milliseconds() - unanswered.at < pauseMilliseconds) throw unanswered.outage
      running ??= tryWrite()
      await running
    },
  }
}
