/**
 * Builds of trust chains for entities of which no valid chain is known. Anybody can name such an entity, so only some of these
 * builds run at once, and those who ask take turns (FED-49).
 */
import { createFairQueue, type Failure, fail, type MaybePromise } from '../../base/index.ts'

/**
 * Says who the request comes from that is being served: a client address; all for whom it says nothing are one party. A party
 * that serves nobody, as a wallet, has none: no entity that it looks for is a stranger's.
 */
export type Asker = () => string | undefined

/** The builds that may run for strangers. */
export interface StrangerBuilds {
  /** Runs a build in the turn of whoever asks; a failure when that turn does not come. Rejects with what the build throws. */
  run<T>(build: () => MaybePromise<T>): Promise<T | Failure<'builds_exhausted'>>
}

/** Builds at once, those of one party, and how many of one party wait. */
const places = 16
const placesEach = 4
const waitingEach = 16
/** For how long a build waits for its turn. */
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
