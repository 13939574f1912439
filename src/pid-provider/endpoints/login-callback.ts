/**
 * `GET` and `POST /login/callback/:provider`: the browser comes back from a national identity provider, with a query over
 * OpenID Connect, with a form over SAML. The form is posted by another site's page, so that only the cookie for this path
 * comes with it, and no `Origin` of ours: the RelayState stands for that.
 */
import {
  cookieName,
  type EndpointRequest,
  formOf,
  type Route,
  redirect,
  setCookie,
  withCookie,
} from '../../http/index.ts'
import { completeLogin } from '../complete-login.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { sessionOf } from './authorize.ts'
import { respondEnding } from './page-frame.ts'

const path = `${paths.loginCallback}/:provider`

/** A Response of 256 KiB in base64, percent-encoded. */
const formLimit = 524_288

const providerOf = (request: EndpointRequest): string => request.path.provider ?? ''

export const loginQueryEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path,
  kind: 'page',
  handle: async (request) => {
    const sessionId = sessionOf(ctx, request)
    const step = await completeLogin(ctx, { provider: providerOf(request), sessionId, parameters: request.query })
    return step === 'consent' ? redirect(ctx.endpoints.consent) : respondEnding(ctx, step, request.language)
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
    const sessionId = request.cookie(cookieName(cookie)) // PP-60
    const step = await completeLogin(ctx, { provider, sessionId, parameters: formOf(request) })
    const answer =
      step === 'consent'
        ? redirect(ctx.endpoints.consent, {}, 303)
        : await respondEnding(ctx, step, request.language, 303)
    return withCookie(answer, setCookie(cookie, '', 0))
  },
})
