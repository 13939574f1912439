import { type Clock, isFresh, type NumericDate } from './clock.ts'

/**
 * A bounded memory of what was used lately. Two generations and not one ordered Map: to find the oldest entry of a large
 * Map one walks over everything that was deleted before it, which costs more than what most caches save.
 */
export interface Recent<V> {
  /** A value that is asked for counts as used. */
  get(name: string): V | undefined
  set(name: string, value: V): void
  delete(name: string): void
  clear(): void
}

/** For how long a value is kept that nobody asks for: so many seconds for sure, twice as many at most while others come. */
export interface Ageing {
  readonly clock: Clock
  readonly seconds: number
}

/** For what a wallet uses from step to step: it is under way through one flow for as long, mostly. */
export const whileUnderWay = (clock: Clock | undefined): Ageing | undefined => clock && { clock, seconds: 120 }

/**
 * Keeps `capacity` values at most, two when that is one, and at least the half of it that was used last. With `ageing`, of
 * those what was used lately and no more: memory then follows what is under way, and not all that there is room for.
 */
export function createRecent<V>(capacity: number, ageing?: Ageing): Recent<V> {
  const half = Math.max(1, Math.floor(capacity / 2))
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  const now = (): NumericDate => ageing?.clock.now() ?? 0
  let begun = now()
  const isOver = (): boolean => ageing !== undefined && !isFresh(begun, ageing.seconds, now())
  const set = (name: string, value: V): void => {
    if (!young.has(name) && (young.size >= half || isOver())) {
      old = young
      young = new Map()
      begun = now()
    }
    young.set(name, value)
  }
  return {
    get: (name) => {
      const value = young.get(name)
      if (value !== undefined) return value
      const aged = old.get(name)
      if (aged !== undefined) set(name, aged)
      return aged
    },
    set,
    delete: (name) => {
      young.delete(name)
      old.delete(name)
    },
    clear: () => {
      young.clear()
      old.clear()
    },
  }
}
