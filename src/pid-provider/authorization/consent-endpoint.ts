/** `GET` and `POST /consent`: shows the consent page and receives the person's answer. */
import { formOf, type Route, respondPage } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { consentPage } from '../pages/consent.ts'
import { pageFrame, respondEnding } from '../pages/page-frame.ts'
import { paths } from '../paths.ts'
import { decideConsent, showConsent } from './decide-consent.ts'
import { readSessions, withoutSession } from './session-cookies.ts'

export const showConsentEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.consent,
  kind: 'page',
  handle: async (request) => {
    const view = await showConsent(ctx, readSessions(request, ctx.sessionCookie))
    const { consent } = ctx.endpoints
    const language = request.chosenLanguage ?? view.language ?? request.language
    return respondPage(consentPage(pageFrame(ctx, language, consent), consent, view))
  },
})

export const decideConsentEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.consent,
  kind: 'page',
  accepts: ['form'],
  handle: async (request) => {
    const sessionIds = readSessions(request, ctx.sessionCookie)
    const { ending, sessionId } = await decideConsent(ctx, { sessionIds, form: formOf(request) })
    const remainingSessions = withoutSession(sessionIds, sessionId)
    return respondEnding(ctx, ending, { language: request.language, remainingSessions })
  },
})
