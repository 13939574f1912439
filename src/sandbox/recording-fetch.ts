/**
 * A `Fetch` that reports each exchange: sender, URL, status, and the time until `fetch` resolved or rejected. The life
 * cycle prints the exchanges, and tests write transcripts from them.
 */
import type { Fetch } from '../base/index.ts'

export interface Exchange {
  readonly from: string
  readonly method: string
  readonly url: string
  /** HTTP status. 0 if there was no response. */
  readonly status: number
  readonly milliseconds: number
  /** Value of `Fiducia-Trace` in the response, if any. */
  readonly trace?: string
}

/**
 * Wraps a `Fetch`. `from` is the sender, for example `wallet`. `report` receives each exchange, even without a
 * response.
 */
export function recordingFetch(fetch: Fetch, from: string, report: (exchange: Exchange) => void): Fetch {
  return async (request) => {
    const { method, url } = request
    const start = performance.now()
    const record = (status: number, trace?: string | null): void =>
      report({ from, method, url, status, milliseconds: performance.now() - start, ...(trace ? { trace } : {}) })
    try {
      const response = await fetch(request)
      record(response.status, response.headers.get('fiducia-trace'))
      return response
    } catch (thrown) {
      record(0)
      throw thrown
    }
  }
}
