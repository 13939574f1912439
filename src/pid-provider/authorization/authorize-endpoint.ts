/**
 * `GET /authorize` (it-wallet §Endpoints): shows the choice of identity providers, or redirects the browser to the
 * login, or back to the wallet after a fault.
 */
import { encodeParameters, type Route, redirect, respondPage, withTrace } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { loginChoicePage } from '../pages/login-choice.ts'
import { pageFrame } from '../pages/page-frame.ts'
import { paths } from '../paths.ts'
import { beginAuthorization } from './begin-authorization.ts'
import { readSessions, setSessions, withSession } from './session-cookies.ts'

export const authorizeEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.authorize,
  kind: 'page',
  handle: async (request) => {
    const { query } = request
    const step = await beginAuthorization(ctx, query)
    if (step.kind === 'ended') return withTrace(redirect(step.location), step)
    if (step.kind === 'choice') {
      const { authorize } = ctx.endpoints
      const language = request.chosenLanguage ?? step.language ?? request.language
      const url = `${authorize}?${encodeParameters({ ...step.reference })}`
      return respondPage(loginChoicePage(pageFrame(ctx, language, url), authorize, step))
    }
    return redirect(
      step.location,
      setSessions(ctx, withSession(readSessions(request, ctx.sessionCookie), step.sessionId)),
    )
  },
})
