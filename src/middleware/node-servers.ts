/**
 * Express and Fastify by the shape of what they hand to a middleware: neither is imported.
 */
import type { Visit } from './visitor.ts'

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Of Node, as Express and Fastify (`request.raw`) hand it over. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express and Fastify keep the whole one here where a router cuts `url`. */
  readonly originalUrl?: string | undefined
  readonly headers: NodeHeaders
  /** As Express and Fastify judge it, by the proxies that they were told to trust. */
  readonly ip?: string | undefined
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined
}

/** Of Node, as Express extends it. */
export interface NodeResponse {
  statusCode: number
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
  end(body?: string): unknown
}

/** The part of Fastify's reply by which an answer is sent. */
export interface FastifyReplyLike {
  code(status: number): unknown
  header(name: string, value: string | string[]): unknown
  send(body?: string): unknown
}

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

/** `Set-Cookie` is the one header that may stand several times. */
function* headersOf({ headers }: Response): Iterable<[name: string, value: string | string[]]> {
  for (const [name, value] of headers) if (name !== 'set-cookie') yield [name, value]
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) yield ['set-cookie', cookies]
}

export async function answerNode(response: Response, to: NodeResponse): Promise<void> {
  to.statusCode = response.status
  // What ran before may have set cookies of its own; Fastify adds to them by itself.
  const before = [to.getHeader('set-cookie') ?? []].flat().map(String)
  for (const [name, value] of headersOf(response))
    to.setHeader(name, typeof value === 'string' ? value : [...before, ...value])
  to.end(await response.text())
}

export async function answerFastify(response: Response, to: FastifyReplyLike): Promise<void> {
  to.code(response.status)
  for (const [name, value] of headersOf(response)) to.header(name, value)
  to.send(await response.text())
}

export const addressOf = ({ ip, socket }: NodeRequest): string | undefined => ip ?? socket?.remoteAddress
