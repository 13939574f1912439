/**
 * Routes of login and logout. Each step of a login is recorded as a decision. The last decision notes the operator's
 * name.
 */
import { type Clock, type Decide, type Decision, type Random, Refusal, randomToken } from '../../base/index.ts'
import {
  type AnswerWithHeaders,
  type CookiePolicy,
  cookieName,
  type EndpointRequest,
  formOf,
  type HttpResponse,
  type Route,
  redirect,
  setCookie,
  withHeader,
} from '../../http/index.ts'
import { ownPathOr } from '../own-path.ts'
import type { Shell } from '../screen.ts'
import { formRoute, pageRoute, publicPageRoute } from '../shell/page-routes.ts'
import type { LoginLimits } from './login-limits.ts'
import { type LoginView, loginPage } from './login-pages.ts'
import { loginAnswers, PROVIDER_LOGIN_RULES } from './login-rules.ts'
import { loginSeconds, type PendingLogins } from './pending-logins.ts'
import { callbackPath, type ProviderLogin } from './provider-login.ts'
import type { SecretLogin } from './secret-login.ts'
import type { Sessions } from './sessions.ts'

interface LoginParts {
  readonly clock: Clock
  readonly random: Random
  readonly decide: Decide<AnswerWithHeaders>
  readonly secret?: SecretLogin | undefined
  readonly provider?: ProviderLogin | undefined
  readonly sessions: Sessions
  readonly cookie: CookiePolicy
  /** Lifetime of the session cookie in seconds. */
  readonly sessionSeconds: number
  /** Cookie of the browser that begins a login at the provider. */
  readonly loginCookie: CookiePolicy
  readonly pending: PendingLogins
  readonly limits: LoginLimits
  /** Returns a name of the current client, for the limits of login attempts. */
  readonly client: () => string
}

/** Creates the routes of login and logout. A refused login shows the login page again with the reason. */
export function loginRoutes(shell: Shell, parts: LoginParts): readonly Route[] {
  const show = (request: EndpointRequest, view: Partial<LoginView>, status = 200): Promise<HttpResponse> => {
    const { secret, provider } = parts
    const ways = { ...(secret && { secret: secret.kind }), hasProvider: provider !== undefined }
    const back = ownPathOr(view.back ?? request.query.get('back'))
    return shell.page(request, { ...loginPage(shell.language(request), { ...ways, ...view, back }), status })
  }
  /** Runs a login. Shows a refusal on the login page. */
  const showRefusal = async (
    request: EndpointRequest,
    back: string,
    run: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    try {
      return await run()
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      const { answer, code, trace } = thrown as Refusal<AnswerWithHeaders>
      const page = await show(request, { back, refusal: { code, trace } }, answer.status)
      return { ...page, headers: { ...page.headers, ...answer.headers, 'fiducia-trace': trace } }
    }
  }
  return [
    publicPageRoute('/login', async (request) => {
      const key = parts.secret?.kind === 'key' ? request.query.get('key') : undefined
      const loggedOut = request.query.get('left') === undefined ? undefined : await logoutLinks(parts)
      return show(request, { ...(key !== undefined && { filledKey: key }), ...(loggedOut && { loggedOut }) })
    }),
    formRoute('/logout', (request) => {
      parts.sessions.end(request.cookie(cookieName(parts.cookie)))
      return redirect('/login?left=1', { 'set-cookie': [setCookie(parts.cookie, '', 0)] }, 303)
    }),
    ...(parts.secret ? [secretRoute(parts, parts.secret, showRefusal)] : []),
    ...(parts.provider ? providerRoutes(parts, parts.provider, showRefusal) : []),
  ]
}

type ShowRefusal = (request: EndpointRequest, back: string, run: () => Promise<HttpResponse>) => Promise<HttpResponse>

async function logoutLinks({ provider }: LoginParts): Promise<NonNullable<LoginView['loggedOut']>> {
  const providerUrl = await provider?.logoutUrl()
  return providerUrl === undefined ? {} : { providerUrl }
}

/** Ends any earlier session of the browser, begins a new one, and redirects to the path `back`. */
function beginSession(
  { sessions, cookie, sessionSeconds, loginCookie, limits, client }: LoginParts,
  request: EndpointRequest,
  name: string,
  back: string,
): HttpResponse {
  limits.succeeded(client())
  sessions.end(request.cookie(cookieName(cookie)))
  const cookies = [setCookie(cookie, sessions.begin(name), sessionSeconds), setCookie(loginCookie, '', 0)]
  return redirect(ownPathOr(back), { 'set-cookie': cookies }, 303)
}

/** Notes the operator's name. Marks the login as a change, so that the log contains it. */
function noteLogin(decision: Decision<AnswerWithHeaders>, name: string): void {
  decision.note('operator', name)
  decision.note('change', 'logged_in')
}

/** Returns the path of the login page. After the login, that page redirects to `back`. */
export const loginLocation = (back: string): string =>
  back === '/' ? '/login' : `/login?${new URLSearchParams({ back })}`

/** Throws a Refusal for an attempt above a limit. `seconds` is the time to wait, or `undefined` below the limit. */
const requireAttempt = (decision: Decision<AnswerWithHeaders>, seconds: number | undefined): void =>
  decision.that('GEN-46', loginAnswers.attempts(seconds ?? 1), seconds === undefined, 'login_attempts_exceeded')

const secretRoute = (parts: LoginParts, secret: SecretLogin, showRefusal: ShowRefusal): Route =>
  formRoute('/login', (request) => {
    const form = formOf(request)
    const back = ownPathOr(form.get('back'))
    return showRefusal(request, back, async () => {
      const name = parts.decide.now('console/login', (decision) => {
        const { limits, client } = parts
        requireAttempt(decision, limits.take(client()))
        const verified = secret.verify(form.get('secret') ?? '')
        if (verified === undefined) requireAttempt(decision, limits.takeCommon(client()))
        const operator = decision.found('GEN-46', loginAnswers.refused, verified, 'login_secret_wrong', 'form.secret')
        noteLogin(decision, operator)
        return operator
      })
      return beginSession(parts, request, name, back)
    })
  })

const providerRoutes = (parts: LoginParts, provider: ProviderLogin, showRefusal: ShowRefusal): readonly Route[] => [
  pageRoute('/login/provider', (request) => {
    const back = ownPathOr(request.query.get('back'))
    // An image in a page of another site could otherwise use up the attempts of the operator's network.
    if (request.header('sec-fetch-site') === 'cross-site') return redirect(loginLocation(back), {}, 303)
    return showRefusal(request, back, async () => {
      const { location, pending } = await parts.decide('console/login/provider', async (decision) => {
        const { limits, client } = parts
        requireAttempt(decision, limits.take(client()) ?? limits.takeCommon(client()))
        return provider.begin()
      })
      const browser = randomToken(parts.random)
      parts.pending.keep({ ...pending, browser, back })
      return withHeader(redirect(location), 'set-cookie', [setCookie(parts.loginCookie, browser, loginSeconds)])
    })
  }),
  pageRoute(callbackPath, (request) =>
    showRefusal(request, '/', async () => {
      const { query } = request
      const login = await parts.decide('console/login/callback', async (decision) => {
        const pending = decision.found(
          'GEN-46',
          loginAnswers.stale,
          parts.pending.take(query.get('state'), request.cookie(cookieName(parts.loginCookie))),
          'login_state_unknown',
          'query.state',
        )
        const name = await decision.check(PROVIDER_LOGIN_RULES, () => provider.complete(new Map(query), pending))
        noteLogin(decision, name)
        return { name, back: pending.back }
      })
      return beginSession(parts, request, login.name, login.back)
    }),
  ),
]
