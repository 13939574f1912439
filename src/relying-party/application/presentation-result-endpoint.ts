/** `GET /presentation-result?response_code=`: the `redirect_uri` (it-wallet §Redirect URI response). */
import { fromWebResponse, type Route, redirect, respondPage, urlForSwitch, withCookie } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { elsewherePage, inWalletPage, rejectedPage, resultPage } from '../pages/result-pages.ts'
import { paths } from '../paths.ts'
import { respondErased } from '../session/erasure-endpoint.ts'
import { resumeSession } from '../session/resume-session.ts'
import { findReturnLink } from '../session/return-link.ts'

/**
 * Creates the route `GET /presentation-result`. It resumes the session of the response code. Then it shows the result,
 * redirects the browser to the application that ordered the presentation, shows on which device the person continues,
 * says that the wallet refused, or answers an erasure request.
 */
export const presentationResultEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.result,
  kind: 'page',
  handle: async (request) => {
    const page = { config: ctx.config, language: request.language, url: urlForSwitch(request) }
    const resumed = await resumeSession(ctx, request)
    if (resumed.kind === 'erased') return respondErased(resumed.erased)
    if (resumed.kind === 'elsewhere') return respondPage(elsewherePage(page)) // RP-82
    if (resumed.kind === 'rejected') return respondPage(rejectedPage(page)) // RP-217
    if (resumed.kind === 'in-wallet')
      return respondPage(inWalletPage({ ...page, ...(await findReturnLink(ctx, request)) })) // RP-96
    const { cookies } = resumed
    if (resumed.kind === 'referred') return cookies.reduce(withCookie, redirect(resumed.location, {}, 303))
    const { presentation } = resumed
    const response = await ctx.receive?.(presentation)
    const shown = response ? fromWebResponse(response) : respondPage(resultPage(page, presentation.result))
    return cookies.reduce(withCookie, await shown) // RP-78
  },
})
