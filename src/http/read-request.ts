/**
 * The envelope of a request: what is wrong with it whatever its endpoint. Duplicated headers and parameters, size,
 * media type, unreadable content. Runs inside a decision before the endpoint's own use case.
 */
import type { Context } from 'hono'
import {
  type Decision,
  failed,
  type JsonObject,
  joinUrl,
  mediaTypeOf,
  parseJsonObject,
  readText,
} from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { readCookie } from './cookies.ts'
import { envelopeAnswers, envelopeRules } from './envelope.ts'
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
export function bareRequest(origin: string, c: Context): EndpointRequest {
  const { raw } = c.req
  return {
    url: joinUrl(origin, c.req.path),
    method: raw.method,
    query: new Map(),
    queryAll: () => [],
    path: c.req.param() as Readonly<Record<string, string>>,
    body: { kind: 'none' },
    header: (name) => raw.headers.get(name) ?? undefined,
    cookie: (name) => readCookie(raw.headers.get('cookie'), name),
    language: preferredLanguage(raw.headers.get('accept-language') ?? undefined),
  }
}

/** Judges the envelope and reads query and body. Refuses by the envelope's rules. */
export async function readRequest(
  route: Route,
  malformed: AnswerWithHeaders,
  decision: Decision<AnswerWithHeaders>,
  bare: EndpointRequest,
  raw: Request,
): Promise<EndpointRequest> {
  const rules = envelopeRules(malformed)
  for (const name of singular)
    decision.that('GEN-29', malformed, !raw.headers.get(name)?.includes(','), 'header_duplicated', name)
  const search = raw.url.indexOf('?')
  const text = search < 0 ? '' : raw.url.slice(search + 1)
  const query = await decision.check(rules, () => parseParameters(text, 'query', route.repeatable))
  return { ...bare, query, queryAll: (name) => valuesOf(text, name), body: await readBody(route, decision, rules, raw) }
}

async function readBody(
  route: Route,
  decision: Decision<AnswerWithHeaders>,
  rules: ReturnType<typeof envelopeRules>,
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
  const text = await readText(raw, 'body', { size })
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
