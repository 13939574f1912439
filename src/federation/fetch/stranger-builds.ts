/**
 * Limits builds of trust chains for unknown entities. Any client can name such an entity, so only 16 of these builds
 * run at once, and clients take turns (FED-49).
 */
import { createFairQueue, type Failure, fail, type MaybePromise } from '../../base/index.ts'

/**
 * Returns the network of the client of the current request: its IPv4 address, or the first 64 bits of its IPv6 address.
 * Returns `undefined` outside a request, as in background work. All such builds count as one client. Without this
 * function, evaluators and resolvers do not limit builds.
 */
export type CurrentClientNetwork = () => string | undefined

/**
 * Waits for a free place, then runs the build. Runs at most four builds of one client at once. Resolves to a failure if
 * the client has 16 waiting builds, or if the build gets no place within 3 s. Rejects with the error of the build.
 */
export type RunForStranger = <T>(build: () => MaybePromise<T>) => Promise<T | Failure<'builds_exhausted'>>

/** Maximum number of concurrent builds. */
const places = 16
/** Maximum number of concurrent builds of one client. */
const placesEach = 4
/** Maximum number of waiting builds of one client. */
const waitingEach = 16
/** Maximum time that a build waits for a place. */
const waitMilliseconds = 3000

/** Creates the queue of one evaluator or resolver. */
export function createStrangerBuilds(clientNetwork: CurrentClientNetwork): RunForStranger {
  const queue = createFairQueue({ places, placesEach })
  return async (build) => {
    const client = clientNetwork()
    if (queue.waiting(client) >= waitingEach) return fail('builds_exhausted', 'builds')
    const leave = await queue.enter(client, AbortSignal.timeout(waitMilliseconds)).catch(() => undefined)
    if (leave === undefined) return fail('builds_exhausted', 'builds')
    try {
      return await build()
    } finally {
      leave()
    }
  }
}
