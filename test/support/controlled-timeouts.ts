/** Makes a client's time-outs fire when a peer hangs, and never because the machine is slow. */

import type { TestContext } from 'node:test'
import type { ThirdPartyServer } from './third-party/server.ts'
import { hangs } from './third-party/transports.ts'

interface ControlledTimeouts {
  /** Time-out for the client's configuration. Only a response of a watched path fires it. */
  readonly seconds: number
  /** Makes the time-out fire as soon as a response of one of these paths hangs. */
  watch(transports: ThirdPartyServer['transport']): void
}

/** Replaces `AbortSignal.timeout` of exactly this many seconds until the test ends. */
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
  return {
    seconds,
    watch: (transports) => {
      for (const [path, send] of transports)
        transports.set(path, (response, said) => {
          response.once(hangs, end)
          send(response, said)
        })
    },
  }
}
