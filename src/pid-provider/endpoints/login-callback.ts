/**
 * `GET` and `POST /login/callback/:provider`: the browser comes back from a national identity provider, with a query over
 * OpenID Connect, with a form over SAML. The form is posted by another site's page, so that only the cookie for this path
 * comes with it, and no `Origin` of ours: the RelayState stands for that. The session cookie that leads to consent is set
 * here, in the browser that brought the answer.
 */
import {
  cookieName,
  type EndpointRequest,
  formOf,
  type HttpResponse,
  type Route,
  redirect,
  setCookie,
  withCookie,
} from '../../http/index.ts'
import { readSessionIds, withoutSession, withSession } from '../browser-sessions.ts'
import { completeLogin } from '../complete-login.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { sessionsOf } from './authorize.ts'
import { respondEnding } from './page-frame.ts'

const path = `${paths.loginCallback}/:provider`

/** A Response of 256 KiB in base64, percent-encoded. */
const formLimit = 524_288

const providerOf = (request: EndpointRequest): string => request.path.provider ?? ''

function toConsent(ctx: PidProviderServices, sessions: string, status: 302 | 303): HttpResponse {
  const cookie = setCookie(ctx.sessionCookie, sessions, ctx.config.authorizationLifetimeSeconds)
  return redirect(ctx.endpoints.consent, { 'set-cookie': cookie }, status) // PP-60
}

export const loginQueryEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path,
  kind: 'page',
  handle: async (request) => {
    const sessionIds = sessionsOf(ctx, request)
    const provider = providerOf(request)
    const { step, beganAs } = await completeLogin(ctx, { provider, sessionIds, parameters: request.query })
    if (step.kind === 'consent') return toConsent(ctx, withSession(sessionIds, step.sessionId, beganAs), 302)
    const left = withoutSession(sessionIds, beganAs)
    return respondEnding(ctx, step, { language: request.language, cookie: ctx.sessionCookie, left })
  },
})

export const loginFormEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path,
  kind: 'page',
  accepts: ['form'],
  bodyLimit: formLimit,
  handle: async (request) => {
    const provider = providerOf(request)
    const cookie = ctx.loginCookie(provider)
    const sessionIds = readSessionIds(request.cookie(cookieName(cookie))) // PP-60
    const { step } = await completeLogin(ctx, { provider, sessionIds, parameters: formOf(request) })
    if (step.kind === 'ended') return respondEnding(ctx, step, { language: request.language, cookie, status: 303 })
    return withCookie(toConsent(ctx, step.sessionId, 303), setCookie(cookie, '', 0))
  },
})
