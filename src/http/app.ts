/**
 * From a route table to a `(Request) => Promise<Response>`: the envelope of every request is judged here, before any
 * endpoint sees it, and every refusal is rendered here. The only user of the web framework, which matches paths.
 */
import { type Context, Hono } from 'hono'
import {
  type Decide,
  type Decision,
  failed,
  joinUrl,
  mediaTypeOf,
  parseJsonObject,
  Refusal,
  readText,
  Unavailable,
} from '../base/index.ts'
import { readCookie } from './cookies.ts'
import { envelopeAnswers, envelopeRules } from './envelope.ts'
import { type Parameters, parseParameters, valuesOf } from './parameters.ts'
import { type AnswerWithHeaders, type RenderPage, renderRefusal } from './render-answer.ts'
import { respondJson } from './respond.ts'
import type { BodyKind, EndpointRequest, Route } from './routes.ts'

export interface AppOptions {
  /** The role, as it stands in traces: `wallet-provider`. */
  readonly name: string
  /** Where the role is reached from outside. Its path, if any, is the prefix of all routes. */
  readonly publicUrl: string
  readonly routes: readonly Route[]
  readonly decide: Decide<AnswerWithHeaders>
  /** How this role words malformed input; `400 invalid_request` when not said. */
  readonly malformed?: AnswerWithHeaders
  /** Renders a refusal at a page for people. */
  readonly renderPage?: RenderPage
  /** Told of what was thrown and is neither a refusal nor an outage. */
  readonly onFault: (fault: unknown, surface: string) => void
}

export type App = (request: Request) => Promise<Response>

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}

/** Headers that may stand once only; the web's `Headers` joins two values by a comma (RFC 9110 §5.3). */
const singular = ['dpop', 'authorization', 'content-type']

const defaultBodyLimit = 65_536

export function createApp(options: AppOptions): App {
  const hono = new Hono()
  const prefix = new URL(options.publicUrl).pathname.replace(/\/$/, '')
  const byPath = Map.groupBy(options.routes, (route) => route.path)
  hono.get(`${prefix}/health`, () => respondJson({ status: 'ok' }))
  for (const [path, routes] of byPath) {
    const surface = `${options.name}${path}`
    const allow = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    for (const route of routes) hono.on(route.method, prefix + path, (c) => serve(options, route, surface, c))
    const [first] = routes
    if (first) hono.all(prefix + path, (c) => refuse(options, first, surface, c, envelopeAnswers.method(allow)))
  }
  hono.notFound((c) =>
    refuse(options, { kind: 'machine' }, `${options.name}/*`, c, envelopeAnswers.path, 'path_unknown'),
  )
  return async (request) => hono.fetch(request)
}

async function serve(options: AppOptions, route: Route, surface: string, c: Context): Promise<Response> {
  let request: EndpointRequest | undefined
  try {
    request = await options.decide(`${surface} envelope`, (decision) => judge(options, route, decision, c))
    return withCors(route, await route.handle(request))
  } catch (thrown) {
    return withCors(route, await renderThrown(options, route, surface, request, thrown))
  }
}

async function refuse(
  options: AppOptions,
  route: Pick<Route, 'kind'>,
  surface: string,
  c: Context,
  answer: AnswerWithHeaders,
  code = 'method_not_allowed',
): Promise<Response> {
  try {
    return await options.decide(`${surface} envelope`, async (decision) => decision.refuse(['GEN-07', answer], code))
  } catch (thrown) {
    const bare = { language: languageOf(c) } as EndpointRequest
    return renderThrown(options, route, surface, bare, thrown)
  }
}

/** Everything that is wrong with a request whatever its endpoint: duplicates, size, media type, unreadable content. */
async function judge(
  options: AppOptions,
  route: Route,
  decision: Decision<AnswerWithHeaders>,
  c: Context,
): Promise<EndpointRequest> {
  const { raw } = c.req
  const malformed = options.malformed ?? envelopeAnswers.malformed
  const rules = envelopeRules(malformed)
  for (const name of singular)
    decision.that('GEN-29', malformed, !raw.headers.get(name)?.includes(','), 'header_duplicated', name)
  const search = raw.url.indexOf('?')
  const text = search < 0 ? '' : raw.url.slice(search + 1)
  const query = await decision.check(rules, () => parseParameters(text, 'query', route.repeatable))
  return {
    url: joinUrl(new URL(options.publicUrl).origin, c.req.path),
    method: raw.method,
    query,
    queryAll: (name) => valuesOf(text, name),
    path: c.req.param() as Readonly<Record<string, string>>,
    body: await readBody(route, decision, rules, raw),
    header: (name) => raw.headers.get(name) ?? undefined,
    cookie: (name) => readCookie(raw.headers.get('cookie'), name),
    language: languageOf(c),
  }
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
  const content = decision.found('GEN-23', rules.json_malformed[1], failed(text) ? undefined : text, 'not_utf8')
  if (kind === 'form') {
    const form: Parameters = await decision.check(rules, () => parseParameters(content, 'form'))
    return { kind, form }
  }
  return { kind, json: await decision.check(rules, () => parseJsonObject(content, 'body')) }
}

async function renderThrown(
  options: AppOptions,
  route: Pick<Route, 'kind'>,
  surface: string,
  request: EndpointRequest | undefined,
  thrown: unknown,
): Promise<Response> {
  if (thrown instanceof Refusal)
    return renderRefusal(thrown as Refusal<AnswerWithHeaders>, route.kind, options.renderPage, request)
  if (!(thrown instanceof Unavailable)) options.onFault(thrown, surface)
  const answer = thrown instanceof Unavailable ? envelopeAnswers.unavailable(thrown.retryAfter) : envelopeAnswers.fault
  return renderRefusal(new Refusal('', answer, 'GEN-27', answer.error, ''), route.kind, options.renderPage, request)
}

function withCors(route: Route, response: Response): Response {
  if (route.kind === 'document') response.headers.set('access-control-allow-origin', '*')
  return response
}

const languageOf = (c: Context): 'it' | 'en' => {
  const languages = (c.req.header('accept-language') ?? '').toLowerCase()
  const english = languages.search(/\ben\b/)
  const italian = languages.search(/\bit\b/)
  return english >= 0 && (italian < 0 || english < italian) ? 'en' : 'it'
}
