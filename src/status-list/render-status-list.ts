/**
 * What a reader of a published status list is given, by every issuer alike: readable by everybody for as long as it may be
 * kept, compressed for whoever takes that (draft-ietf-oauth-status-list-12 §8.2; PP-110, WP-75).
 */
import { jwsEntityTag } from '../base/index.ts'
import type { PublishedStatusList } from './list-keeper.ts'

/** A published status list as the body and headers of a response. */
export interface RenderedStatusList {
  readonly body: string | Uint8Array
  readonly headers: Record<string, string>
}

/** `takesGzip` is what the request's `Accept-Encoding` says. The media type is not among the headers. */
export async function renderStatusList(
  { jwt, gzip, maxAge }: PublishedStatusList,
  takesGzip: boolean,
): Promise<RenderedStatusList> {
  const headers = { 'cache-control': `public, max-age=${maxAge}`, vary: 'accept-encoding' } // PP-110, WP-75
  if (!takesGzip) return { body: jwt, headers: { ...headers, etag: jwsEntityTag(jwt) } }
  const zipped = { 'content-encoding': 'gzip', etag: jwsEntityTag(jwt, 'gzip') }
  return { body: await gzip(), headers: { ...headers, ...zipped } }
}
