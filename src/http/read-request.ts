/**
 * Checks the envelope of a request at any endpoint: duplicate headers and parameters, size, media type, malformed
 * content. Runs in a decision of its own before the use case.
 */
import { createRecent, type Decision, failed, joinUrl, mediaTypeOf, parseJsonObject } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { cookieName, readCookie } from './cookies.ts'
import { type EnvelopeRules, envelopeAnswers } from './envelope.ts'
import { isPageLanguage, languageCookie, languageParameter, type PageLanguage, preferredLanguage } from './language.ts'
import type { BodyCode, HttpRequest } from './message.ts'
import { noParameters, type Parameters, parseParameters } from './parameters.ts'
import type { BodyKind, EndpointRequest, Route } from './routes.ts'

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}

/** Headers that may occur only once. Duplicate lines arrive joined by a comma (RFC 9110 §5.3). */
const singular = ['authorization', 'content-type']
const singularWithProof = ['dpop', ...singular]

const schemeParameter = String.raw`[^\s,="]+[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)`
/** One scheme with its parameters, which commas separate (RFC 9110 §11.4). */
const oneScheme = new RegExp(`^[^\\s,="]+ +${schemeParameter}(?:[ \\t]*,[ \\t]*${schemeParameter})*$`)

const isRepeated = (name: string, value = ''): boolean =>
  value.includes(',') && !(name === 'authorization' && oneScheme.test(value))

const defaultBodyLimit = 65_536

/** Content coding of a body that is not encoded (RFC 9110 §12.5.3). */
const noCoding = 'identity'

type Body = EndpointRequest['body']

const noBody: Body = { kind: 'none' }

interface PathMatch {
  readonly pathname: string
  readonly variables: Readonly<Record<string, string>>
}

/** A request as its endpoint receives it. Rarely used parts are computed on demand. */
export class ReceivedRequest implements EndpointRequest {
  readonly method: string
  readonly path: Readonly<Record<string, string>>
  query: Parameters = noParameters
  body: Body = noBody
  readonly #origin: string
  readonly #pathname: string
  readonly #search: string
  readonly #request: HttpRequest
  // Bound, because endpoints destructure a request.
  readonly header = (name: string): string | undefined => this.#request.header(name)
  readonly cookie = (name: string): string | undefined => readCookie(this.header('cookie'), name)

  /** `matched` is the result of matching the route's path. Without it, no route has the path of the request. */
  constructor(origin: string, request: HttpRequest, matched?: PathMatch) {
    const { method, target } = request
    const end = target.indexOf('?')
    this.method = method
    this.path = matched?.variables ?? {}
    this.#origin = origin
    this.#pathname = matched?.pathname ?? /^\/[^?]*/.exec(target)?.[0] ?? '/'
    this.#search = end < 0 ? '' : target.slice(end + 1)
    this.#request = request
  }

  get url(): string {
    return joinUrl(this.#origin, this.#pathname)
  }

  /**
   * Language in the query. Read without checking the query, so that the error page for a malformed query uses it too.
   */
  get askedLanguage(): PageLanguage | undefined {
    const tag = this.#search.includes(languageParameter)
      ? (new URLSearchParams(this.#search).get(languageParameter) ?? undefined)
      : undefined
    return isPageLanguage(tag) ? tag : undefined
  }

  get chosenLanguage(): PageLanguage | undefined {
    const asked = this.askedLanguage
    if (asked !== undefined) return asked
    const tag = this.cookie(cookieName({ name: languageCookie, publicUrl: this.#origin }))
    return isPageLanguage(tag) ? tag : undefined
  }

  get language(): PageLanguage {
    return this.chosenLanguage ?? preferredLanguage(this.header('accept-language'))
  }

  /**
   * Returns the path for the refusal of an unknown route. Replaces segments of 25 characters or more, because they may
   * be session identifiers or secrets.
   */
  get shownPath(): string {
    const [path = ''] = this.#request.target.split('?', 1)
    return path.replace(/[^/]{25,}/g, '...')
  }

  readHead(
    { checksDpopHeader }: Route,
    readQuery: QueryReader,
    rules: EnvelopeRules,
    decision: Decision<AnswerWithHeaders>,
  ): void {
    const [, malformed] = rules.parameter_malformed
    for (const name of checksDpopHeader ? singular : singularWithProof)
      decision.that('GEN-29', malformed, !isRepeated(name, this.header(name)), 'header_duplicated', name)
    this.query = decision.checkNow(rules, () => readQuery(this.#search))
  }

  /**
   * Checks and parses the body. Called only for a route that accepts a body. At any other route, body and
   * `Content-Type` are ignored (GEN-26). A `charset` parameter is ignored (GEN-25). If the route accepts forms, an
   * empty body without `Content-Type` is a form without parameters.
   */
  async readBody(route: Route, rules: EnvelopeRules, decision: Decision<AnswerWithHeaders>): Promise<void> {
    const type = mediaTypeOf(this.header('content-type'))
    // An empty body has no media type (RFC 9110 §8.3).
    if (type === '' && route.accepts?.includes('form') && (await this.#request.text(0)) === '') {
      this.body = { kind: 'form', form: noParameters }
      return
    }
    const kind = route.accepts?.find((one) => mediaTypes[one] === type)
    if (kind === undefined) refuseMediaType(route, type, decision)
    const coding = this.header('content-encoding')?.trim().toLowerCase() || noCoding
    if (coding !== noCoding) refuseCoding(route, coding, decision) // D-241
    const size = route.bodyLimit ?? defaultBodyLimit
    const announcedSize = Number(this.header('content-length') ?? 0)
    if (announcedSize > size) refuseSize(route, size, `${announcedSize} bytes`, decision)
    const content = await this.#request.text(size)
    if (failed(content)) refuseArrival(route, size, content.code, rules, decision)
    decision.found('GEN-07', envelopeAnswers.size, kind)
    decision.found('GEN-23', rules.json_malformed[1], content)
    this.body =
      kind === 'form'
        ? { kind, form: decision.checkNow(rules, () => parseParameters(content, 'form', [], route.parameters)) }
        : {
            kind,
            json: decision.checkNow(rules, () => parseJsonObject(content, 'body', { size })),
          }
  }
}

type Refusing = Pick<Decision<AnswerWithHeaders>, 'refuse'>

const placeOf = (part: string, { method, path }: Route): string => `${part} of ${method} ${path}`

function refuseMediaType(route: Route, found: string, decision: Refusing): never {
  const expected = route.accepts?.map((one) => mediaTypes[one])
  const at = placeOf('content-type', route)
  decision.refuse(['GEN-07', envelopeAnswers.mediaType], 'media_type_unsupported', at, {
    expected,
    found: found || undefined,
  })
}

function refuseCoding(route: Route, found: string, decision: Refusing): never {
  const at = placeOf('content-encoding', route)
  decision.refuse(['GEN-07', envelopeAnswers.coding], 'coding_unsupported', at, { expected: noCoding, found })
}

function refuseSize(route: Route, size: number, found: string, decision: Refusing): never {
  const evidence = { expected: `at most ${size} bytes`, found }
  decision.refuse(['GEN-07', envelopeAnswers.size], 'body_too_large', placeOf('body', route), evidence)
}

/** Refuses a body that could not be read, for example because it is too large, incomplete or not UTF-8. */
function refuseArrival(route: Route, size: number, code: BodyCode, rules: EnvelopeRules, decision: Refusing): never {
  const { bodies, overload, slow } = envelopeAnswers
  const at = placeOf('body', route)
  if (code === 'bodies_unfinished') decision.refuse(['GEN-08', bodies], 'bodies_unfinished', at)
  if (code === 'body_too_slow') decision.refuse(['GEN-08', slow], 'body_too_slow', at)
  if (code === 'overloaded') decision.refuse(['GEN-27', overload(1)], 'overloaded')
  if (code === 'answer_too_large') refuseSize(route, size, 'more bytes', decision)
  decision.refuse(['GEN-23', rules.json_malformed[1]], code === 'unreachable' ? 'body_incomplete' : 'not_utf8', at)
}

/** Maximum length of a cached query in characters. */
const longestKeptQuery = 1024

/** Parses a query without its question mark. */
export type QueryReader = (search: string) => ReturnType<typeof parseParameters>

/**
 * Creates the parser for a route's query. Caches recent queries for public documents, because many clients send equal
 * queries. These contain no secret.
 */
export function createQueryReader(route: Route): QueryReader {
  const { kind, repeatable, parameters } = route
  const read: QueryReader = (search) => parseParameters(search, 'query', repeatable, parameters)
  if (kind !== 'document') return read
  const cache = createRecent<Parameters>(256)
  return (search) => {
    const cached = cache.get(search)
    if (cached) return cached
    const parameters = read(search)
    if (!failed(parameters) && search.length <= longestKeptQuery) cache.set(search, parameters)
    return parameters
  }
}

/** Returns true if the route accepts a body. */
export const acceptsBody = ({ accepts }: Route): boolean => accepts !== undefined && accepts.length > 0
