/** A queue of asynchronous functions. */

/** Runs the function after all earlier calls have settled. A nested call deadlocks. */
export type RunExclusive = <T>(run: () => Promise<T>) => Promise<T>

/** Creates an empty queue. */
export function createQueue(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
}
