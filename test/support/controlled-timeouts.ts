/**
 * Time-outs of a client under the control of a test: they fire when a peer hangs, never because the machine is slow.
 */
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { hangs } from './third-party/transports.ts'

interface ControlledTimeouts {
  /** Time-out for the client's configuration. Only `endsWith` fires it. */
  readonly seconds: number
  /** Fires the time-out as soon as this response hangs. */
  endsWith(response: ServerResponse): void
}

/** Replaces `AbortSignal.timeout` of exactly this many seconds until the test ends: it fires by `endsWith` only. */
export function controlTimeouts(t: TestContext, seconds = 599): ControlledTimeouts {
  const waiting = new Set<AbortController>()
  const byTime = AbortSignal.timeout.bind(AbortSignal)
  t.mock.method(AbortSignal, 'timeout', (milliseconds: number): AbortSignal => {
    if (milliseconds !== seconds * 1000) return byTime(milliseconds)
    const controller = new AbortController()
    waiting.add(controller)
    return controller.signal
  })
  const end = (): void => {
    for (const controller of waiting) controller.abort(new DOMException('The peer does not answer.', 'TimeoutError'))
    waiting.clear()
  }
  return { seconds, endsWith: (response) => void response.once(hangs, end) }
}
