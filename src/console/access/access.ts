/**
 * Access to the console. Without a session, pages redirect to the login, and other routes return 401 unless the request
 * has the program's token. A console without access control, as in a sandbox on loopback, requires no login.
 */
import { type Clock, type CryptoContext, type Decide, equalTexts, type Random } from '../../base/index.ts'
import {
  type AnswerWithHeaders,
  bearerChallenge,
  type CookiePolicy,
  cookieName,
  type EndpointRequest,
  type HttpResponse,
  type Route,
  redirect,
  respondJson,
} from '../../http/index.ts'
import { parseBearerAuthorization } from '../../oauth/index.ts'
import { pathWithQuery } from '../own-path.ts'
import type { Shell } from '../screen.ts'
import type { RenderAccount } from '../shell/layout.ts'
import { createLoginLimits } from './login-limits.ts'
import { renderAccount } from './login-pages.ts'
import { loginLocation, loginRoutes } from './login-routes.ts'
import { loginAnswers } from './login-rules.ts'
import { createOperatorScope, type OperatorScope } from './operator-scope.ts'
import { createPendingLogins } from './pending-logins.ts'
import type { ProviderLogin } from './provider-login.ts'
import type { SecretLogin } from './secret-login.ts'
import { createSessions, defaultSessionLimits, type SessionLimits } from './sessions.ts'

/** Guard of a console, and its login. */
export interface Access {
  /** Operator of the current request. A request with the program's token has none. */
  readonly scope: OperatorScope
  readonly renderAccount: RenderAccount
  /** True if the console has a program's token. */
  readonly acceptsPrograms: boolean
  /**
   * Returns the route with a check of the login. A request with a session must also state its origin, unless the method
   * is GET or HEAD. Does not compare the origin: that is the check of an app with `ownUrls`.
   */
  guard(route: Route): Route
  /** Returns the routes of login and logout, which need no session. */
  routes(shell: Shell): readonly Route[]
}

/** Ways to log in, and limits. At least one way is needed. */
export interface AccessOptions extends CryptoContext {
  readonly publicUrl: string
  readonly clock: Clock
  readonly random: Random
  readonly decide: Decide<AnswerWithHeaders>
  /** Login with a key or a token. */
  readonly secret?: SecretLogin | undefined
  /** Login at an OpenID Provider. */
  readonly provider?: ProviderLogin | undefined
  /**
   * Bearer token of programs. It opens every route that is not a page, including routes that change something. Defaults
   * to none.
   */
  readonly programToken?: string
  readonly sessions?: Partial<SessionLimits>
  /** Returns a name of the current client, for the limit of login attempts. Defaults to one name for all clients. */
  readonly client?: () => string
  /** Returns the milliseconds of a monotonic clock. */
  readonly milliseconds: () => number
}

/** Creates the access control of a console. Does not check that `options` has a way to log in. */
export function createAccess(options: AccessOptions): Access {
  const { publicUrl, client = () => 'all' } = options
  const sessionLimits = { ...defaultSessionLimits, ...options.sessions }
  const cookie: CookiePolicy = { name: 'console-session', publicUrl }
  const sessions = createSessions(options, sessionLimits)
  const scope = createOperatorScope()
  const limits = createLoginLimits(options.milliseconds)
  return {
    scope,
    acceptsPrograms: (options.programToken ?? '') !== '',
    renderAccount: (language) => {
      const name = scope.current()
      return name === undefined ? '' : renderAccount(language, name)
    },
    guard: (route) => ({
      ...route,
      handle: (request) => {
        const session = request.cookie(cookieName(cookie))
        const name = sessions.find(session)
        if (name === undefined)
          return isProgram(options, route, request) ? route.handle(request) : respondWithoutSession(route, request)
        requireOwnOrigin(options, route, request)
        const response = scope.run(name, () => route.handle(request))
        const endWithSession = (one: HttpResponse) => endStreamWithSession(one, () => sessions.isOpen(session))
        return response instanceof Promise ? response.then(endWithSession) : endWithSession(response)
      },
    }),
    routes: (shell) =>
      loginRoutes(shell, {
        ...options,
        sessions,
        cookie,
        sessionSeconds: sessionLimits.lifetimeSeconds,
        loginCookie: { name: 'console-login', publicUrl },
        pending: createPendingLogins(options),
        limits,
        client,
      }),
  }
}

/** Returns a response whose stream of events closes at the first event after the end of the session. */
function endStreamWithSession(response: HttpResponse, isOpen: () => boolean): HttpResponse {
  if (response.stream === undefined) return response
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => (isOpen() ? controller.enqueue(chunk) : controller.terminate()),
  })
  return { ...response, stream: response.stream.pipeThrough(limited) }
}

/** Returns true if the request has the program's token and the route is not a page. */
function isProgram({ programToken, ...ctx }: AccessOptions, { kind }: Route, { header }: EndpointRequest): boolean {
  const authorization = header('authorization')
  if (programToken === undefined || authorization === undefined || kind === 'page') return false
  const token = parseBearerAuthorization(authorization)
  return token !== undefined && equalTexts(ctx, programToken, token)
}

/**
 * Requires `Origin`, or `Sec-Fetch-Site: same-origin`, unless the method is GET or HEAD. Throws a Refusal if both are
 * missing. Accepts any `Origin`, because `createApp` has already refused foreign ones.
 */
function requireOwnOrigin({ decide }: AccessOptions, { path }: Route, { method, header }: EndpointRequest): void {
  const changesNothing = method === 'GET' || method === 'HEAD'
  if (changesNothing || header('origin') !== undefined || header('sec-fetch-site') === 'same-origin') return
  decide.now(`console${path}`, (decision) =>
    decision.refuse(['GEN-46', loginAnswers.foreign], 'origin_missing', 'origin'),
  )
}

const loginRequired = { error: 'login_required', error_description: 'The console needs a login first.' }

/**
 * Redirects a request for a page to the login. If htmx sent the request, returns a 401 with a header that makes htmx
 * load the login page. Returns a plain 401 for a route that is not a page. After the login, the browser returns to the
 * requested page for a GET without htmx, otherwise to the first page.
 */
function respondWithoutSession({ kind, method }: Route, request: EndpointRequest): HttpResponse {
  if (kind !== 'page')
    return respondJson(loginRequired, 401, { 'cache-control': 'no-store', ...bearerChallenge('console') })
  const isPart = request.header('hx-request') !== undefined
  const back = method === 'GET' && !isPart ? pathWithQuery(request) : '/'
  const location = loginLocation(back)
  if (!isPart) return redirect(location, {}, 303)
  return respondJson(loginRequired, 401, { 'cache-control': 'no-store', 'hx-redirect': location })
}
