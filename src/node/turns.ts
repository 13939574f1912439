/**
 * Work of the same kind, done together. What the requests of one turn of the event loop ask for is collected, and done one
 * after the other once all of them have asked: so code and tables that one piece of work has brought into the processor's
 * caches are still there for the next one (ADR 5).
 */
import type { MaybePromise } from '../base/index.ts'

export type Gather = <T>(work: () => MaybePromise<T>) => Promise<T>

/** At most so many pieces are done before connections are looked at again: some milliseconds of signatures. */
const mostAtOnce = 64

/** Creates a collection of its own. Work is done in the order in which it came; what throws rejects for itself alone. */
export function createTurns(most = mostAtOnce): Gather {
  const waiting: (() => void)[] = []
  const work = (): void => {
    const now = waiting.splice(0, most)
    if (waiting.length > 0) setImmediate(work)
    for (const one of now) one()
  }
  return (run) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(work)
      waiting.push(() => {
        try {
          resolve(run())
        } catch (thrown) {
          reject(thrown)
        }
      })
    })
}
