/** Requests with a time limit. */

/** Requests whose time has not passed. */
const pending = new Set<Request>()

/**
 * Returns a request that aborts with a `TimeoutError` after `milliseconds`. The limit covers the body of the response.
 * Replaces a signal of `input` and `init`.
 *
 * Keeps the request alive until then. The `fetch` of Node does not: it loses the signal of a request that is garbage
 * collected, and then waits for five minutes.
 */
export function createTimedRequest(milliseconds: number, input: string | Request, init: RequestInit = {}): Request {
  const signal = AbortSignal.timeout(milliseconds)
  const request = new Request(input, { ...init, signal })
  pending.add(request)
  signal.addEventListener('abort', () => pending.delete(request), { once: true })
  return request
}
