/**
 * Heap growth between two full collections. V8 considers only the cost in the serving thread, so it collects a slowly
 * growing heap after 10 or 20 % growth. The helper thread uses the same core of a service (ADR 10).
 */
import { setFlagsFromString } from 'node:v8'

/** Lets the heap of this process double between two full collections. */
export function letHeapDouble(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
