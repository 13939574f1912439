/** Runs several tasks and reports every failure. `Promise.all` reports only the first. */

class SeveralFaults extends Error {
  readonly faults: readonly unknown[]

  constructor(faults: readonly unknown[]) {
    super(`${faults.length} tasks failed`)
    this.name = 'SeveralFaults'
    this.faults = faults
  }
}

/** Returns each error of tasks that `runTogether` or `runInTurn` ran. Returns any other error alone. */
export const faultsOf = (thrown: unknown): readonly unknown[] =>
  thrown instanceof SeveralFaults ? thrown.faults : [thrown]

type Task = () => unknown

/**
 * Runs the tasks concurrently and waits for all of them. If one task failed, rejects with its error. If several failed,
 * rejects with one error, whose parts `faultsOf` returns.
 */
export async function runTogether(tasks: readonly Task[]): Promise<void> {
  throwFaults(await Promise.allSettled(tasks.map(async (task) => task())))
}

/**
 * Runs the tasks one after the other, also after a task that failed. Begins no further task after `end` aborts. Rejects
 * as `runTogether` does.
 */
export async function runInTurn(tasks: readonly Task[], end?: AbortSignal): Promise<void> {
  const results: PromiseSettledResult<unknown>[] = []
  for (const task of tasks) if (!end?.aborted) results.push(...(await Promise.allSettled([(async () => task())()])))
  throwFaults(results)
}

function throwFaults(results: readonly PromiseSettledResult<unknown>[]): void {
  const faults = results.flatMap((result) => (result.status === 'rejected' ? faultsOf(result.reason) : []))
  if (faults.length > 1) throw new SeveralFaults(faults)
  if (faults.length === 1) throw faults[0]
}
