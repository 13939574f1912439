/** Adapters for Express and Fastify. They declare the members that they use, and import neither framework. */
import type { Visit } from './visitor.ts'

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Request of Node, Express or Fastify. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /**
   * The URL as received, in Express and Fastify. Routers of Express shorten `url`, and Fastify's `rewriteUrl` replaces
   * it.
   */
  readonly originalUrl?: string | undefined
  readonly headers: NodeHeaders
  /** Client address in Express and Fastify. It depends on their settings for trusted proxies. */
  readonly ip?: string | undefined
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
}

/** Node's response, as Express extends it. */
export interface NodeResponse {
  statusCode: number
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
  end(body?: string): unknown
}

/** Part of Fastify's reply that sends an answer. */
export interface FastifyReplyLike {
  code(status: number): unknown
  header(name: string, value: string | string[]): unknown
  send(body?: string): unknown
}

/**
 * Converts a request of Node, Express or Fastify to a `Visit` without the member `visitor`. The URL is `/` if the
 * request target does not begin with a slash.
 */
export const visitOf = ({
  method = 'GET',
  url = '/',
  originalUrl = url,
  headers,
}: NodeRequest): Omit<Visit, 'visitor'> => ({
  method: method.toUpperCase(),
  url: originalUrl.startsWith('/') ? originalUrl : '/',
  header: (name) => {
    const value = headers[name]
    return typeof value === 'string' || value === undefined ? value : value.join(', ')
  },
})

/** Yields each header once. `Set-Cookie` has the list of all its values. */
function* headersOf({ headers }: Response): Iterable<[name: string, value: string | string[]]> {
  for (const [name, value] of headers) if (name !== 'set-cookie') yield [name, value]
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) yield ['set-cookie', cookies]
}

/** Sends a response with Node or Express. Keeps cookies that earlier handlers have set. */
export async function answerNode(response: Response, to: NodeResponse): Promise<void> {
  to.statusCode = response.status
  const earlierCookies = [to.getHeader('set-cookie') ?? []].flat().map(String)
  for (const [name, value] of headersOf(response))
    to.setHeader(name, typeof value === 'string' ? value : [...earlierCookies, ...value])
  to.end(await response.text())
}

/** Sends a response with Fastify, which keeps earlier cookies itself. */
export async function answerFastify(response: Response, to: FastifyReplyLike): Promise<void> {
  to.code(response.status)
  for (const [name, value] of headersOf(response)) to.header(name, value)
  to.send(await response.text())
}

/** Returns the address of the sender: `request.ip` of Express and Fastify, or the address of the connection. */
export const addressOf = ({ ip, socket }: NodeRequest): string | undefined => ip ?? socket?.remoteAddress
