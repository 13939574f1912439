/** Requests with a time limit. */

/** Requests whose time limit has not passed. */
const pending = new Set<Request>()

/**
 * Returns a request that aborts with a `TimeoutError` after `milliseconds`. The limit covers the body of the response.
 * Ignores the signals of `input` and `init`.
 *
 * Keeps the request in memory until the limit passes. Otherwise Node would lose the signal when it garbage-collects the
 * request, and `fetch` would wait for five minutes.
 */
export function createTimedRequest(milliseconds: number, input: string | Request, init: RequestInit = {}): Request {
  const signal = AbortSignal.timeout(milliseconds)
  const request = new Request(input, { ...init, signal })
  pending.add(request)
  signal.addEventListener('abort', () => pending.delete(request), { once: true })
  return request
}
