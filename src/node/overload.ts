/**
 * Decides which requests an overloaded process refuses before it reads them. The signal is the age of the queue: the
 * time for which a request that arrives now would wait for work of this process. A short burst may wait longer than
 * requests of a lasting overload may, as in CoDel (RFC 8289). Requests that wait for other parties do not count.
 */
/** Limits, and what the process knows of its queues. */
export interface OverloadOptions {
  /** Expected milliseconds of waiting in each queue of the process. */
  readonly waits: readonly (() => number)[]
  /** Returns true while another limit of the process is exceeded. */
  readonly isFull?: () => boolean
  /** A monotonic clock. */
  readonly milliseconds: () => number
  /** Returns true for targets that an overloaded process still answers, at most 100 a second. */
  readonly isKept?: (target: string) => boolean
}

/** The state of overload of a process. */
export interface Overload {
  /**
   * Returns true if the request is to be refused. `isLate` is true if it may have waited before the process could read
   * it. A late request is only accepted once the queue is short.
   */
  refuses(target: string, isLate: boolean): boolean
  /** Returns the expected milliseconds of waiting in all queues. */
  wait(): number
}

/** Milliseconds of waiting that a lasting overload may cause. */
const lastingWait = 100
/** Milliseconds of waiting in a burst. */
const burstWait = 250
/** Milliseconds after which an overload lasts. */
const burstLength = 200
/** Share of `lastingWait` below which the overload is over, and below which late requests are accepted. */
const calm = 0.5
/** Kept targets in a second, so that a flood of them is refused, too. */
const keptPerSecond = 100

/** Creates the state. Starts no timer. */
export function createOverload({
  waits,
  isFull = () => false,
  milliseconds,
  isKept = () => false,
}: OverloadOptions): Overload {
  let since: number | undefined
  let second = 0
  let kept = 0
  const wait = (): number => waits.reduce((sum, each) => sum + each(), 0)
  const mayKeep = (target: string): boolean => {
    if (!isKept(target)) return false
    const now = Math.floor(milliseconds() / 1000)
    if (now !== second) kept = 0
    second = now
    kept += 1
    return kept <= keptPerSecond
  }
  return {
    wait,
    refuses: (target, isLate) => {
      const waiting = wait()
      const full = isFull()
      if (waiting < lastingWait * calm && !full) {
        since = undefined
        return false
      }
      const now = milliseconds()
      since ??= now
      const most = isLate ? 0 : now - since > burstLength ? lastingWait : burstWait
      return (full || waiting > most) && !mayKeep(target)
    },
  }
}
