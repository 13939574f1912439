/**
 * Keeps `process.nextTick` fast. At a garbage collection, V8 discards a shape of objects that no live object has.
 * Without the shape of its records, `process.nextTick` stays slow, and every request uses it.
 */
import { executionAsyncResource } from 'node:async_hooks'

/** Keeps objects alive. Never read. */
const kept = new Set<object>()

/**
 * Keeps one record of `process.nextTick` alive, and with it the shape. Call this function when the process starts,
 * because a lost shape cannot be restored.
 */
export function keepNextTickFast(): void {
  process.nextTick(() => kept.add(executionAsyncResource()))
}
