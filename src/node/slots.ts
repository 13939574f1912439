/**
 * How many outgoing requests run at once, in all and per origin: a slow origin fills its own queue and no other's.
 */
export interface Slots {
  /** Waits for a slot; rejects with the signal's reason when that comes first. The result gives the slot back. */
  acquire(origin: string, signal: AbortSignal): Promise<() => void>
}

export function createSlots(total: number, perOrigin: number): Slots {
  const all = createQueue(total)
  const origins = new Map<string, Queue>()
  return {
    acquire: async (origin, signal) => {
      const own = origins.get(origin) ?? createQueue(perOrigin)
      origins.set(origin, own)
      const tidy = (): void => {
        if (own.idle()) origins.delete(origin)
      }
      await own.enter(signal).catch((reason: unknown) => {
        tidy()
        throw reason
      })
      try {
        await all.enter(signal)
      } catch (reason) {
        own.leave()
        tidy()
        throw reason
      }
      return () => {
        all.leave()
        own.leave()
        tidy()
      }
    },
  }
}

interface Queue {
  enter(signal: AbortSignal): Promise<void>
  leave(): void
  idle(): boolean
}

function createQueue(size: number): Queue {
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
