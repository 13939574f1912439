/**
 * The envelope of a request: what is wrong with it whatever its endpoint. Duplicated headers and parameters, size,
 * media type, unreadable content. Judged inside a decision before the endpoint's own use case.
 */
import { createRecent, type Decision, failed, joinUrl, mediaTypeOf, parseJsonObject } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { readCookie } from './cookies.ts'
import { type EnvelopeRules, envelopeAnswers } from './envelope.ts'
import { type Language, preferredLanguage } from './language.ts'
import type { BodyCode, HttpRequest } from './message.ts'
import { noParameters, type Parameters, parseParameters } from './parameters.ts'
import type { BodyKind, EndpointRequest, Route } from './routes.ts'

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}

/** Headers that may stand once only; what carries a request joins two values by a comma (RFC 9110 §5.3). */
const singular = ['authorization', 'content-type']
const singularWithProof = ['dpop', ...singular]

const defaultBodyLimit = 65_536

/** RFC 9110 §12.5.3. */
const noCoding = 'identity'

type Body = EndpointRequest['body']

const noBody: Body = { kind: 'none' }

interface Matched {
  readonly pathname: string
  readonly variables: Readonly<Record<string, string>>
}

const unmatched: Matched = { pathname: '/', variables: {} }

/** A request as its endpoint sees it; what few endpoints ask for is found when it is asked for. */
export class ReceivedRequest implements EndpointRequest {
  readonly method: string
  readonly path: Readonly<Record<string, string>>
  query: Parameters = noParameters
  body: Body = noBody
  readonly #origin: string
  readonly #pathname: string
  readonly #search: string
  readonly #request: HttpRequest
  // Bound, because endpoints take a request apart.
  readonly header = (name: string): string | undefined => this.#request.header(name)
  readonly cookie = (name: string): string | undefined => readCookie(this.header('cookie'), name)

  /** `matched` is what its route's path made of it. */
  constructor(origin: string, request: HttpRequest, matched: Matched = unmatched) {
    const { method, target } = request
    const end = target.indexOf('?')
    this.method = method
    this.path = matched.variables
    this.#origin = origin
    this.#pathname = matched.pathname
    this.#search = end < 0 ? '' : target.slice(end + 1)
    this.#request = request
  }

  get url(): string {
    return joinUrl(this.#origin, this.#pathname)
  }

  get language(): Language {
    return preferredLanguage(this.header('accept-language'))
  }

  /**
   * The path as it was sent, as far as a refusal shows it: the route is not known, so that a long segment may be an
   * identifier of a session, or a secret.
   */
  get shownPath(): string {
    const [path = ''] = this.#request.target.split('?', 1)
    return path.replace(/[^/]{25,}/g, '...')
  }

  /** Judges headers and query, and reads the query. */
  readHead(
    { judgesDpop }: Route,
    readQuery: QueryReader,
    rules: EnvelopeRules,
    decision: Decision<AnswerWithHeaders>,
  ): void {
    const [, malformed] = rules.parameter_malformed
    for (const name of judgesDpop ? singular : singularWithProof)
      decision.that('GEN-29', malformed, !this.header(name)?.includes(','), 'header_duplicated', name)
    this.query = decision.checkNow(rules, () => readQuery(this.#search))
  }

  /**
   * Judges and reads the body of a route that takes one; of a GET nothing is, whatever `Content-Type` it says (GEN-26). A
   * `charset` beside the media type does not matter (GEN-25). Where a form is taken, no content is a form without parameters.
   */
  async readBody(route: Route, rules: EnvelopeRules, decision: Decision<AnswerWithHeaders>): Promise<void> {
    const type = mediaTypeOf(this.header('content-type'))
    // Without content there is nothing whose type could be said (RFC 9110 §8.3).
    if (type === '' && route.accepts?.includes('form') && (await this.#request.text(0)) === '') {
      this.body = { kind: 'form', form: noParameters }
      return
    }
    const where = `${route.method} ${route.path}`
    const accepted = route.accepts?.map((one) => mediaTypes[one])
    const kind = decision.found(
      'GEN-07',
      envelopeAnswers.mediaType,
      route.accepts?.find((one) => mediaTypes[one] === type),
      'media_type_unsupported',
      `content-type of ${where}`,
      { expected: accepted, found: type || undefined },
    )
    const coding = this.header('content-encoding')?.trim().toLowerCase() || noCoding
    const encoded = { expected: noCoding, found: coding }
    const { coding: noSuchCoding } = envelopeAnswers
    decision.that(
      'GEN-07',
      noSuchCoding,
      coding === noCoding,
      'coding_unsupported',
      `content-encoding of ${where}`,
      encoded,
    ) // D-241
    const size = route.bodyLimit ?? defaultBodyLimit
    const announced = Number(this.header('content-length') ?? 0)
    const body = `body of ${where}`
    const limit = { expected: `at most ${size} bytes`, found: announced > size ? `${announced} bytes` : 'more bytes' }
    decision.that('GEN-07', envelopeAnswers.size, announced <= size, 'body_too_large', body, limit)
    const text = await this.#request.text(size)
    if (failed(text)) judgeArrival(text.code, body, decision)
    const fits = !(failed(text) && text.code === 'answer_too_large')
    decision.that('GEN-07', envelopeAnswers.size, fits, 'body_too_large', body, limit)
    const unreadable = failed(text) && text.code === 'unreachable' ? 'body_incomplete' : 'not_utf8'
    const content = decision.found('GEN-23', rules.json_malformed[1], failed(text) ? undefined : text, unreadable, body)
    this.body =
      kind === 'form'
        ? { kind, form: decision.checkNow(rules, () => parseParameters(content, 'form')) }
        : {
            kind,
            json: decision.checkNow(rules, () => parseJsonObject(content, 'body', { size })),
          }
  }
}

/** Refuses a body that came late and found no room, or came too slowly. */
function judgeArrival(code: BodyCode, at: string, decision: Decision<AnswerWithHeaders>): void {
  const { bodies, overload, slow } = envelopeAnswers
  decision.that('GEN-08', bodies, code !== 'bodies_unfinished', 'bodies_unfinished', at)
  decision.that('GEN-08', slow, code !== 'body_too_slow', 'body_too_slow', at)
  decision.that('GEN-27', overload(1), code !== 'overloaded', 'overloaded')
}

/** Characters. */
const longestKeptQuery = 1024

export type QueryReader = (search: string) => ReturnType<typeof parseParameters>

/** Of a route that publishes documents the queries read lately are kept: many ask for the same, and nothing in them is secret. */
export function createQueryReader({ kind, repeatable }: Route): QueryReader {
  const read: QueryReader = (search) => parseParameters(search, 'query', repeatable)
  if (kind !== 'document') return read
  const known = createRecent<Parameters>(256)
  return (search) => {
    const kept = known.get(search)
    if (kept) return kept
    const parameters = read(search)
    if (!failed(parameters) && search.length <= longestKeptQuery) known.set(search, parameters)
    return parameters
  }
}

export const takesBody = ({ accepts }: Route): boolean => accepts !== undefined && accepts.length > 0
