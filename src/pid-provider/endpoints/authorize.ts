/** `GET /authorize`: the browser begins what the wallet pushed (it-wallet §Endpoints). */
import { cookieName, type Route, redirect, respondPage, setCookie, withTrace } from '../../http/index.ts'
import { beginAuthorization } from '../begin-authorization.ts'
import type { PidProviderServices } from '../context.ts'
import { loginChoicePage } from '../pages/login-choice.ts'
import { paths } from '../paths.ts'
import { pageFrame } from './page-frame.ts'

export const authorizeEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.authorize,
  kind: 'page',
  handle: async ({ query, language }) => {
    const step = await beginAuthorization(ctx, query)
    if (step.kind === 'ended') return withTrace(redirect(step.location), step)
    if (step.kind === 'choice')
      return respondPage(loginChoicePage(pageFrame(ctx, step.language ?? language), ctx.endpoints.authorize, step))
    const { id, channel } = step.provider
    const cookie = channel === 'saml' ? ctx.loginCookie(id) : ctx.sessionCookie
    const seconds = ctx.config.authorizationLifetimeSeconds
    return redirect(step.location, { 'set-cookie': setCookie(cookie, step.sessionId, seconds) }) // PP-60
  },
})

/** The session of this browser. */
export const sessionOf = (
  ctx: Pick<PidProviderServices, 'sessionCookie'>,
  request: { cookie(name: string): string | undefined },
): string | undefined => request.cookie(cookieName(ctx.sessionCookie))
