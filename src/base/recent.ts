import { type Clock, isFresh, type NumericDate } from './clock.ts'

/**
 * A bounded cache of recently used values. It has two generations instead of one ordered Map. To find the oldest entry
 * of a large Map, the engine walks over all deleted entries, which costs more than most caches save.
 */
export interface Recent<V> {
  /** Returns a value and marks it as recently used. Returns `undefined` if there is none. */
  get(name: string): V | undefined
  set(name: string, value: V): void
  delete(name: string): void
  clear(): void
}

/**
 * Lifetime of unused values. Unless the cache is full, a value is kept for at least `seconds` after its last use. While
 * other values are added, it is kept for at most twice that time.
 */
export interface Ageing {
  readonly clock: Clock
  readonly seconds: number
}

/**
 * Returns the lifetime for cached values that belong to one flow of a wallet: 120 seconds. Without a clock, returns
 * `undefined`: the values do not age.
 */
export const flowAgeing = (clock: Clock | undefined): Ageing | undefined => clock && { clock, seconds: 120 }

/**
 * Creates a cache. It keeps at most `capacity` values (two if `capacity` is less than 2), and at least the most
 * recently used half. With `ageing` it also drops unused values, so that it needs memory only for the flows in
 * progress. With `weightOf`, `capacity` limits the sum of the weights. A value that is heavier than half of `capacity`
 * is kept too, and the sum can then exceed the limit.
 */
export function createRecent<V>(
  capacity: number,
  ageing?: Ageing,
  weightOf: (value: V) => number = () => 1,
): Recent<V> {
  const half = Math.max(1, Math.floor(capacity / 2))
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  /** Sum of the weights in `young`. */
  let weight = 0
  const now = (): NumericDate => ageing?.clock.now() ?? 0
  let begun = now()
  const isOver = (): boolean => ageing !== undefined && !isFresh(begun, ageing.seconds, now())
  const remove = (name: string): void => {
    const value = young.get(name)
    if (value !== undefined && young.delete(name)) weight -= weightOf(value)
    old.delete(name)
  }
  const set = (name: string, value: V): void => {
    const replaced = young.get(name)
    const others = weight - (replaced === undefined ? 0 : weightOf(replaced))
    const added = weightOf(value)
    const isFull = others > 0 && others + added > half
    if (isFull || (replaced === undefined && isOver())) {
      young.delete(name) // The old generation must not keep the replaced value.
      old = young
      young = new Map()
      weight = added
      begun = now()
    } else weight = others + added
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
    delete: remove,
    clear: () => {
      young.clear()
      old.clear()
      weight = 0
    },
  }
}
