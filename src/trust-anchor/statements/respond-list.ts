/** Response with an unsigned list of identifiers. Its entity tag is the digest of the list (RFC 9110 §8.8.3). */
import { type HttpResponse, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'

export function respondList(
  { crypto }: Pick<TrustAnchorServices, 'crypto'>,
  entityIds: readonly string[],
): HttpResponse {
  const text = JSON.stringify(entityIds)
  const etag = `"${crypto.digestText('sha-256', text)}"`
  return respondText(text, 'application/json', { 'cache-control': 'no-cache', etag })
}
