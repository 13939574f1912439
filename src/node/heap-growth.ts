/**
 * How far the heap may grow between two collections of all of it. V8 decides by what they cost the thread that serves, and
 * lets a heap that grows slowly grow by a tenth or two. What its other thread does for them it counts as nothing, and a
 * process that serves has one core for both (ADR 10).
 */
import { setFlagsFromString } from 'node:v8'

/** Of this process, from its next collection on: to twice of what was found in use. */
export function letHeapDouble(): void {
  setFlagsFromString('--heap-growing-percent=100')
}
