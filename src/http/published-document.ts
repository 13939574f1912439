/** Publishes a signed document that everybody may read and cache. */
import { jwsEntityTag, type MaybePromise, whenResolved } from '../base/index.ts'
import type { HttpResponse } from './message.ts'
import { respondText } from './respond.ts'
import type { Route } from './routes.ts'

/** A signed public document: an Entity Configuration, a statement, a status list. */
export interface PublishedDocument {
  readonly jwt: string
  /** Seconds for which clients may cache the document. */
  readonly maxAge: number
}

/**
 * Creates the route of a document. The route reads no parameters (FED-130). Does not check its content or its
 * signature.
 */
export const publishedDocument = (
  path: string,
  mediaType: string,
  publish: () => MaybePromise<PublishedDocument>,
): Route => {
  const render = ({ jwt, maxAge }: PublishedDocument): HttpResponse =>
    respondText(jwt, mediaType, { 'cache-control': `public, max-age=${maxAge}`, etag: jwsEntityTag(jwt) })
  return { method: 'GET', path, kind: 'document', parameters: [], handle: () => whenResolved(publish(), render) }
}
