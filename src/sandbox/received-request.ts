/** A request that a role received, for the record: its body, its sender, and its answer. */
import { failed, type MaybePromise } from '../base/index.ts'
import type { HttpRequest, HttpResponse } from '../http/index.ts'

/** A request that keeps its body when the role reads it. Does not read the body itself. */
export class ReceivedRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  body: string | undefined
  readonly #request: HttpRequest

  constructor(request: HttpRequest) {
    this.method = request.method
    this.target = request.target
    this.rawHeaders = request.rawHeaders ?? []
    this.#request = request
  }

  header(name: string): string | undefined {
    return this.#request.header(name)
  }

  async text(...limit: Parameters<HttpRequest['text']>): Promise<Awaited<ReturnType<HttpRequest['text']>>> {
    const text = await this.#request.text(...limit)
    if (!failed(text)) this.body = text
    return text
  }
}

/**
 * Returns `browser` for a request that a page sends or that loads a page. Returns `unknown` for any other request, for
 * example of a wallet on a phone.
 */
export const senderOf = (request: HttpRequest): string =>
  isOfPage({ get: (name) => request.header(name) }) ? 'browser' : 'unknown'

/** Returns true if the headers are those of a browser: a page sends the request, or the request loads a page. */
export const isOfPage = (headers: { get(name: string): string | undefined }): boolean =>
  headers.get('sec-fetch-mode') !== undefined || headers.get('accept')?.includes('text/html') === true

/** Passes the answer to `record`, or `undefined` if `answer` fails. Keeps a synchronous answer synchronous. */
export function recordAnswer(
  record: (response: HttpResponse | undefined) => void,
  answer: () => MaybePromise<HttpResponse>,
): MaybePromise<HttpResponse> {
  const succeed = (response: HttpResponse): HttpResponse => {
    record(response)
    return response
  }
  const fail = (thrown: unknown): never => {
    record(undefined)
    throw thrown
  }
  let answered: MaybePromise<HttpResponse>
  try {
    answered = answer()
  } catch (thrown) {
    return fail(thrown)
  }
  return answered instanceof Promise ? answered.then(succeed, fail) : succeed(answered)
}
