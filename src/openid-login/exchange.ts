/**
 * Passes a request of the role's app to `oidc-provider` and collects the library's response, without a socket. The
 * request has already passed the app's checks of size, rate and form.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type EndpointRequest, encodeParameters, formOf, type HttpResponse } from '../http/index.ts'

/** Request headers that are always passed to the library. */
const passedHeaders = [
  ...['authorization', 'accept', 'accept-language', 'origin'],
  ...['access-control-request-method', 'access-control-request-headers'],
]

/**
 * Response headers that are dropped: those that the server or the app sets itself, and the library's cookies, which are
 * never sent to a browser.
 */
const droppedHeaders = /^(?:content-length|transfer-encoding|connection|set-cookie)$/
/** Response headers for pages of other origins (Fetch §3.3). Only requests from one of `origins` get them. */
const crossOriginHeaders = /^(?:vary|access-control-.*)$/

/** Request and response for `oidc-provider`. */
export interface NodeExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Resolves when the response has ended. */
  readonly ended: Promise<HttpResponse>
}

interface ExchangeOptions {
  readonly issuer: string
  /**
   * Id of the login whose cookies the library gets. Defaults to no cookies: the library then finds no login. The caller
   * must check that the browser began this login.
   */
  readonly loginOfBrowser?: string | undefined
  /** Origins whose pages may read the response. Defaults to none. */
  readonly origins?: ReadonlySet<string>
  /**
   * True to pass a form as the query of a GET. For an authorization request by POST, the library requires cookies that
   * other sites can send. A provider without sessions needs no such cookies. Defaults to false.
   */
  readonly formAsQuery?: boolean
}

/** Collects the response in memory. */
class CollectedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = []

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(Buffer.from(chunk as Uint8Array))
    return true
  }

  override end(chunk?: unknown): this {
    if (this.finished) return this
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
    this.finished = true
    this.emit('finish')
    return this
  }

  toHttpResponse(isReadable: boolean): HttpResponse {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(this.getHeaders())) {
      if (value === undefined || droppedHeaders.test(name) || (!isReadable && crossOriginHeaders.test(name))) continue
      headers[name] = String(value)
    }
    const body = Buffer.concat(this.#chunks)
    return { status: this.statusCode, headers, ...(body.length > 0 && { body }) }
  }
}

/**
 * Names of the library's cookies. The path of a login's cookies would not permit the prefix `__Host-`, and a sibling
 * host could set them. So no browser has them: the cookie of `login-cookie.ts` replaces them.
 */
export const libraryCookies = { session: 'openid-session', interaction: 'openid-interaction', resume: 'openid-resume' }

/**
 * Creates the exchange of one request. Passes only `passedHeaders`, the body of a form with its content type, and the
 * cookies of `loginOfBrowser`. The header `host` is that of the issuer. The path of the request must begin with the
 * path of the issuer, which must not be `/`.
 */
export function createNodeExchange(
  request: EndpointRequest,
  { issuer, loginOfBrowser, origins, formAsQuery = false }: ExchangeOptions,
): NodeExchange {
  const { protocol, host, pathname: prefix } = new URL(issuer)
  const sent = encodeParameters(Object.fromEntries(formOf(request)))
  const isQuery = formAsQuery && request.method === 'POST'
  const [query, form] = isQuery ? [sent, ''] : [encodeParameters(Object.fromEntries(request.query)), sent]
  const { pathname } = new URL(request.url)
  const target = query === '' ? pathname : `${pathname}?${query}`
  const socket = Object.assign(new Socket(), { encrypted: protocol === 'https:' })
  const message = Object.assign(new IncomingMessage(socket), {
    method: isQuery ? 'GET' : request.method,
    url: target.slice(prefix.length),
    // The library derives the path of its endpoints from `url` and `originalUrl`.
    originalUrl: target,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  })
  // The content type is passed only with a body.
  const names = [...passedHeaders, ...(form === '' ? [] : ['content-type'])]
  for (const name of names) {
    const value = request.header(name)
    if (value !== undefined) message.headers[name] = value
  }
  message.headers.host = host
  if (loginOfBrowser !== undefined) {
    const { interaction, resume } = libraryCookies
    message.headers.cookie = `${interaction}=${loginOfBrowser}; ${resume}=${loginOfBrowser}`
  }
  if (form !== '') message.headers['content-length'] = String(Buffer.byteLength(form))
  message.push(form)
  message.push(null)
  const response = new CollectedResponse(message)
  const isReadable = origins?.has(request.header('origin') ?? '') === true
  const ended = new Promise<HttpResponse>((resolve) =>
    response.once('finish', () => resolve(response.toHttpResponse(isReadable))),
  )
  return { request: message, response, ended }
}
