/** Settings of V8's heap for a process that answers requests (ADR 10), and for the programs of the sandbox. */
import { setFlagsFromString } from 'node:v8'

/**
 * Sets how the heap of this process allocates and collects. Call it before the first request.
 *
 * - The heap doubles between two full collections. By default, V8 collects a slowly growing heap after 10 or 20 %
 *   growth. V8 considers only the cost in the serving thread, but its helper thread uses the same core.
 * - All objects start in the young generation. After a few long requests, V8 would allocate the objects of some places
 *   in the code in the old generation. They would then survive each later request until the next full collection.
 */
export function tuneHeap(): void {
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/**
 * Collects the old generation of the process each time it has grown by 40 %. Only programs of the sandbox call it, at
 * their start. A library must not change its process, and services need less frequent collection. Each key uses several
 * kilobytes of native memory, which V8 does not count. By default V8 may let the old generation double or more before
 * collecting it, so resident memory would vary by a third.
 */
export const collectEarly = (): void => setFlagsFromString('--heap-growing-percent=40')
