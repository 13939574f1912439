/**
 * Successful answers. Media types are byte for byte what the rows of the catalogue name: no `charset` is added to a
 * JWT type, because deployed clients compare the whole header (GEN-25).
 */
import { namesEntityTag } from '../base/index.ts'
import type { HttpResponse } from './message.ts'
import type { EndpointRequest } from './routes.ts'

type Headers = Readonly<Record<string, string>>

const noStore: Headers = { 'cache-control': 'no-store' }

/** Not to be stored unless `headers` say so. */
export const respondJson = (body: unknown, status = 200, headers: Headers = noStore): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A JWT or another text under exactly this media type. */
export const respondText = (
  body: string,
  mediaType: string,
  headers: Headers = noStore,
  status = 200,
): HttpResponse => ({
  status,
  headers: { 'content-type': mediaType, ...headers },
  body,
})

/** Lets any origin read an answer. Spelt out, since a computed name costs V8 more than all else that a document costs here. */
export const openToAllOrigins = ({ status, headers, body }: HttpResponse): HttpResponse => ({
  status,
  headers: { ...headers, 'access-control-allow-origin': '*' },
  body,
})

/** What a 304 says of the document that is still the same (RFC 9110 §15.4.5). */
const keptHeaders = ['cache-control', 'etag', 'vary']

/** The answer, or word that nothing has changed to whoever holds what it would give: an answer that has an `etag`. */
export function unlessHeld(request: Pick<EndpointRequest, 'header'>, response: HttpResponse): HttpResponse {
  const { etag } = response.headers
  const held = typeof etag === 'string' ? request.header('if-none-match') : undefined
  if (held === undefined || !namesEntityTag(held, etag as string)) return response
  const headers = Object.entries(response.headers).filter(([name]) => keptHeaders.includes(name))
  return { status: 304, headers: Object.fromEntries(headers) }
}

/** Bytes as they are. */
export const respondBytes = (body: Uint8Array, mediaType: string, headers: Headers): HttpResponse => ({
  status: 200,
  headers: { 'content-type': mediaType, ...headers },
  body,
})

/** Characters of the header that are read. */
const longestAcceptEncoding = 256

/** Whether an `Accept-Encoding` names this coding and does not give it the weight of nothing (RFC 9110 §12.5.3). */
export const takesEncoding = (header: string | undefined, coding: string): boolean =>
  (header ?? '')
    .slice(0, longestAcceptEncoding)
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })

/** Without a body; not to be stored unless `headers` say so. */
export const respondEmpty = (status = 204, headers: Headers = noStore): HttpResponse => ({ status, headers })

/** Never cached: what stands in a Location here is for one reader. 303 after a form, so that the next request is a GET. */
export const redirect = (
  location: string,
  headers: HttpResponse['headers'] = {},
  status: 302 | 303 = 302,
): HttpResponse => ({
  status,
  headers: { location, ...noStore, 'referrer-policy': 'no-referrer', ...headers },
})
