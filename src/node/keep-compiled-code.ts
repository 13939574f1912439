/**
 * V8 forgets the shape of an object when none of that shape is alive at a collection, and with it the optimised code of
 * everything that handles one. A service whose last request is gone is in just that state, and V8 collects when it has
 * nothing to do. Both are undone here: thousands of requests after a pause would run code that is compiled anew, and
 * `process.nextTick`, which every request goes through a few times, stays slow for ever once its shape was lost.
 */
import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'

/** Nothing is read from it: what stands in it is alive. */
const kept = new Set<object>()

/**
 * Of this process, from now on: garbage is collected when room is needed and never because nothing happens. To be called
 * first of all, since what was lost before stays lost.
 */
export function keepCompiledCode(): void {
  setFlagsFromString('--memory-reducer-gc-count=0')
  process.nextTick(() => kept.add(executionAsyncResource()))
}
