/**
 * Slots for concurrent outgoing requests. Requests that an unknown party caused get at most half of all slots, and two
 * for each work of that party. A quarter of all slots is reserved for the service's own requests to hosts in the
 * deployment's settings. Each origin has a separate limit, with a further quarter of it for requests of unknown
 * parties, so a slow origin only delays requests to itself (FED-50).
 */
import { createFairQueue, type FairQueue } from '../base/index.ts'

/** A request for a slot. */
export interface SlotRequest {
  readonly origin: string
  readonly signal: AbortSignal
  /** Work for an unknown party to which the request belongs. `undefined` for requests of the service itself. */
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
  load(): OutgoingLoad
}

const part = (size: number, share: number): number => Math.ceil(size * share)

/**
 * Maximum number of slots of one work: enough for building trust chains while one superior does not answer.
 */
const slotsOfWork = 2

/** Creates the slots: `total` for all requests, `perOrigin` for each origin. */
export function createSlots(total: number, perOrigin: number): Slots {
  const all = createFairQueue({ places: total })
  const unreserved = createFairQueue({ places: part(total, 3 / 4) })
  const strangers = createFairQueue({ places: part(total, 1 / 2), placesEach: slotsOfWork })
  const origins = new Map<string, FairQueue>()
  let waiting = 0
  return {
    acquire: async ({ origin, signal, strangerWork, own }) => {
      const name = `${strangerWork !== undefined} ${origin}`
      const places = strangerWork ? part(perOrigin, 1 / 4) : perOrigin
      const ofOrigin = origins.get(name) ?? createFairQueue({ places })
      origins.set(name, ofOrigin)
      const left: (() => void)[] = []
      const leave = (): void => {
        for (const one of left.splice(0).toReversed()) one()
        if (ofOrigin.taken() === 0 && ofOrigin.waiting() === 0 && origins.get(name) === ofOrigin) origins.delete(name)
      }
      const queues: (readonly [FairQueue, party: unknown])[] = strangerWork
        ? [
            [strangers, strangerWork],
            [ofOrigin, strangerWork],
            [unreserved, origin],
          ]
        : [[ofOrigin, origin], ...(own ? [] : [[unreserved, origin] as const])]
      waiting += 1
      try {
        for (const [queue, party] of [...queues, [all, origin] as const]) left.push(await queue.enter(party, signal))
      } catch (reason) {
        leave()
        throw reason
      } finally {
        waiting -= 1
      }
      return leave
    },
    load: () => ({ running: all.taken(), strangers: strangers.taken(), waiting }),
  }
}
