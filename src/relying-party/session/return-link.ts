/**
 * Link on an error page of an ordered presentation (RP-80): the home page of the application. The Relying Party's own
 * start page would not lead the person to the application (D-354).
 */
import type { EndpointRequest } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import type { PresentationSession } from './presentation-session.ts'

/** Values of an error page's link. */
export interface ReturnLink {
  /** True if the request concerns an ordered presentation. */
  readonly ordered: boolean
  /** The application's home page, if known. */
  readonly backUrl?: string
}

/**
 * Returns the home page of the application whose order the request names: `/` at the origin of the return URL. For a
 * request to `begin` or `leave` with an unknown order, returns the home page at the origin of all configured return
 * URLs, if they have only one origin. Never fails, because it runs while an error page is rendered.
 */
export async function findReturnLink(
  { sessions, config }: Pick<RelyingPartyServices, 'sessions' | 'config'>,
  request: Pick<EndpointRequest, 'query' | 'url'> | undefined,
): Promise<ReturnLink> {
  const order = request && (await findNamedSession(sessions, request).catch(() => undefined))?.order
  const isOrderPage = [urlOf(config, 'begin'), urlOf(config, 'leave')].includes(request?.url ?? '')
  if (!order && !isOrderPage) return { ordered: false }
  const returnUrls = order ? [order.returnUrl] : config.applications.flatMap((application) => application.returnUrls)
  const origins = new Set(returnUrls.map((url) => new URL(url).origin))
  const [origin] = origins
  return { ordered: true, ...(origin !== undefined && origins.size === 1 && { backUrl: `${origin}/` }) }
}

async function findNamedSession(
  sessions: RelyingPartyServices['sessions'],
  { query }: Pick<EndpointRequest, 'query'>,
): Promise<PresentationSession | undefined> {
  const code = query.get('response_code')
  if (code !== undefined) return sessions.findByResponseCode(code)
  const id = query.get('id') ?? query.get('session')
  return id === undefined ? undefined : sessions.find(id)
}
