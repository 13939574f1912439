/**
 * `GET` and `POST /login/callback/:provider`: the browser's return from a national identity provider, with a query
 * (OpenID Connect) or a form (SAML). The provider's page posts the form, so its `Origin` is foreign and only the
 * callback cookie comes with it. The check of the RelayState replaces the check of the origin.
 */
import {
  type EndpointRequest,
  formOf,
  type HttpResponse,
  type Parameters,
  type Route,
  redirect,
  urlForSwitch,
} from '../../http/index.ts'
import { readSessions, setSessions, withoutSession, withSession } from '../authorization/session-cookies.ts'
import type { PidProviderServices } from '../context.ts'
import { respondEnding } from '../pages/page-frame.ts'
import { paths } from '../paths.ts'
import { completeLogin } from './complete-login.ts'

const path = `${paths.loginCallback}/:provider`

/** Maximum size of a form in bytes: a Response of 256 KiB in base64, percent-encoded. */
const formLimit = 524_288

interface CallbackAnswer {
  readonly sessionIds: readonly string[]
  readonly parameters: Parameters
  readonly status: 302 | 303
}

async function completeFromCallback(
  ctx: PidProviderServices,
  request: EndpointRequest,
  { sessionIds, parameters, status }: CallbackAnswer,
): Promise<HttpResponse> {
  const { path: route, language, method } = request
  const { provider = '' } = route
  const { step, cookieSessionId } = await completeLogin(ctx, { provider, sessionIds, parameters })
  if (step.kind === 'ended') {
    const remainingSessions = withoutSession(sessionIds, cookieSessionId)
    return respondEnding(ctx, step, {
      language,
      remainingSessions,
      status,
      ...(method === 'GET' && { url: urlForSwitch(request) }),
    })
  }
  const sessions = withSession(sessionIds, step.sessionId, cookieSessionId)
  return redirect(ctx.endpoints.consent, setSessions(ctx, sessions), status) // PP-60
}

export const loginQueryEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path,
  kind: 'page',
  handle: (request) =>
    completeFromCallback(ctx, request, {
      sessionIds: readSessions(request, ctx.sessionCookie),
      parameters: request.query,
      status: 302,
    }),
})

export const loginFormEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path,
  kind: 'page',
  accepts: ['form'],
  bodyLimit: formLimit,
  handle: async (request) =>
    completeFromCallback(ctx, request, {
      sessionIds: readSessions(request, ctx.callbackCookie),
      parameters: formOf(request),
      status: 303,
    }),
})
