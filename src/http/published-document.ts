/** A signed document that everybody may read and keep for a while. */
import { jwsEntityTag, type MaybePromise, whenKnown } from '../base/index.ts'
import type { HttpResponse } from './message.ts'
import { respondText } from './respond.ts'
import type { Route } from './routes.ts'

/** A signed document for everybody: an entity configuration, a statement, a status list. */
export interface PublishedDocument {
  readonly jwt: string
  /** Seconds. */
  readonly maxAge: number
}

/** Served as it is now; what it says and who signed it is its publisher's matter. */
export const publishedDocument = (
  path: string,
  mediaType: string,
  publish: () => MaybePromise<PublishedDocument>,
): Route => {
  const render = ({ jwt, maxAge }: PublishedDocument): HttpResponse =>
    respondText(jwt, mediaType, { 'cache-control': `public, max-age=${maxAge}`, etag: jwsEntityTag(jwt) })
  return { method: 'GET', path, kind: 'document', handle: () => whenKnown(publish(), render) }
}
