/**
 * Slots for concurrent outgoing requests. Requests that unknown parties caused get at most half of all slots, and at
 * most two for each operation of a party. A quarter of all slots is reserved for the service's own requests to hosts in
 * the deployment's settings. Each origin has two limits: one for the service's own requests, and a quarter of that
 * number for requests that unknown parties caused. So a slow origin only delays requests to itself (FED-50).
 */
import { createFairQueue, type FairQueue } from '../base/index.ts'

export interface SlotRequest {
  readonly origin: string
  readonly signal: AbortSignal
  /** Operation that an unknown party caused and that sends the request. `undefined` for the service's own requests. */
  readonly strangerWork: object | undefined
  /** True if the deployment's settings name the host. */
  readonly own: boolean
}

/** Numbers of outgoing requests. */
export interface OutgoingLoad {
  readonly running: number
  /**
   * Requests that unknown parties caused and that have one of the slots for them. They may still wait for another
   * limit.
   */
  readonly strangers: number
  readonly waiting: number
}

export interface Slots {
  /**
   * Waits for a slot. Resolves to a function that frees it. Rejects with the signal's reason if the signal aborts
   * first.
   */
  acquire(request: SlotRequest): Promise<() => void>
  /** Returns the current numbers. */
  load(): OutgoingLoad
}

const sizeOf = (size: number, share: number): number => Math.ceil(size * share)

/**
 * Maximum number of slots of one operation for an unknown party. With two, a trust chain can be built although one
 * superior does not answer.
 */
const slotsOfOperation = 2

/** Creates the slots: `total` for all requests, `perOrigin` for the service's own requests to one origin. */
export function createSlots(total: number, perOrigin: number): Slots {
  const all = createFairQueue({ places: total })
  const unreserved = createFairQueue({ places: sizeOf(total, 3 / 4) })
  const strangers = createFairQueue({ places: sizeOf(total, 1 / 2), placesEach: slotsOfOperation })
  const origins = new Map<string, FairQueue>()
  let waiting = 0
  return {
    acquire: async ({ origin, signal, strangerWork, own }) => {
      const name = `${strangerWork !== undefined} ${origin}`
      const exits: (() => void)[] = []
      const release = (): void => {
        for (const exit of exits.splice(0).toReversed()) exit()
        const ofOrigin = origins.get(name)
        if (ofOrigin?.taken() === 0 && ofOrigin.waiting() === 0) origins.delete(name)
      }
      const enter = async (queue: FairQueue, party: unknown): Promise<void> => {
        exits.push(await queue.enter(party, signal))
      }
      waiting += 1
      try {
        if (strangerWork) await enter(strangers, strangerWork)
        // Looked up only after the wait above, during which another request may delete the origin's empty queue.
        const ofOrigin =
          origins.get(name) ?? createFairQueue({ places: strangerWork ? sizeOf(perOrigin, 1 / 4) : perOrigin })
        origins.set(name, ofOrigin)
        await enter(ofOrigin, strangerWork ?? origin)
        if (strangerWork || !own) await enter(unreserved, origin)
        await enter(all, origin)
      } catch (reason) {
        release()
        throw reason
      } finally {
        waiting -= 1
      }
      return release
    },
    load: () => ({ running: all.taken(), strangers: strangers.taken(), waiting }),
  }
}
