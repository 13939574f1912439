/**
 * V8 forgets the shape of an object when none of that shape is alive at a collection. Once the shape of its records was lost,
 * `process.nextTick`, which every request goes through a few times, stays slow for ever.
 */
import { executionAsyncResource } from 'node:async_hooks'

/** Nothing is read from it: what stands in it is alive. */
const kept = new Set<object>()

/** Of this process, from now on. To be called first of all, since what was lost before stays lost. */
export function keepTick(): void {
  process.nextTick(() => kept.add(executionAsyncResource()))
}
