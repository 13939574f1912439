/** Runs tasks concurrently and reports every failure. `Promise.all` reports only the first. */

class SeveralFaults extends Error {
  readonly faults: readonly unknown[]

  constructor(faults: readonly unknown[]) {
    super(`${faults.length} tasks failed`)
    this.name = 'SeveralFaults'
    this.faults = faults
  }
}

/** Returns each error of a `SeveralFaults`, otherwise the error itself. */
export const faultsOf = (thrown: unknown): readonly unknown[] =>
  thrown instanceof SeveralFaults ? thrown.faults : [thrown]

/**
 * Runs the tasks concurrently and waits for all of them. Rejects with the error of the only task that failed, or with
 * `SeveralFaults`.
 */
export async function runTogether(tasks: readonly (() => unknown)[]): Promise<void> {
  const results = await Promise.allSettled(tasks.map(async (task) => task()))
  const faults = results.flatMap((result) => (result.status === 'rejected' ? faultsOf(result.reason) : []))
  if (faults.length > 1) throw new SeveralFaults(faults)
  if (faults.length === 1) throw faults[0]
}
