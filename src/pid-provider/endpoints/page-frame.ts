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
import type { Ending } from '../end-authorization.ts'
import { errorPage } from '../pages/error.ts'
import type { PageFrame } from '../pages/layout.ts'

export const pageFrame = (
  { config, endpoints }: Pick<PidProviderServices, 'config' | 'endpoints'>,
  language: EndpointRequest['language'],
): PageFrame => ({ language, organization: config.organization.organization_name, styleSheet: endpoints.styleSheet })

/** To the wallet, at once or from a page that explains; the cookie that named the session goes. */
export async function respondEnding(
  ctx: PidProviderServices,
  { location, trace = '', explain }: Ending,
  language: EndpointRequest['language'],
  cookie: CookiePolicy,
  status: 302 | 303 = 302,
): Promise<HttpResponse> {
  const headers = { 'set-cookie': setCookie(cookie, '', 0) }
  if (explain === undefined) return withTrace(redirect(location, headers, status), { trace })
  const { code, answer, description } = explain
  const page = errorPage(pageFrame(ctx, language), { code, error: answer.error, description, trace, location })
  return withTrace(await respondPage(page, answer.status, { ...answer.headers, ...headers }), { trace }) // PP-66
}
