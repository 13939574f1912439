/**
 * Returns another value, which replaces the result of a broken line. It has the same type, so that the code continues
 * and a test sees the effect. An absent value becomes `{}`. An empty list or object is returned as an empty one.
 */
export function spoil(value: unknown): unknown {
  if (typeof value === 'function')
    return function spoiltCall(this: unknown, ...args: unknown[]) {
      return spoil(value.apply(this, args))
    }
  if (value instanceof Promise) return value.then(spoil)
  if (value instanceof Response) return new Response(null, { status: value.status === 299 ? 298 : 299 })
  if (typeof value === 'string') return `broken ${value}`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'boolean') return !value
  if (value === undefined || value === null) return {}
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.byteLength).fill(0x5a)
  return Array.isArray(value) ? [] : {}
}
