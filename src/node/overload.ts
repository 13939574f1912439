/**
 * Decides which requests an overloaded process refuses before it reads them (GEN-60). The measure is the expected wait
 * of a request that arrives now, in all queues of the process. The limit is higher in a short burst than in a lasting
 * overload, as in CoDel (RFC 8289). Requests that wait for other parties do not lengthen this wait.
 */

/** Inputs of the decision: the queues of the process, its other limits and exempt targets. */
export interface OverloadOptions {
  /** Expected milliseconds of waiting in each queue of the process. */
  readonly waits: readonly (() => number)[]
  /** Returns true while another limit of the process is exceeded. Defaults to never. */
  readonly isFull?: () => boolean
  /** Returns true while so few requests are in flight that no queue can be long. Defaults to never. */
  readonly isIdle?: () => boolean
  /** A monotonic clock. */
  readonly milliseconds: () => number
  /** Returns true for targets that an overloaded process still answers, at most 100 a second. Defaults to none. */
  readonly isExempt?: (target: string) => boolean
}

/** The state of overload of a process. */
export interface Overload {
  /**
   * Returns true if the request is to be refused. Call it once for each request, because it counts requests to exempt
   * targets and records how long the queue is. `waited` is the longest time in milliseconds for which the request may
   * have waited before the process could read it. A request that waited is accepted only if the queue is short. If it
   * waited more than 250 ms, it is accepted only after the queue has been short for 200 ms.
   */
  refuses(target: string, waited: number): boolean
  /** Returns the expected milliseconds of waiting in all queues. */
  wait(): number
}

/** Maximum expected wait in milliseconds during a lasting overload. */
const lastingWait = 100
/** Maximum expected wait in milliseconds during a burst. */
const burstWait = 250
/** Milliseconds of waiting below which the queue is short. */
const shortWait = 50
/** Milliseconds after which an overload is lasting. It ends after the queue was short for the same time. */
const burstLength = 200
/** Milliseconds that a request may wait before it is read. After a longer wait, most clients have given up. */
const lateWait = 250
/** Maximum number of requests to exempt targets that an overloaded process accepts in a second. */
const exemptPerSecond = 100

/** Creates the state. Starts no timer. */
export function createOverload({
  waits,
  isFull = () => false,
  isIdle = () => false,
  milliseconds,
  isExempt = () => false,
}: OverloadOptions): Overload {
  /** Time at which the queue ceased to be short. */
  let since = 0
  /** Last time at which the queue was not short. */
  let busyAt = Number.NEGATIVE_INFINITY
  let second = 0
  let exemptCount = 0
  const wait = (): number => waits.reduce((sum, each) => sum + each(), 0)
  /** Returns true for an exempt target while the limit for a second is not exceeded. Counts the request. */
  const takeExemption = (target: string): boolean => {
    if (!isExempt(target)) return false
    const now = Math.floor(milliseconds() / 1000)
    if (now !== second) exemptCount = 0
    second = now
    exemptCount += 1
    return exemptCount <= exemptPerSecond
  }
  /** Returns true if the request has to wait too long, or waited too long. Records a queue that is not short. */
  const exceedsLimit = (waiting: number, waited: number, now: number): boolean => {
    const wasBusy = now - busyAt < burstLength
    if (waiting < shortWait) return wasBusy && waited > lateWait
    if (!wasBusy) since = now
    busyAt = now
    return waited > 0 || waiting > (now - since > burstLength ? lastingWait : burstWait)
  }
  return {
    wait,
    refuses: (target, waited) => {
      const exceeds = !isIdle() && exceedsLimit(wait(), waited, milliseconds())
      return (exceeds || isFull()) && !takeExemption(target)
    },
  }
}
