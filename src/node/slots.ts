/**
 * How many outgoing requests run at once, in all and per origin: a slow origin fills its own queue and no other's. Origins
 * that are strangers share a quarter of all, and each has a quarter of an origin's: however many of them there are and
 * however slow, the rest is left for those that are known.
 */
export interface Slots {
  /** Waits for a slot; rejects with the signal's reason when that comes first. The result gives the slot back. */
  acquire(origin: string, signal: AbortSignal, stranger: boolean): Promise<() => void>
}

const quarter = (size: number): number => Math.ceil(size / 4)

export function createSlots(total: number, perOrigin: number): Slots {
  const all = createQueue(total)
  const strangers = createQueue(quarter(total))
  const origins = new Map<string, Queue>()
  return {
    acquire: async (origin, signal, stranger) => {
      const name = `${stranger} ${origin}`
      const own = origins.get(name) ?? createQueue(stranger ? quarter(perOrigin) : perOrigin)
      origins.set(name, own)
      const entered: Queue[] = []
      const leave = (): void => {
        for (const queue of entered.toReversed()) queue.leave()
        if (own.idle()) origins.delete(name)
      }
      try {
        for (const queue of stranger ? [own, strangers, all] : [own, all]) {
          await queue.enter(signal)
          entered.push(queue)
        }
      } catch (reason) {
        leave()
        throw reason
      }
      return leave
    },
  }
}

export interface Queue {
  enter(signal: AbortSignal): Promise<void>
  leave(): void
  idle(): boolean
}

/** Lets so many in at once; the others wait in their order. */
export function createQueue(size: number): Queue {
  let running = 0
  const waiting = new Set<() => void>()
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (running < size) {
          running += 1
          return resolve()
        }
        const onAbort = (): void => {
          waiting.delete(start)
          reject(signal.reason)
        }
        const start = (): void => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.add(start)
      }),
    leave: () => {
      const next = waiting.values().next().value
      if (next === undefined) running -= 1
      else {
        waiting.delete(next)
        next()
      }
    },
    idle: () => running === 0 && waiting.size === 0,
  }
}
