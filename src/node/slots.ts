/**
 * How many outgoing requests run at once. Requests for strangers have half of all slots, and each work of a stranger has two;
 * a quarter of all is reserved for hosts that the deployment itself names. Each origin has its own limit besides, a quarter
 * of it for strangers: a slow origin delays its own requests only (FED-50).
 */
import { createFairQueue, type FairQueue } from '../base/index.ts'

/** A request that wants a slot. */
export interface SlotRequest {
  readonly origin: string
  readonly signal: AbortSignal
  /** The work of a stranger that it is part of. */
  readonly strangerWork: object | undefined
  /** The deployment itself names the host. */
  readonly own: boolean
}

/** How busy outgoing HTTP is. */
export interface OutgoingLoad {
  readonly running: number
  /** Those of `running` that strangers caused. */
  readonly strangers: number
  readonly waiting: number
}

export interface Slots {
  /** Waits for a slot; rejects with the signal's reason when that comes first. The result gives the slot back. */
  acquire(request: SlotRequest): Promise<() => void>
  load(): OutgoingLoad
}

const part = (size: number, share: number): number => Math.ceil(size * share)

/** Slots of one work of a stranger: enough for a build of trust chains to go on beside one silent superior. */
const slotsOfWork = 2

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
