/**
 * Endpoints of the OpenID Provider, as rows of the Relying Party's route table. The library `oidc-provider` answers
 * most requests.
 */
import { hash } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { Refusal } from '../base/index.ts'
import {
  type EndpointRequest,
  type HttpResponse,
  type Route,
  redirect,
  respondPage,
  withCookie,
  withTrace,
} from '../http/index.ts'
import type { PageLook } from '../pages/index.ts'
import { RP } from '../relying-party/index.ts'
import { createNodeExchange } from './exchange.ts'
import {
  beginLogin,
  findClientOfEndedLogin,
  findInteraction,
  finishLogin,
  type InteractionContext,
} from './interaction.ts'
import { clearLoginCookie, createLoginCookie, readLoginCookie } from './login-cookie.ts'
import { endSession } from './logout.ts'
import { endedPage } from './pages.ts'
import { endpoints } from './provider-configuration.ts'
import { decideRequest, type RequestFaults } from './refused-requests.ts'

interface EndpointContext extends InteractionContext {
  readonly provider: Provider
  readonly faults: RequestFaults
  readonly look: PageLook
}

/** Maximum size of a form in bytes. The longest member is a client assertion or an ID Token. */
const bodyLimit = 16_384

/** Options of an endpoint's exchange. They default to false and to no origins. */
interface AnswerOptions {
  /** True if a user sees the answer. */
  readonly isPage?: boolean
  /** True if the library continues the login of the path, provided that this browser brought its presentation. */
  readonly resumesLogin?: boolean
  /** Origins whose pages may read the answer. */
  readonly origins?: ReadonlySet<string>
  /** True if the library gets a form as the query of a GET. */
  readonly formAsQuery?: boolean
}

/** Creates the routes of the OpenID Provider. Each answer of the library is recorded as a decision. */
export function openIdRoutes(ctx: EndpointContext): readonly Route[] {
  const { path } = ctx.config
  const listener = ctx.provider.callback()
  const libraryHandler =
    (place: string, { isPage = false, resumesLogin = false, ...options }: AnswerOptions = {}) =>
    (request: EndpointRequest): Promise<HttpResponse> =>
      decideRequest(ctx.orders, {
        surface: `relying-party${path}${place}`,
        isPage,
        run: async () => {
          const uid = request.path.uid ?? ''
          const isOwn = resumesLogin && readLoginCookie(ctx, request, uid) === 'finished' // RP-210
          const loginOfBrowser = isOwn ? uid : undefined
          const exchange = createNodeExchange(request, { issuer: ctx.issuer, loginOfBrowser, ...options })
          listener(exchange.request, exchange.response)
          const response = await exchange.ended
          const shown = isPage ? withPageHeaders(response) : response
          const withCookies = isOwn ? withCookie(shown, clearLoginCookie(ctx, uid)) : withBegunCookie(ctx, shown)
          return { response: withCookies, fault: ctx.faults.of(exchange.request) }
        },
      })
  const { authorization, token, userinfo, jwks, logout } = endpoints
  const forms = { accepts: ['form'], bodyLimit } as const
  const discovery = '/.well-known/openid-configuration'
  const resume = `${authorization}/:uid`
  const authorize = libraryHandler(authorization, { isPage: true, formAsQuery: true }) // OpenID Connect Core 1.0 §3.1.2.1
  const origins = new Set(ctx.config.clients.flatMap(({ browserOrigins }) => browserOrigins))
  const [tokenOf, userinfoOf] = [libraryHandler(token, { origins }), libraryHandler(userinfo, { origins })]
  const preflight = (path: string, handle: Handle, allow: string): Route => ({
    ...{ method: 'OPTIONS', path, kind: 'machine', origins },
    handle: (request) => (request.header('access-control-request-method') ? handle(request) : respondAllow(allow)),
  })
  const preflights = [preflight(token, tokenOf, 'OPTIONS, POST'), preflight(userinfo, userinfoOf, 'GET, OPTIONS, POST')]
  const logOut = (request: EndpointRequest) => endSession({ ...ctx, surface: `relying-party${path}${logout}` }, request)
  const rows: readonly Route[] = [
    { method: 'GET', path: discovery, kind: 'document', handle: libraryHandler(discovery) },
    { method: 'GET', path: jwks, kind: 'document', handle: libraryHandler(jwks) },
    { method: 'GET', path: authorization, kind: 'page', handle: authorize },
    { method: 'POST', path: authorization, kind: 'page', ...forms, handle: authorize },
    {
      method: 'GET',
      path: resume,
      kind: 'page',
      handle: withEndedPage(ctx, libraryHandler(resume, { isPage: true, resumesLogin: true })),
    },
    {
      method: 'GET',
      path: `${endpoints.interaction}/:uid`,
      kind: 'page',
      handle: withEndedPage(ctx, (request) => handleInteraction(ctx, request)),
    },
    { method: 'GET', path: endpoints.return, kind: 'page', handle: (request) => returnToInteraction(ctx, request) },
    { method: 'POST', path: token, kind: 'machine', ...forms, origins, handle: tokenOf },
    { method: 'GET', path: userinfo, kind: 'machine', origins, handle: userinfoOf },
    { method: 'POST', path: userinfo, kind: 'machine', ...forms, origins, handle: userinfoOf },
    ...(origins.size === 0 ? [] : preflights),
    { method: 'GET', path: logout, kind: 'page', handle: logOut },
    { method: 'POST', path: logout, kind: 'page', ...forms, handle: logOut },
  ]
  return rows.map((row) => ({ ...row, path: path + row.path }))
}

type Handle = (request: EndpointRequest) => Promise<HttpResponse>

/** Answers an OPTIONS that is no preflight of CORS with the methods of the endpoint (RFC 9110 §9.3.7). */
const respondAllow = (allow: string): HttpResponse => ({ status: 204, headers: { allow } })

/** Shows a page with a link to the application instead of an error if a login that has ended is opened again. */
const withEndedPage =
  (ctx: EndpointContext, handle: Handle): Handle =>
  async (request) => {
    try {
      return await handle(request)
    } catch (thrown) {
      const client = thrown instanceof Refusal ? await findClientOfEndedLogin(ctx, request.path.uid ?? '') : undefined
      const [url = ''] = client?.redirectUris ?? []
      if (!(thrown instanceof Refusal) || client === undefined) throw thrown
      const page = { language: request.language, look: ctx.look }
      const application = { name: client.displayName, url: new URL('/', url).href }
      return withTrace(await respondPage(endedPage(page, application), thrown.answer.status), thrown)
    }
  }

async function handleInteraction(ctx: EndpointContext, request: EndpointRequest): Promise<HttpResponse> {
  const surface = `relying-party${ctx.config.path}${endpoints.interaction}/:uid`
  const uid = request.path.uid ?? ''
  const loginOfBrowser = readLoginCookie(ctx, request, uid) === undefined ? undefined : uid // RP-210
  const exchange = createNodeExchange(request, { issuer: ctx.issuer, loginOfBrowser })
  const interaction = await findInteraction(ctx, exchange)
  const reference = request.query.get('reference')
  return reference === undefined
    ? beginLogin(ctx, surface, interaction, request)
    : finishLogin(ctx, surface, { interaction, exchange, reference })
}

/** Redirects the browser to the page of its interaction, whose URL has the id of the login. */
async function returnToInteraction(ctx: EndpointContext, request: EndpointRequest): Promise<HttpResponse> {
  const surface = `relying-party${ctx.config.path}${endpoints.return}`
  const { uid, reference } = await ctx.orders.decide(surface, async (decision) => {
    const state = request.query.get('state')
    const sentUid = state !== undefined && /^[\w-]{1,64}$/.test(state) ? state : undefined
    const sent = request.query.get('reference')
    return {
      uid: decision.found('RP-121', RP.malformed, sentUid, 'login_state_malformed', 'query.state'),
      reference: decision.found('RP-121', RP.malformed, sent, 'login_reference_missing', 'query.reference'),
    }
  })
  const query = new URLSearchParams({ reference })
  return redirect(`${ctx.issuer}${endpoints.interaction}/${uid}?${query}`, {}, 303)
}

/** Adds the cookie of a login to the library's redirect to its interaction. Returns any other response unchanged. */
function withBegunCookie(ctx: EndpointContext, response: HttpResponse): HttpResponse {
  const prefix = `${ctx.issuer}${endpoints.interaction}/`
  const location = String(response.headers.location ?? '')
  if (!location.startsWith(prefix)) return response
  return withCookie(response, createLoginCookie(ctx, location.slice(prefix.length), 'begun'))
}

/** Adds the security headers of a page. The library's only page is a form that one inline script submits. */
function withPageHeaders({ status, headers, body }: HttpResponse): HttpResponse {
  const [, script] = /<script>(.*?)<\/script>/s.exec(body === undefined ? '' : Buffer.from(body).toString()) ?? []
  const source = script === undefined ? "'none'" : `'sha256-${hash('sha256', script, 'base64')}'`
  const safe = {
    'content-security-policy': `default-src 'none'; script-src ${source}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status, headers: { ...headers, ...safe }, body }
}
