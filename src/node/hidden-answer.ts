/**
 * Limits what a stranger learns about a private host. A stranger learns that the host sent the expected document, sent
 * something else, or did not answer. A status or a cause would let strangers explore the private network.
 */
import { mediaTypeOf } from '../base/index.ts'
import { FetchRefused } from './fetch-refusal.ts'

/**
 * Throws `FetchRefused` unless the answer has status 200 and a media type in `accept` of the request. An answer without
 * a media type counts as `application/octet-stream` (RFC 9110 §8.3). A fault or overload (5xx, 429) counts as a missing
 * answer.
 */
export function checkHiddenAnswer({ status, headers }: Response, request: Request, host: string): void {
  if (status >= 500 || status === 429) throw new FetchRefused('unreachable', host)
  const accepted = (request.headers.get('accept') ?? '').split(',').map(mediaTypeOf)
  const received = mediaTypeOf(headers.get('content-type')) || 'application/octet-stream'
  if (status !== 200 || !accepted.includes(received)) throw new FetchRefused('status_unexpected', host)
}

/** Removes the cause from a refusal. Returns any other error unchanged, because it is a bug. */
export function hiddenRefusalOf(thrown: unknown, host: string): unknown {
  if (!(thrown instanceof FetchRefused)) return thrown
  const isMissing = thrown.code === 'unreachable' || thrown.code === 'timeout'
  return new FetchRefused(isMissing ? 'unreachable' : 'status_unexpected', host)
}
