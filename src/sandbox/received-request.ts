/** Functions that collect what the message record shows of a received request: body, sender and answer. */
import { failed, type MaybePromise } from '../base/index.ts'
import type { HttpRequest, HttpResponse } from '../http/index.ts'

/** A request whose `body` is the text that the role has read. `body` is `undefined` until the role reads it. */
export class RecordedRequest implements HttpRequest {
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
 * example of a wallet on a phone. `header` gets the name of a header in lower case.
 */
export const senderOf = (header: (name: string) => string | undefined): 'browser' | 'unknown' =>
  header('sec-fetch-mode') !== undefined || header('accept')?.includes('text/html') ? 'browser' : 'unknown'

/**
 * Passes the answer to `record`, or `undefined` if `answer` fails. Then returns or throws the result of `answer`. Keeps
 * a synchronous answer synchronous.
 */
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
