/** What the pages of this provider have in common, and how a session ends in the browser. */
import { type EndpointRequest, type HttpResponse, redirect, respondPage, withTrace } from '../../http/index.ts'
import type { Ending } from '../authorization/ending.ts'
import { keepSessions } from '../authorization/session-cookies.ts'
import type { PidProviderServices } from '../context.ts'
import { errorPage } from './error.ts'
import type { PageFrame } from './layout.ts'

export const pageFrame = (
  { config, endpoints }: Pick<PidProviderServices, 'config' | 'endpoints'>,
  language: EndpointRequest['language'],
): PageFrame => ({ language, organization: config.organization.organization_name, styleSheet: endpoints.styleSheet })

interface EndedVisit {
  readonly language: EndpointRequest['language']
  /** The browser's other sessions, as a cookie has them. */
  readonly left: string
  /** Of the redirect: 303 behind another site's form (RFC 9110 §15.4.4). */
  readonly status?: 302 | 303
}

/** To the wallet, at once, and the session leaves the browser's cookies; or from a page that explains, and may be loaded again. */
export async function respondEnding(
  ctx: PidProviderServices,
  { location, trace = '', explain }: Ending,
  { language, left, status = 302 }: EndedVisit,
): Promise<HttpResponse> {
  if (explain === undefined) return withTrace(redirect(location, keepSessions(ctx, left), status), { trace })
  const { code, answer, description } = explain
  const page = errorPage(pageFrame(ctx, language), { code, error: answer.error, description, trace, location })
  return withTrace(await respondPage(page, answer.status, answer.headers), { trace }) // PP-66
}
