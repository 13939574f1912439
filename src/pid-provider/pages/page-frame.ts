/** The common contents of this provider's pages, and the response that ends a session in the browser. */
import { type EndpointRequest, type HttpResponse, redirect, respondPage, withTrace } from '../../http/index.ts'
import { createPageLook } from '../../member/index.ts'
import type { Ending } from '../authorization/ending.ts'
import { setSessions } from '../authorization/session-cookies.ts'
import type { PidProviderServices } from '../context.ts'
import { errorPage } from './error.ts'
import type { PageFrame } from './layout.ts'

export const pageFrame = (
  { config, endpoints }: Pick<PidProviderServices, 'config' | 'endpoints'>,
  language: EndpointRequest['language'],
  /** URL for the language switch. Defaults to the consent page, because opening it changes nothing. */
  url: string = endpoints.consent,
): PageFrame => ({ language, look: createPageLook(config, endpoints.styleSheet), url })

interface EndedVisit {
  readonly language: EndpointRequest['language']
  /** Cookie value with the browser's other sessions. */
  readonly remainingSessions: string
  /** URL of the page for the language switch, if a reader may open it again. */
  readonly url?: string
  /** Status of the redirect: 303 after another site's form (RFC 9110 §15.4.4). Defaults to 302. */
  readonly status?: 302 | 303
}

/**
 * Redirects to the wallet and removes the session from the browser's cookies. An ending with an explanation gets a page
 * with a link to the wallet instead. The cookies then stay, so that the page can be reloaded.
 */
export async function respondEnding(
  ctx: PidProviderServices,
  { location, trace = '', explain }: Ending,
  { language, remainingSessions, url, status = 302 }: EndedVisit,
): Promise<HttpResponse> {
  if (explain === undefined)
    return withTrace(redirect(location, setSessions(ctx, remainingSessions), status), { trace })
  const { code, answer, description } = explain
  const page = errorPage(pageFrame(ctx, language, url), { code, error: answer.error, description, trace, location })
  return withTrace(await respondPage(page, answer.status, answer.headers), { trace }) // PP-66
}
