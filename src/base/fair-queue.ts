/** Capacity of a fair queue. Both numbers must be at least 1. */
export interface FairQueueSize {
  /** Maximum number of occupied places. */
  readonly places: number
  /** Maximum number of places of one party. Defaults to `places`. */
  readonly placesEach?: number
}

/**
 * A semaphore with a limited number of places. Waiting parties take turns: after one of its entries enters, a party
 * waits behind all other waiting parties. A party that occupies `placesEach` places is skipped and keeps its turn.
 */
export interface FairQueue {
  /**
   * Waits for a place. Resolves to a function that frees the place. Only the first call of that function has an effect.
   * Rejects with the signal's reason if the signal aborts first.
   */
  enter(party: unknown, signal: AbortSignal): Promise<() => void>
  /** Returns the number of occupied places. */
  taken(): number
  /** Returns the number of waiting entries: of all parties, or with an argument of that party, also `undefined`. */
  waiting(party?: unknown): number
}

/** Creates a queue. Entries of one party enter in order. Parties are compared like the keys of a `Map`. */
export function createFairQueue({ places, placesEach = places }: FairQueueSize): FairQueue {
  const placesOf = new Map<unknown, number>()
  /** Waiting entries by party. The first party is next. */
  const lanes = new Map<unknown, Set<() => void>>()
  let taken = 0

  const mayEnter = (party: unknown): boolean => taken < places && (placesOf.get(party) ?? 0) < placesEach
  const takePlace = (party: unknown): (() => void) => {
    taken += 1
    placesOf.set(party, (placesOf.get(party) ?? 0) + 1)
    let freed = false
    return () => {
      if (freed) return
      freed = true
      taken -= 1
      const left = (placesOf.get(party) ?? 1) - 1
      if (left > 0) placesOf.set(party, left)
      else placesOf.delete(party)
      admitWaiting()
    }
  }
  const admitWaiting = (): void => {
    for (const [party, lane] of lanes) {
      if (taken >= places) return
      const [start] = lane
      if (start === undefined || !mayEnter(party)) continue
      lane.delete(start)
      lanes.delete(party)
      if (lane.size > 0) lanes.set(party, lane) // moves the party behind all others
      start()
    }
  }

  return {
    enter: (party, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (mayEnter(party)) return resolve(takePlace(party))
        const lane = lanes.get(party) ?? new Set()
        lanes.set(party, lane)
        const onAbort = (): void => {
          lane.delete(start)
          if (lane.size === 0) lanes.delete(party)
          reject(signal.reason)
        }
        const start = (): void => {
          signal.removeEventListener('abort', onAbort)
          resolve(takePlace(party))
        }
        signal.addEventListener('abort', onAbort, { once: true })
        lane.add(start)
      }),
    taken: () => taken,
    waiting: (...party) =>
      party.length > 0
        ? (lanes.get(party[0])?.size ?? 0)
        : [...lanes.values()].reduce((sum, lane) => sum + lane.size, 0),
  }
}
