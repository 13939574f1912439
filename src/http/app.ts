/**
 * From a route table to a `(Request) => Promise<Response>`: the envelope of every request is judged before any endpoint
 * sees it (`read-request.ts`), and every refusal is rendered here. The only user of the web framework, which matches
 * paths.
 */
import { type Context, Hono, type Next } from 'hono'
import { type Decide, Refusal, traceOfFault, Unavailable } from '../base/index.ts'
import { type Admission, checkAdmission } from './admission.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { type EnvelopeRules, envelopeAnswers, envelopeRules } from './envelope.ts'
import { bareRequest, readRequest } from './read-request.ts'
import { type RenderPage, renderRefusal } from './render-answer.ts'
import { openToAllOrigins, respondJson } from './respond.ts'
import type { EndpointRequest, Route } from './routes.ts'

export interface AppOptions {
  /** The role, as it stands in traces: `wallet-provider`. */
  readonly name: string
  /** Where the role is reached from outside. Its path, if any, is the prefix of all routes. */
  readonly publicUrl: string
  readonly routes: readonly Route[]
  readonly decide: Decide<AnswerWithHeaders>
  /** How this role words malformed input; `400 invalid_request` when not said. */
  readonly malformed?: AnswerWithHeaders
  /** Asked before a request is read; everything is taken up when not said. */
  readonly admission?: Admission | undefined
  /** Renders a refusal at a page for people; a plain page in the reader's language when not said. */
  readonly renderPage?: RenderPage
  /** Told of what was thrown and is neither a refusal nor an outage. */
  readonly onFault: (fault: unknown, surface: string) => void
}

export type App = (request: Request) => Promise<Response>

type Kind = Pick<Route, 'kind'>

const healthRoute: Route = {
  method: 'GET',
  path: '/health',
  kind: 'machine',
  handle: () => respondJson({ status: 'ok' }),
}

/**
 * Makes the app. `GET /health` comes with it. A path with variables never hides another route: fixed paths are
 * matched first, and all methods before any 405 is given.
 */
export function createApp(options: AppOptions): App {
  const hono = new Hono<Matched>()
  const rules = envelopeRules(options.malformed ?? envelopeAnswers.malformed)
  const { origin, pathname } = new URL(options.publicUrl)
  const prefix = pathname.replace(/\/$/, '')
  const table = [...options.routes, healthRoute]
  const byPath = Map.groupBy(table.toSorted(fixedFirst), (route) => route.path)
  for (const [path, routes] of byPath) {
    const surface = options.name + path
    const byMethod = new Map<string, Route>(routes.map((route) => [route.method, route]))
    const answer = envelopeAnswers.method(allowOf(routes))
    const wrongMethod: WrongMethod = { kind: routes[0]?.kind ?? 'machine', surface, answer }
    // One handler for each path: with more, every request would pass through the framework's chain.
    hono.all(prefix + path, (c, next) => {
      const { method } = c.req.raw
      const route = byMethod.get(method === 'HEAD' ? 'GET' : method)
      return route ? serve({ options, rules, origin, route, surface }, c) : passOn(wrongMethod, c, next)
    })
  }
  hono.notFound((c) => {
    const wrong = c.get('wrongMethod')
    if (wrong) return refuse(options, origin, wrong, wrong.surface, c, wrong.answer)
    return refuse(options, origin, { kind: 'machine' }, `${options.name}/*`, c, envelopeAnswers.path, 'path_unknown')
  })
  hono.onError((fault) => {
    options.onFault(fault, options.name)
    return renderRefusal(faultOf(fault), 'machine', undefined, undefined)
  })
  return async (request) => hono.fetch(request)
}

/** A path that matched without the method; another path may have it. */
interface WrongMethod extends Kind {
  readonly surface: string
  readonly answer: AnswerWithHeaders
}

interface Matched {
  Variables: { wrongMethod?: WrongMethod }
}

async function passOn(wrong: WrongMethod, c: Context<Matched>, next: Next): Promise<undefined> {
  if (c.get('wrongMethod') === undefined) c.set('wrongMethod', wrong)
  await next()
}

const fixedFirst = (a: Route, b: Route): number => Number(a.path.includes(':')) - Number(b.path.includes(':'))

const allowOf = (routes: readonly Route[]): string =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

interface Served {
  readonly options: AppOptions
  readonly rules: EnvelopeRules
  readonly origin: string
  readonly route: Route
  readonly surface: string
}

async function serve({ options, rules, origin, route, surface }: Served, c: Context): Promise<Response> {
  const request = bareRequest(origin, c)
  try {
    if (route !== healthRoute)
      await options.decide(`${surface} envelope`, async (decision) => {
        if (options.admission) await checkAdmission(options.admission, decision, surface)
        await readRequest(route, rules, decision, request, c.req.raw)
      })
    return withCors(route, await route.handle(request))
  } catch (thrown) {
    return renderThrown(options, route, surface, request, thrown)
  }
}

async function refuse(
  options: AppOptions,
  origin: string,
  route: Kind,
  surface: string,
  c: Context,
  answer: AnswerWithHeaders,
  code = 'method_not_allowed',
): Promise<Response> {
  try {
    return await options.decide(`${surface} envelope`, async (decision) => {
      await checkAdmission(options.admission, decision, surface)
      return decision.refuse(['GEN-07', answer], code)
    })
  } catch (thrown) {
    return renderThrown(options, route, surface, bareRequest(origin, c), thrown)
  }
}

async function renderThrown(
  options: AppOptions,
  route: Kind,
  surface: string,
  request: EndpointRequest,
  thrown: unknown,
): Promise<Response> {
  if (!(thrown instanceof Refusal || thrown instanceof Unavailable)) options.onFault(thrown, surface)
  const refusal =
    thrown instanceof Refusal
      ? (thrown as Refusal<AnswerWithHeaders>)
      : faultOf(await recorded(options, surface, thrown))
  return withCors(route, await renderRefusal(refusal, route.kind, options.renderPage, request))
}

/** What was thrown outside of any decision fails one of its own, so that its answer has a trace that leads somewhere. */
async function recorded({ decide }: AppOptions, surface: string, thrown: unknown): Promise<unknown> {
  if (traceOfFault(thrown) !== undefined) return thrown
  const fault = typeof thrown === 'object' && thrown !== null ? thrown : new Error('something that is no Error')
  return decide(`${surface} fault`, () => Promise.reject(fault)).catch((told: unknown) => told)
}

/** What is told of an outage or of our own fault: nothing but that, and where it is recorded. */
function faultOf(thrown: unknown): Refusal<AnswerWithHeaders> {
  const answer = thrown instanceof Unavailable ? envelopeAnswers.unavailable(thrown.retryAfter) : envelopeAnswers.fault
  return new Refusal(traceOfFault(thrown) ?? '', answer, 'GEN-27', answer.error, '')
}

const withCors = (route: Kind, response: Response): Response =>
  route.kind === 'document' ? openToAllOrigins(response) : response
