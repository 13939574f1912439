/**
 * Console of the sandbox: which roles run, what they publish, and why they decided as they did. Reads only public
 * documents and the decision log. Serves its own host and origin only (DESIGN §8).
 */
import type { Decide, DecisionRecord, Fetch } from '../../base/index.ts'
import {
  type AnswerWithHeaders,
  type App,
  createApp,
  type HttpResponse,
  type Route,
  respondJson,
  respondText,
} from '../../http/index.ts'
import { type DecisionLog, isRefusal } from '../../node/index.ts'
import { consoleScript, consoleStyle } from './assets.ts'
import { type ConsoleRole, observeRoles } from './observe-roles.ts'
import { renderConsole } from './page.ts'

interface ConsoleOptions {
  readonly publicUrl: string
  readonly roles: readonly ConsoleRole[]
  /** Further endpoints, for example the simulated devices. */
  readonly routes?: readonly Route[]
  readonly log: Pick<DecisionLog, 'find' | 'last' | 'latest' | 'counts'>
  readonly fetch: Fetch
  readonly decide: Decide<AnswerWithHeaders>
  readonly onFault: (fault: unknown, surface: string) => void
}

/**
 * Answer for an unknown trace. A lookup is not recorded as a decision, because it could displace the decision that is
 * sought.
 */
const unknownTrace = { error: 'not_found', error_description: 'No such decision is kept. (trace_unknown)' }
const listed = 200

export function createConsole(options: ConsoleOptions): App {
  const { log, decide } = options
  const show = (decision: DecisionRecord | undefined): HttpResponse =>
    decision === undefined ? respondJson(unknownTrace, 404) : respondJson(decision)
  const asset = (body: string, type: string): HttpResponse =>
    respondText(body, type, { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/',
      kind: 'page',
      public: true,
      handle: async ({ language }) =>
        renderConsole(language, await observeRoles(options.fetch, options.roles), log.latest(25), log.counts()),
    },
    {
      method: 'GET',
      path: '/console.js',
      kind: 'page',
      public: true,
      handle: () => asset(consoleScript, 'text/javascript; charset=utf-8'),
    },
    {
      method: 'GET',
      path: '/console.css',
      kind: 'page',
      public: true,
      handle: () => asset(consoleStyle, 'text/css; charset=utf-8'),
    },
    {
      method: 'GET',
      path: '/decisions',
      kind: 'machine',
      handle: ({ query }) => {
        const isChosen = query.get('refused') === undefined ? undefined : isRefusal
        return respondJson({ decisions: log.latest(listed, isChosen), counts: log.counts() })
      },
    },
    { method: 'GET', path: '/decisions/last', kind: 'machine', handle: () => show(log.last()) },
    {
      method: 'GET',
      path: '/decisions/:trace',
      kind: 'machine',
      handle: ({ path }) => show(log.find(path.trace ?? '')),
    },
    ...(options.routes ?? []),
  ]
  const { publicUrl, onFault } = options
  return createApp({ name: 'console', publicUrl, ownUrls: [publicUrl], routes, decide, onFault })
}
