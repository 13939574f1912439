/** `GET /authorize`: the browser begins what the wallet pushed (it-wallet §Endpoints). */
import { cookieName, type Route, redirect, respondPage, setCookie, withTrace } from '../../http/index.ts'
import { beginAuthorization } from '../begin-authorization.ts'
import { readSessionIds, withSession } from '../browser-sessions.ts'
import type { PidProviderServices } from '../context.ts'
import { loginChoicePage } from '../pages/login-choice.ts'
import { paths } from '../paths.ts'
import { pageFrame } from './page-frame.ts'

export const authorizeEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.authorize,
  kind: 'page',
  handle: async (request) => {
    const { query, language } = request
    const step = await beginAuthorization(ctx, query)
    if (step.kind === 'ended') return withTrace(redirect(step.location), step)
    if (step.kind === 'choice')
      return respondPage(loginChoicePage(pageFrame(ctx, step.language ?? language), ctx.endpoints.authorize, step))
    const { id, channel } = step.provider
    const seconds = ctx.config.authorizationLifetimeSeconds
    const cookie =
      channel === 'saml'
        ? setCookie(ctx.loginCookie(id), step.sessionId, seconds)
        : setCookie(ctx.sessionCookie, withSession(sessionsOf(ctx, request), step.sessionId), seconds)
    return redirect(step.location, { 'set-cookie': cookie }) // PP-60
  },
})

/** The ids of this browser's sessions. */
export const sessionsOf = (
  ctx: Pick<PidProviderServices, 'sessionCookie'>,
  request: { cookie(name: string): string | undefined },
): readonly string[] => readSessionIds(request.cookie(cookieName(ctx.sessionCookie)))
