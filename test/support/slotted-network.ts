/**
 * The slots of the outgoing HTTP client in front of an in-memory network. Some hosts do not answer, so that their
 * requests last until they are aborted.
 */
import { type Fetch, strangerWorkOf } from '../../src/base/index.ts'
import { createSlots, type Slots } from '../../src/node/slots.ts'

interface SlottedNetwork {
  readonly fetch: Fetch
  readonly slots: Slots
  /** Number of requests by hostname. */
  readonly asked: Map<string, number>
  /** Returns the maximum number of concurrent requests to unknown hosts. */
  strangersAtMost(): number
  /** Aborts the hanging requests. */
  end(): void
}

export function slottedNetwork(inner: Fetch, ownHosts: readonly string[], hangs: RegExp): SlottedNetwork {
  const slots = createSlots(64, 16)
  const asked = new Map<string, number>()
  const over = new AbortController()
  let most = 0
  const fetch: Fetch = async (request) => {
    const { origin, hostname } = new URL(request.url)
    const signal = AbortSignal.any([request.signal, over.signal])
    const own = ownHosts.includes(hostname)
    const leave = await slots.acquire({ origin, signal, strangerWork: strangerWorkOf(request), own })
    try {
      most = Math.max(most, slots.load().strangers)
      asked.set(hostname, (asked.get(hostname) ?? 0) + 1)
      if (!hangs.test(hostname)) return await inner(request)
      return await new Promise<Response>((_, reject) => {
        const giveUp = (): void => reject(new Error('the host did not answer'))
        if (signal.aborted) giveUp()
        signal.addEventListener('abort', giveUp, { once: true })
      })
    } finally {
      leave()
    }
  }
  return { fetch, slots, asked, strangersAtMost: () => most, end: () => over.abort(new Error('over')) }
}
