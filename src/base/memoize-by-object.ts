/** Caches the result of `make` for each object until the object is garbage-collected. */
export function memoizeByObject<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>()
  return (of) => {
    const kept = known.get(of)
    if (kept) return kept.value
    const value = make(of)
    known.set(of, { value })
    return value
  }
}
