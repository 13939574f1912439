/**
 * Limits builds of trust chains for unknown entities. Anybody can name such an entity, so only some of these builds run
 * at once, and clients take turns (FED-49).
 */
import { createFairQueue, type Failure, fail, type MaybePromise } from '../../base/index.ts'

/**
 * Returns the client address of the current request. Requests without an address count as one party. A program that
 * serves no requests, such as a wallet, passes no function: its entities are not a stranger's.
 */
export type Asker = () => string | undefined

/** Queue of builds for strangers. */
export interface StrangerBuilds {
  /**
   * Runs a build in the client's turn. Returns a failure if the turn does not come. Rejects with the error of the
   * build.
   */
  run<T>(build: () => MaybePromise<T>): Promise<T | Failure<'builds_exhausted'>>
}

/** Maximum numbers of concurrent builds, of those of one party, and of waiting builds of one party. */
const places = 16
const placesEach = 4
const waitingEach = 16
/** Maximum time that a build waits. */
const waitMilliseconds = 3000

/** Creates the queue of one evaluator or resolver. */
export function createStrangerBuilds(asker: Asker = () => undefined): StrangerBuilds {
  const queue = createFairQueue({ places, placesEach })
  return {
    run: async (build) => {
      const party = asker()
      if (queue.waiting(party) >= waitingEach) return fail('builds_exhausted', 'builds')
      const leave = await queue.enter(party, AbortSignal.timeout(waitMilliseconds)).catch(() => undefined)
      if (leave === undefined) return fail('builds_exhausted', 'builds')
      try {
        return await build()
      } finally {
        leave()
      }
    },
  }
}
