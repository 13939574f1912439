/** A client's patience as a test ends it: when a peer hangs, and never because the machine is slow. */
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { hangs } from './strangers/transports.ts'

interface Patience {
  /** For the client's configuration: who waits for so long waits until `endsWith` ends it. */
  readonly seconds: number
  /** Ends all that waits as soon as this response hangs. */
  endsWith(response: ServerResponse): void
}

/** Until the test ends, `AbortSignal.timeout` of just so many seconds comes by `endsWith` alone. */
export function controlPatience(t: TestContext, seconds = 599): Patience {
  const waiting = new Set<AbortController>()
  const byTime = AbortSignal.timeout.bind(AbortSignal)
  t.mock.method(AbortSignal, 'timeout', (milliseconds: number): AbortSignal => {
    if (milliseconds !== seconds * 1000) return byTime(milliseconds)
    const controller = new AbortController()
    waiting.add(controller)
    return controller.signal
  })
  const end = (): void => {
    for (const controller of waiting) controller.abort(new DOMException('The patience is over.', 'TimeoutError'))
    waiting.clear()
  }
  return { seconds, endsWith: (response) => void response.once(hangs, end) }
}
