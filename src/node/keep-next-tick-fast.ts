/**
 * Keeps `process.nextTick` fast. V8 discards the shape of objects if none with that shape is alive at a collection.
 * Without the shape of its records, `process.nextTick` stays slow, and every request uses it.
 */
import { executionAsyncResource } from 'node:async_hooks'

/** Keeps objects alive. Never read. */
const kept = new Set<object>()

/** Keeps the shape in this process. Call it first, because a lost shape cannot be restored. */
export function keepNextTickFast(): void {
  process.nextTick(() => kept.add(executionAsyncResource()))
}
