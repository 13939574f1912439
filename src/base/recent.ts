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

/** Keeps `capacity` values at most, two when that is one, and at least the half of it that was used last. */
export function createRecent<V>(capacity: number): Recent<V> {
  const half = Math.max(1, Math.floor(capacity / 2))
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  const set = (name: string, value: V): void => {
    if (young.size >= half && !young.has(name)) {
      old = young
      young = new Map()
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
