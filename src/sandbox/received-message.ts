/**
 * A message that a role received. Headers and the response's body are converted only when they are read, because most
 * messages are never shown.
 */
import type { HeaderLines, Message } from '../console/index.ts'
import type { HttpRequest, HttpResponse } from '../http/index.ts'

/** Placeholder in records for an administrator's token, which no record may contain. */
export const hiddenToken = 'administration-token'

/**
 * Returns the value of a header for the record. In an `Authorization` header, replaces each word that is secret by the
 * placeholder. Does not change other headers.
 */
export const shownHeader = (name: string, value: string, isSecret: IsSecret): string =>
  name.toLowerCase() === 'authorization'
    ? value.replace(/\S+/g, (word) => (isSecret(word) ? hiddenToken : word))
    : value

/** Returns true for a token that no record may contain. */
export type IsSecret = (token: string) => boolean

/** Maximum number of characters of a body in a record. The rest of a longer body is left out. */
export const maximumBodyCharacters = 256 * 1024

/** Parts of a message that are known when the role has answered or failed. */
interface Parts extends Omit<Message, 'request' | 'response'> {
  readonly isSecret: IsSecret
  /** Origin of the role. */
  readonly origin: string
  readonly request: Pick<HttpRequest, 'method' | 'target' | 'rawHeaders'>
  readonly body: string | undefined
  /** Absent if the role failed to answer. */
  readonly answer: HttpResponse | undefined
}

export class ReceivedMessage implements Message {
  readonly id: string
  readonly at: number
  readonly from: string
  readonly to: string
  readonly milliseconds: number
  readonly parent?: string
  readonly traces: readonly string[]
  readonly #origin: string
  readonly #method: string
  readonly #target: string
  readonly #rawHeaders: readonly string[]
  readonly #body: string | undefined
  readonly #answer: HttpResponse | undefined
  readonly #isSecret: IsSecret

  constructor({ id, at, from, to, milliseconds, parent, traces, origin, request, body, answer, isSecret }: Parts) {
    this.id = id
    this.at = at
    this.from = from
    this.to = to
    this.milliseconds = milliseconds
    if (parent !== undefined) this.parent = parent
    this.traces = traces
    this.#origin = origin
    this.#method = request.method
    this.#target = request.target
    this.#rawHeaders = request.rawHeaders ?? []
    this.#body = shownBody(body)
    this.#answer = answer
    this.#isSecret = isSecret
  }

  /** Number of characters in memory: the kept part of the request's body, and the whole body of the response. */
  get characters(): number {
    return (this.#body?.length ?? 0) + (textOf(this.#answer)?.length ?? 0)
  }

  get request(): Message['request'] {
    return {
      method: this.#method,
      url: this.#origin + this.#target,
      headers: pairsOf(this.#rawHeaders, this.#isSecret),
      ...withBody(this.#body),
    }
  }

  get response(): Message['response'] {
    const answer = this.#answer
    if (answer === undefined) return undefined
    return { status: answer.status, headers: linesOf(answer), ...withBody(shownBody(textOf(answer))) }
  }
}

function pairsOf(raw: readonly string[], isSecret: IsSecret): HeaderLines {
  const lines: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [raw[at] as string, raw[at + 1] as string]
    lines.push([name.toLowerCase(), shownHeader(name, value, isSecret)])
  }
  return lines
}

const linesOf = ({ headers }: HttpResponse): HeaderLines =>
  Object.entries(headers).flatMap(
    ([name, value]): HeaderLines =>
      typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one] as const),
  )

const textOf = (answer: HttpResponse | undefined): string | undefined =>
  typeof answer?.body === 'string' ? answer.body : undefined

/**
 * Shortens a body to `maximumBodyCharacters`. Copies the kept part, because a slice would keep the whole text in
 * memory.
 */
export const shownBody = (body: string | undefined): string | undefined =>
  body === undefined || body.length <= maximumBodyCharacters
    ? body
    : Buffer.from(body.slice(0, maximumBodyCharacters)).toString()

/** Returns an object with the member `body`, or without it if the body is absent or empty. */
export const withBody = (body: string | undefined): { readonly body?: string } =>
  body === undefined || body === '' ? {} : { body }
