/**
 * Keys are small objects of JavaScript over some kilobytes each that V8 does not count. What has outlived a cache waits in
 * the old generation for a collection, which by default comes when that has doubled or more: resident memory then swings
 * by a third, and what was freed late leaves holes.
 */
import { setFlagsFromString } from 'node:v8'

/** In per cent of what was alive after the last collection. */
export const heapGrowth = 40

/**
 * Has the old generation collected each time it has grown by `heapGrowth`, of the whole process. For the sandbox's programs, at
 * their start: a library leaves its process as it is, and a service keeps V8's own pace, which collects less often.
 */
export function collectEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`)
}
