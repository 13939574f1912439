/**
 * Builds an app from a route table. The app checks the envelope of a request (`read-request.ts`) before the endpoint
 * runs, and renders every refusal. `GET /health` has no such check, unless `ownUrls` is set. The app answers
 * synchronously if the request needs no promise.
 */
import type { Rule } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { envelopeAnswers, envelopeRules } from './envelope.ts'
import { type App, asApp, type HttpRequest } from './message.ts'
import { createQueryReader, ReceivedRequest } from './read-request.ts'
import { type AppOptions, type AppRoute, healthRoute, RequestPipeline } from './request-pipeline.ts'
import { type ByMethod, createRouteTable } from './route-table.ts'
import type { Route } from './routes.ts'

/**
 * Creates the app and adds `GET /health`. A path with variables never hides another route: paths without variables are
 * matched first, and a 405 is returned only if no matching path has the method.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createDecide } from 'fiducia/base'
 * import { createApp, respondJson } from 'fiducia/http'
 * import { createDecisionLog, createNodeRandom, createSystemClock } from 'fiducia/node'
 *
 * const ctx = { clock: createSystemClock(), random: createNodeRandom(), decisions: createDecisionLog() }
 * const decide = createDecide(ctx)
 * const app = createApp({
 *   ...{ name: 'greeter', publicUrl: 'https://greeter.example', decide, onFault: console.error },
 *   routes: [{ method: 'GET', path: '/hello/:name', kind: 'machine', handle: ({ path }) => respondJson(path) }],
 * })
 * const response = await app(new Request('https://greeter.example/hello/alice'))
 * assert.deepEqual(await response.json(), { name: 'alice' })
 * ```
 */
export function createApp(options: AppOptions): App {
  const { origin, pathname: base } = new URL(options.publicUrl)
  const prefix = base.replace(/\/$/, '')
  const toAppRoute = (route: Route): AppRoute => {
    const surface = options.name + route.path
    const rules = envelopeRules(route.malformed ?? options.malformed ?? envelopeAnswers.malformed)
    // `isNews` and telemetry recognise the suffix ` envelope`.
    return { route, surface, envelope: `${surface} envelope`, readQuery: createQueryReader(route), rules }
  }
  const all = [...options.routes, healthRoute].map(toAppRoute)
  const placed = all.flatMap((served) => placesOf(served.route, prefix).map((path) => ({ path, served })))
  const byPath = Map.groupBy(placed, ({ path }) => path)
  const table = createRouteTable(
    new Map([...byPath].map(([path, found]) => [path, new Map(found.flatMap(({ served }) => byMethods(served)))])),
  )
  const unknown = (kind: 'machine' | 'page'): AppRoute => ({
    ...toAppRoute({ ...healthRoute, path: '/*', kind }),
    refusal: { rule: ['GEN-41', envelopeAnswers.path], code: 'path_unknown' },
  })
  const unknownPath = unknown(options.unknownPaths ?? 'machine')
  const unknownPage = options.renderPage && options.unknownPaths === undefined ? unknown('page') : unknownPath
  const pipeline = new RequestPipeline(options)
  return asApp(
    (request) => {
      const { method, target } = request
      const query = target.indexOf('?')
      const match = table.find(method, query < 0 ? target : target.slice(0, query))
      const unmatched = (): AppRoute => (acceptsPage(request) ? unknownPage : unknownPath)
      const served = match === undefined ? unmatched() : (match.entry ?? wrongMethod(match.entries))
      return pipeline.answer(served, new ReceivedRequest(origin, request, match))
    },
    [...new Set([...all, unknownPath].map(({ surface }) => surface))],
    (code, evidence) => pipeline.refuseUnread(unknownPath, code, evidence),
  )
}

/** Returns true if the client accepts HTML, as browsers do. */
const acceptsPage = (request: HttpRequest): boolean => (request.header('accept') ?? '').includes('text/html')

/** Returns the full paths of a route, without duplicates. A public URL without a path gives one path. */
const placesOf = ({ path, wellKnown = ['appended'] }: Route, prefix: string): readonly string[] => [
  ...new Set(wellKnown.map((place) => (place === 'inserted' ? path + prefix : prefix + path))),
]

/**
 * Returns the route by each of its methods. A public GET route also answers HEAD. On any other route a HEAD would have
 * the effects of the GET.
 */
function byMethods(served: AppRoute): [method: string, served: AppRoute][] {
  const { route } = served
  const publishes = route.method === 'GET' && (route.kind === 'document' || route.public === true)
  const methods = publishes ? ['GET', 'HEAD'] : [route.method]
  return methods.map((method) => [method, served])
}

function wrongMethod(entries: ByMethod<AppRoute>): AppRoute {
  const [someEntry] = [...entries.values()] as [AppRoute]
  const allow = [...entries.keys()].join(', ')
  const rule: Rule<AnswerWithHeaders> = ['GEN-07', envelopeAnswers.method(allow)]
  return { ...someEntry, refusal: { rule, code: 'method_not_allowed', expected: allow } }
}
