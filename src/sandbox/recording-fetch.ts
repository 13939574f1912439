/**
 * A `Fetch` that tells of everything that passes: who asked whom for what, what came of it and how long it took. The
 * life cycle prints it, tests make transcripts of it.
 */
import type { Fetch } from '../base/index.ts'

export interface Exchange {
  readonly from: string
  readonly method: string
  readonly url: string
  /** 0 when nobody answered. */
  readonly status: number
  readonly milliseconds: number
  /** Of the decision that refused, when the answer carries it. */
  readonly trace?: string
}

/** `from` is who asks: `wallet`. */
export function recordingFetch(fetch: Fetch, from: string, tell: (exchange: Exchange) => void): Fetch {
  return async (request) => {
    const { method, url } = request
    const start = performance.now()
    const record = (status: number, trace?: string | null): void =>
      tell({ from, method, url, status, milliseconds: performance.now() - start, ...(trace ? { trace } : {}) })
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
