/**
 * Repeats requests to an overloaded service, for programs that work for one person. A service uses no such client,
 * because its own requests would wait.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Fetch } from '../base/index.ts'

/** Maximum number of attempts, the first one included. */
const attempts = 4
/** Longest `Retry-After` in seconds for which a person waits. */
const maximumSeconds = 5

interface RetryOptions {
  /** Waits a number of seconds. Defaults to a timer. */
  readonly pause?: (seconds: number) => Promise<unknown>
}

/**
 * Wraps an HTTP client: sends a request again after a 503 whose `Retry-After` is a number of at most 5 seconds
 * (RFC 9110 §10.2.3), up to three times. Returns every other response, and the last one, as it is. Does not check the
 * method: an overloaded service refuses a request before it reads it, so no single-use value is lost (D-1031).
 */
export const retryOverloaded = <F extends Fetch>(
  fetch: F,
  { pause = (seconds) => wait(seconds * 1000) }: RetryOptions = {},
): F => {
  const send = async (request: Request, left = attempts): Promise<Response> => {
    if (left === 1) return fetch(request)
    const next = request.clone()
    const response = await fetch(request)
    const seconds = secondsToWait(response)
    if (seconds === undefined) return response
    await pause(seconds)
    return send(next, left - 1)
  }
  return Object.assign((request: Request) => send(request), fetch)
}

/** Returns the seconds after which to try again, or `undefined` if the response is final. */
function secondsToWait({ status, headers }: Response): number | undefined {
  const [digits] = /^\d$/.exec(headers.get('retry-after') ?? '') ?? []
  const seconds = Number(digits)
  return status === 503 && seconds <= maximumSeconds ? seconds : undefined
}
