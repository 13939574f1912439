/**
 * Successful answers. Media types are byte for byte what the rows of the catalogue name: no `charset` is added to a
 * JWT type, because deployed clients compare the whole header.
 */
const noStore = { 'cache-control': 'no-store' }

export const respondJson = (body: unknown, status = 200, headers: Record<string, string> = noStore): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** A JWT or another text under exactly this media type. */
export const respondText = (
  body: string,
  mediaType: string,
  headers: Record<string, string> = noStore,
  status = 200,
): Response => new Response(body, { status, headers: { 'content-type': mediaType, ...headers } })

/** Documents that say already that any origin may read them. */
const crossOrigin = new WeakSet<Response>()

/**
 * A text that any origin may read. The skeleton says so of each document; said here it costs nothing, said later it
 * costs the adapter's light form of the answer.
 */
export function respondDocument(body: string, mediaType: string, headers: Record<string, string>): Response {
  const response = respondText(body, mediaType, { ...headers, 'access-control-allow-origin': '*' })
  crossOrigin.add(response)
  return response
}

/** Lets any origin read an answer. */
export function openToAllOrigins(response: Response): Response {
  if (!crossOrigin.has(response)) response.headers.set('access-control-allow-origin', '*')
  return response
}

/** Bytes as they are. */
export const respondBytes = (body: Uint8Array, mediaType: string, headers: Record<string, string>): Response =>
  new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': mediaType, ...headers } })

/** Whether an `Accept-Encoding` names this coding and does not give it the weight of nothing (RFC 9110 §12.5.3). */
export const takesEncoding = (header: string | undefined, coding: string): boolean =>
  (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

export const respondEmpty = (status = 204, headers: Record<string, string> = noStore): Response =>
  new Response(null, { status, headers })

/** Never cached: what stands in a Location here is for one reader. 303 after a form, so that the next request is a GET. */
export const redirect = (location: string, headers: Record<string, string> = {}, status: 302 | 303 = 302): Response =>
  new Response(null, { status, headers: { location, ...noStore, 'referrer-policy': 'no-referrer', ...headers } })
