/**
 * Requests and responses of an app, independent of their transport: a socket (`node/serve.ts`), or web objects, which
 * tests and roles in one process use. These types have fewer members than `Request` and `Response`, because the
 * creation of those often costs more than the answer (ADR 12).
 */
import { type Failure, type FetchCode, type FoundEvidence, fail, type MaybePromise, readText } from '../base/index.ts'
import type { UnreadCode } from './envelope.ts'

/**
 * Reasons for an unavailable body. The app answers 429 to `bodies_unfinished`, 408 to `body_too_slow`, 503 to
 * `overloaded`, 413 to `answer_too_large`, and 400 to all others.
 */
export type BodyCode = FetchCode | 'bodies_unfinished' | 'body_too_slow' | 'overloaded'

/**
 * Called for a body that did not arrive with its head. `bytes` is its announced length, or its maximum length if none
 * is announced. Returns a code to refuse the request if the client, or all clients together, have too many incomplete
 * bodies. Does so too if the body is long and the incomplete bodies of all clients have too many bytes. Otherwise
 * returns a function to call once when the wait ends. That function returns true if the process still has capacity for
 * the request.
 */
export type AdmitLateBody = (bytes: number) => (() => boolean) | 'bodies_unfinished' | 'overloaded'

/** A received request. No part of it is checked. */
export interface HttpRequest {
  readonly method: string
  /** Path and query as sent, without dot segments and fragment. */
  readonly target: string
  /**
   * Returns a header by its lower-case name. Joins several lines by a comma (RFC 9110 §5.3), those of `cookie` by a
   * semicolon. Returns `undefined` for an absent header.
   */
  header(name: string): string | undefined
  /**
   * Names and values of all headers, alternating. From a socket, each line as sent. Absent if the transport does not
   * list them.
   */
  readonly rawHeaders?: readonly string[]
  /**
   * Reads the body once, up to `size` bytes. Fails if the body is longer, is not UTF-8, or ends early. A socket also
   * fails if the body arrives slower than 1 kB a second, or if `admitLate` refuses it. Web objects ignore `admitLate`.
   */
  text(size: number, admitLate?: AdmitLateBody): MaybePromise<string | Failure<BodyCode>>
}

/** A response. The server adds length and connection headers. */
export interface HttpResponse {
  readonly status: number
  /** Headers by lower-case name. A list becomes several lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Absent if the response has no body, as for a 204 or a redirect. */
  readonly body?: string | Uint8Array | undefined
  /** Body that is sent while it is produced. Replaces `body`. The server cancels it when the client disconnects. */
  readonly stream?: ReadableStream<Uint8Array>
}

/** Function of a role, or of a part of one, that answers requests. */
export type AnswerRequest = (request: HttpRequest) => MaybePromise<HttpResponse>

/** A role. The function itself accepts and returns web objects. A server uses `answer`. */
export interface App {
  (request: Request): Promise<Response>
  readonly answer: AnswerRequest
  /** Role and path of each endpoint: `pid-provider/as/par`. */
  readonly surfaces: readonly string[]
  /** Refuses an unreadable request. `undefined` if the app has no decisions. */
  readonly refuseUnread?: RefuseUnread | undefined
}

/** Refuses an unreadable request by a decision of the app. */
export type RefuseUnread = (code: UnreadCode, evidence?: FoundEvidence) => Promise<HttpResponse>

/** Creates an app from a function that answers requests. */
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
    get rawHeaders() {
      return [...headers].flat()
    },
    text: (size) => (request.bodyUsed ? fail('unreachable', 'body') : readText(request, 'body', { size })),
  }
}

/** Converts a response to a web object, without body for a HEAD. `method` is the request's method. */
export function toWebResponse({ status, headers, body, stream }: HttpResponse, method = 'GET'): Response {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
  ) as [string, string][]
  return new Response(method === 'HEAD' ? null : ((stream ?? body ?? null) as BodyInit | null), {
    status,
    headers: lines,
  })
}

/** Converts a web response. Waits for the whole body, except for server-sent events, which do not end. */
export async function fromWebResponse(response: Response): Promise<HttpResponse> {
  const { status, headers } = response
  const cookies = headers.getSetCookie()
  const isEndless = headers.get('content-type')?.startsWith('text/event-stream') === true
  return {
    status,
    headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    ...(response.body &&
      (isEndless ? { stream: response.body } : { body: new Uint8Array(await response.arrayBuffer()) })),
  }
}

/** Returns the response with this header added or replaced. */
export const withHeader = (response: HttpResponse, name: string, value: string | readonly string[]): HttpResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
})

/** Returns the response with one more `Set-Cookie`. */
export const withCookie = (response: HttpResponse, cookie: string): HttpResponse =>
  withHeader(response, 'set-cookie', [response.headers['set-cookie'] ?? [], cookie].flat())
