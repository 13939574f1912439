/** Caches the result of `make` for each object until the object is garbage-collected. */
export function memoizeByObject<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const cache = new WeakMap<K, { readonly value: V }>()
  return (of) => {
    const cached = cache.get(of)
    if (cached) return cached.value
    const value = make(of)
    cache.set(of, { value })
    return value
  }
}
