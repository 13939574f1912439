/**
 * Requests and responses as an app sees them, whatever carries them: a socket (`node/serve.ts`), or the web's own
 * objects, by which tests and roles inside one process speak to each other. They hold less than `Request` and
 * `Response`, which cost more to make than many a request costs to answer (ADR 12).
 */
import { type Failure, type FetchCode, type FoundEvidence, fail, type MaybePromise, readText } from '../base/index.ts'
import type { UnreadCode } from './envelope.ts'

/** Why the body of a request cannot be had. */
export type BodyCode = FetchCode | 'bodies_unfinished' | 'body_too_slow' | 'overloaded'

/**
 * Asked about a body that did not come with its head. Returns what ends the wait: it is called once, and returns whether the
 * process still has room for the request. Returns why not where there are too many such bodies, of the client or of all.
 */
export type AdmitLateBody = () => (() => boolean) | 'bodies_unfinished' | 'overloaded'

/** A request as it arrived; nothing of it is judged. */
export interface HttpRequest {
  readonly method: string
  /** Path and query as they were sent, without dot segments and fragment. */
  readonly target: string
  /** By its name in lower case; values of several lines are joined by a comma (RFC 9110 §5.3). */
  header(name: string): string | undefined
  /**
   * Reads the body, once and no further than so many bytes. Fails when it is longer, no UTF-8, or breaks off, when it comes
   * slower than 1 kB a second, or when `admitLate` does not admit it.
   */
  text(size: number, admitLate?: AdmitLateBody): MaybePromise<string | Failure<BodyCode>>
}

/** A response to be sent. What frames it on the wire (length, connection) is added by whoever sends it. */
export interface HttpResponse {
  readonly status: number
  /** By names in lower case; a list stands for several lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** None with a 204. */
  readonly body?: string | Uint8Array | undefined
}

/** A role, or a part of one: a request in, a response out. */
export type AnswerRequest = (request: HttpRequest) => MaybePromise<HttpResponse>

/** What a role is to whoever serves it, and to whoever holds the web's own objects. */
export interface App {
  (request: Request): Promise<Response>
  readonly answer: AnswerRequest
  /** Where its decisions are taken: `pid-provider/as/par`. */
  readonly surfaces: readonly string[]
  /** Refuses what never became a request; `undefined` where the app takes no decisions. */
  readonly refuseUnread?: RefuseUnread | undefined
}

/** Refuses what never became a request, as a decision of the app. */
export type RefuseUnread = (code: UnreadCode, evidence?: FoundEvidence) => Promise<HttpResponse>

/** Makes an app of what answers requests. */
export const asApp = (answer: AnswerRequest, surfaces: readonly string[] = [], refuseUnread?: RefuseUnread): App =>
  Object.assign(async (request: Request) => toWebResponse(await answer(fromWebRequest(request)), request.method), {
    answer,
    surfaces,
    refuseUnread,
  })

function fromWebRequest(request: Request): HttpRequest {
  const { url, headers, method } = request
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('#', start)
  return {
    method,
    target: end < 0 ? url.slice(start) : url.slice(start, end),
    header: (name) => headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined),
    text: (size) => (request.bodyUsed ? fail('unreachable', 'body') : readText(request, 'body', { size })),
  }
}

/** The same response as the web's object; to a HEAD without its body. */
export function toWebResponse({ status, headers, body }: HttpResponse, method = 'GET'): Response {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
  ) as [string, string][]
  return new Response(method === 'HEAD' ? null : ((body ?? null) as BodyInit | null), { status, headers: lines })
}

/** A response that somebody made with the web's own object. */
export async function fromWebResponse(response: Response): Promise<HttpResponse> {
  const { status, headers } = response
  const cookies = headers.getSetCookie()
  return {
    status,
    headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    ...(response.body && { body: new Uint8Array(await response.arrayBuffer()) }),
  }
}

/** With one more header, or another value of it. */
export const withHeader = (response: HttpResponse, name: string, value: string | readonly string[]): HttpResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
})

/** With one more `Set-Cookie`, beside those that it has. */
export const withCookie = (response: HttpResponse, cookie: string): HttpResponse =>
  withHeader(response, 'set-cookie', [response.headers['set-cookie'] ?? [], cookie].flat())
