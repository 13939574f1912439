/**
 * The envelope of a request: what is wrong with it whatever its endpoint. Duplicated headers and parameters, size,
 * media type, unreadable content. Runs inside a decision before the endpoint's own use case.
 */
import type { Context } from 'hono'
import {
  type Decision,
  decodeUtf8,
  type Failure,
  type FetchCode,
  fail,
  failed,
  type JsonObject,
  joinUrl,
  mediaTypeOf,
  parseJsonObject,
  readText,
} from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { readCookie } from './cookies.ts'
import { type EnvelopeRules, envelopeAnswers } from './envelope.ts'
import { preferredLanguage } from './language.ts'
import { type Parameters, parseParameters, valuesOf } from './parameters.ts'
import type { BodyKind, EndpointRequest, Route } from './routes.ts'

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}

/** Headers that may stand once only; the web's `Headers` joins two values by a comma (RFC 9110 §5.3). */
const singular = ['dpop', 'authorization', 'content-type']

const defaultBodyLimit = 65_536
const maximumDepth = 32

/** What can be said of a request before anything of it is judged: query and body are left out. */
export function bareRequest(origin: string, c: Context): BareRequest {
  const { raw } = c.req
  return {
    get url() {
      return joinUrl(origin, c.req.path)
    },
    method: raw.method,
    query: nothing,
    queryAll: () => [],
    get path() {
      return c.req.param() as Readonly<Record<string, string>>
    },
    body: { kind: 'none' },
    header: (name) => raw.headers.get(name) ?? undefined,
    cookie: (name) => readCookie(raw.headers.get('cookie'), name),
    get language() {
      return preferredLanguage(raw.headers.get('accept-language') ?? undefined)
    },
  }
}

/** Still to be filled. What few endpoints ask for is found when it is asked for. */
type BareRequest = { -readonly [member in keyof EndpointRequest]: EndpointRequest[member] }

const nothing: Parameters = new Map()

/** Judges the envelope and reads query and body into the request. Refuses by the envelope's rules. */
export async function readRequest(
  route: Route,
  rules: EnvelopeRules,
  decision: Decision<AnswerWithHeaders>,
  request: BareRequest,
  raw: Request,
): Promise<void> {
  const [, malformed] = rules.parameter_malformed
  for (const name of singular)
    decision.that('GEN-29', malformed, !raw.headers.get(name)?.includes(','), 'header_duplicated', name)
  const search = raw.url.indexOf('?')
  const text = search < 0 ? '' : raw.url.slice(search + 1)
  request.query = await decision.check(rules, () => parseParameters(text, 'query', route.repeatable))
  request.queryAll = (name) => valuesOf(text, name)
  request.body = await readBody(route, decision, rules, raw)
}

/**
 * A body whose length was announced ends there, says the HTTP parser, and is taken whole; another one is read piece by
 * piece, so that what lies beyond the limit is never buffered.
 */
async function readContent(raw: Request, size: number): Promise<string | Failure<FetchCode>> {
  if (!raw.headers.has('content-length')) return readText(raw, 'body', { size })
  let bytes: ArrayBuffer
  try {
    bytes = await raw.arrayBuffer()
  } catch {
    return fail('unreachable', 'body')
  }
  if (bytes.byteLength > size) return fail('answer_too_large', 'body')
  return decodeUtf8(new Uint8Array(bytes)) ?? fail('not_text', 'body')
}

async function readBody(
  route: Route,
  decision: Decision<AnswerWithHeaders>,
  rules: EnvelopeRules,
  raw: Request,
): Promise<EndpointRequest['body']> {
  if (!route.accepts || route.accepts.length === 0) return { kind: 'none' }
  const type = mediaTypeOf(raw.headers.get('content-type'))
  const kind = decision.found(
    'GEN-07',
    envelopeAnswers.mediaType,
    route.accepts.find((accepted) => mediaTypes[accepted] === type),
    'media_type_unsupported',
  )
  const size = route.bodyLimit ?? defaultBodyLimit
  const announced = Number(raw.headers.get('content-length') ?? 0)
  decision.that('GEN-07', envelopeAnswers.size, announced <= size, 'body_too_large')
  const text = await readContent(raw, size)
  decision.that('GEN-07', envelopeAnswers.size, !(failed(text) && text.code === 'answer_too_large'), 'body_too_large')
  const unreadable = failed(text) && text.code === 'unreachable' ? 'body_incomplete' : 'not_utf8'
  const content = decision.found('GEN-23', rules.json_malformed[1], failed(text) ? undefined : text, unreadable)
  if (kind === 'form') {
    const form: Parameters = await decision.check(rules, () => parseParameters(content, 'form'))
    return { kind, form }
  }
  const json: JsonObject = await decision.check(rules, () =>
    parseJsonObject(content, 'body', { size, depth: maximumDepth }),
  )
  return { kind, json }
}
