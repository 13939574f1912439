/**
 * Creates responses. Adds nothing to a media type: a JWT type gets no `charset`, because deployed clients compare the
 * whole header (GEN-25).
 */
import { namesEntityTag } from '../base/index.ts'
import type { HttpResponse } from './message.ts'
import type { EndpointRequest } from './routes.ts'

type Headers = Readonly<Record<string, string>>

const noStore: Headers = { 'cache-control': 'no-store' }

/** Creates a JSON response. `headers` defaults to `Cache-Control: no-store`. */
export const respondJson = (body: unknown, status = 200, headers: Headers = noStore): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/**
 * Creates a response with a JWT or another text and exactly this media type. `headers` defaults to
 * `Cache-Control: no-store`.
 */
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

/**
 * Allows every origin to read a response. Does not keep a `stream`. The header is a literal, because a computed name is
 * slow in V8.
 */
export const openToAllOrigins = ({ status, headers, body }: HttpResponse): HttpResponse => ({
  status,
  headers: { ...headers, 'access-control-allow-origin': '*' },
  body,
})

/** Allows a page to read a response if its origin is one of `origins` (Fetch §3.3). Does not keep a `stream`. */
export function openToOrigins(
  { status, headers, body }: HttpResponse,
  origins: ReadonlySet<string>,
  origin = '',
): HttpResponse {
  const allowed = origins.has(origin) && { 'access-control-allow-origin': origin }
  return { status, headers: { ...headers, vary: 'Origin', ...allowed }, body }
}

/** Headers that a 304 keeps (RFC 9110 §15.4.5). */
const keptHeaders = ['cache-control', 'etag', 'vary']

/**
 * Returns the response, or a 304 without a body if `If-None-Match` names the `etag` of the response. Does not check the
 * method or the status.
 */
export function applyIfNoneMatch(request: Pick<EndpointRequest, 'header'>, response: HttpResponse): HttpResponse {
  const { etag } = response.headers
  const ifNoneMatch = typeof etag === 'string' ? request.header('if-none-match') : undefined
  if (ifNoneMatch === undefined || !namesEntityTag(ifNoneMatch, etag as string)) return response
  const headers = Object.entries(response.headers).filter(([name]) => keptHeaders.includes(name))
  return { status: 304, headers: Object.fromEntries(headers) }
}

/** Creates a response with bytes. Adds no `Cache-Control`. */
export const respondBytes = (body: Uint8Array, mediaType: string, headers: Headers): HttpResponse => ({
  status: 200,
  headers: { 'content-type': mediaType, ...headers },
  body,
})

/** Maximum number of characters that are read of `Accept-Encoding`. */
const longestAcceptEncoding = 256

/** Returns true if `Accept-Encoding` names this coding with a weight above zero (RFC 9110 §12.5.3). Ignores `*`. */
export const acceptsEncoding = (header: string | undefined, coding: string): boolean =>
  (header ?? '')
    .slice(0, longestAcceptEncoding)
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })

/** Creates a 204 without body. Not cacheable. */
export const respondEmpty = (): HttpResponse => ({ status: 204, headers: noStore })

/** Returns true for a text that the header `Location` can contain: printable ASCII without spaces. */
export const fitsLocation = (text: string): boolean => /^[!-~]*$/.test(text)

/** Returns the text with escapes for each character that the header `Location` cannot contain (RFC 3986 §2.1). */
const escapeLocation = (text: string): string =>
  fitsLocation(text) ? text : text.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)

/**
 * Creates a redirect. Escapes characters that the header cannot contain. Not cacheable by default, because its Location
 * is for one user. Use 303 after a form, so that the next request is a GET.
 */
export const redirect = (
  location: string,
  headers: HttpResponse['headers'] = {},
  status: 302 | 303 = 302,
): HttpResponse => ({
  status,
  headers: { location: escapeLocation(location), ...noStore, 'referrer-policy': 'no-referrer', ...headers },
})
