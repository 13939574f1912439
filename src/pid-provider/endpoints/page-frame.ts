/** What the pages of this provider have in common, and how a session ends in the browser. */
import {
  type CookiePolicy,
  type EndpointRequest,
  type HttpResponse,
  redirect,
  respondPage,
  setCookie,
  withTrace,
} from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import type { Ending } from '../ending.ts'
import { errorPage } from '../pages/error.ts'
import type { PageFrame } from '../pages/layout.ts'

export const pageFrame = (
  { config, endpoints }: Pick<PidProviderServices, 'config' | 'endpoints'>,
  language: EndpointRequest['language'],
): PageFrame => ({ language, organization: config.organization.organization_name, styleSheet: endpoints.styleSheet })

interface EndedVisit {
  readonly language: EndpointRequest['language']
  /** The one that named the session. */
  readonly cookie: CookiePolicy
  /** What is left in it: the browser's other sessions. Empty when absent. */
  readonly left?: string
  /** Of the redirect: 303 behind another site's form (RFC 9110 §15.4.4). */
  readonly status?: 302 | 303
}

/** To the wallet, at once, and the cookie that named the session goes; or from a page that explains, and may be loaded again. */
export async function respondEnding(
  ctx: PidProviderServices,
  { location, trace = '', explain }: Ending,
  { language, cookie, left = '', status = 302 }: EndedVisit,
): Promise<HttpResponse> {
  if (explain === undefined) {
    const seconds = left === '' ? 0 : ctx.config.authorizationLifetimeSeconds
    const headers = { 'set-cookie': setCookie(cookie, left, seconds) }
    return withTrace(redirect(location, headers, status), { trace })
  }
  const { code, answer, description } = explain
  const page = errorPage(pageFrame(ctx, language), { code, error: answer.error, description, trace, location })
  return withTrace(await respondPage(page, answer.status, answer.headers), { trace }) // PP-66
}
