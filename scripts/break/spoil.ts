/**
 * Another value in the place of what a line of code gives or makes, of the same type, so that what goes on with it goes
 * on and a test has something to notice.
 */
export function spoil(value: unknown): unknown {
  if (typeof value === 'function')
    return function spoiltCall(this: unknown, ...given: unknown[]) {
      return spoil(value.apply(this, given))
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
