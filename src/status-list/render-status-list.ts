/**
 * Renders a published status list for HTTP: public, cacheable, and compressed if the reader accepts that
 * (draft-ietf-oauth-status-list-12 §8.2; PP-110, WP-75).
 */
import { jwsEntityTag } from '../base/index.ts'
import type { PublishedStatusList } from './list-keeper.ts'

/** Body and headers of a published status list. */
export interface RenderedStatusList {
  readonly body: string | Uint8Array
  readonly headers: Record<string, string>
}

/** Renders a list. `takesGzip` comes from `Accept-Encoding`. The headers do not contain the media type. */
export async function renderStatusList(
  { jwt, gzip, maxAge }: PublishedStatusList,
  takesGzip: boolean,
): Promise<RenderedStatusList> {
  const headers = { 'cache-control': `public, max-age=${maxAge}`, vary: 'accept-encoding' } // PP-110, WP-75
  if (!takesGzip) return { body: jwt, headers: { ...headers, etag: jwsEntityTag(jwt) } }
  const zipped = { 'content-encoding': 'gzip', etag: jwsEntityTag(jwt, 'gzip') }
  return { body: await gzip(), headers: { ...headers, ...zipped } }
}
