/** Garbage collection on demand, so that a short test finds faults that otherwise occur only in a long run. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects garbage now. */
export const collectGarbage = runInNewContext('gc') as () => void

/** Collects garbage four times a second. Returns the function that stops it. */
export function keepCollectingGarbage(): () => void {
  const timer = setInterval(collectGarbage, 250)
  return () => clearInterval(timer)
}
