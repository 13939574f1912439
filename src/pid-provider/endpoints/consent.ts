/** `GET` and `POST /consent`: the person is asked, and answers. */
import { formOf, type Route, respondPage } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { decideConsent, showConsent } from '../decide-consent.ts'
import { consentPage } from '../pages/consent.ts'
import { paths } from '../paths.ts'
import { sessionOf } from './authorize.ts'
import { pageFrame, respondEnding } from './page-frame.ts'

export const showConsentEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.consent,
  kind: 'page',
  handle: async (request) => {
    const view = await showConsent(ctx, sessionOf(ctx, request))
    return respondPage(consentPage(pageFrame(ctx, view.language ?? request.language), ctx.endpoints.consent, view))
  },
})

export const decideConsentEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.consent,
  kind: 'page',
  accepts: ['form'],
  handle: async (request) => {
    const ending = await decideConsent(ctx, { sessionId: sessionOf(ctx, request), form: formOf(request) })
    return respondEnding(ctx, ending, { language: request.language, cookie: ctx.sessionCookie })
  },
})
