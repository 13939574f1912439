/**
 * Repeats requests to an overloaded service, for programs that work for one person. Services do not use this file,
 * because requests to the service itself would wait meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Fetch, failed, readText } from '../base/index.ts'

/** Maximum number of attempts, the first one included. */
const attempts = 4
/** Maximum `Retry-After` in seconds. If it is longer, the request is not sent again. */
const maximumSeconds = 5

interface RetryOptions {
  /** Waits a number of seconds. Defaults to a timer. */
  readonly pause?: (seconds: number) => Promise<unknown>
}

/**
 * Wraps an HTTP client. After a 503 whose `Retry-After` is at most 5 seconds (RFC 9110 §10.2.3), sends the request
 * again, up to three times. Returns every other response unchanged, such as a 503 with a date in `Retry-After`, and the
 * response to the last attempt. Sends a request that may contain a single-use value again only if the 503 comes from an
 * overloaded service of this project, which has not read the request. After any other 503, for example because a signer
 * does not answer, the value may be spent (D-1031).
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
    if (seconds === undefined || !(isRepeatable(next) || (await isOverloaded(response)))) return response
    await response.body?.cancel()
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

/** Returns true for a GET or HEAD without a DPoP proof. Other requests may contain a single-use value. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && !headers.has('dpop')

/** Maximum size of an answer that is searched for the code, in bytes. */
const maximumBytes = 65_536

/** Returns true for the answer of an overloaded service of this project. JSON and pages contain the refusal's code. */
async function isOverloaded(response: Response): Promise<boolean> {
  const text = await readText(response.clone(), 'answer', { size: maximumBytes })
  return !failed(text) && text.includes('(overloaded)')
}
