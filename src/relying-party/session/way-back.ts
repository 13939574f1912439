/**
 * Where a person goes on who is refused at a page of a presentation that an application ordered (RP-80): the first page of
 * that application, since what the Relying Party's own pages begin brings nobody into it (D-354).
 */
import type { EndpointRequest } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import type { PresentationSession } from './presentation-session.ts'

/** What a page of errors says of the way on. */
export interface WayBack {
  /** Whether the request is about a presentation that an application ordered. */
  readonly ordered: boolean
  /** The application's first page, where it is known. */
  readonly backUrl?: string
}

/**
 * Returns the first page of the application whose order the request names. Of an order that is not known any more it is the
 * first page of all applications, where they have one origin. Never fails: it is asked while a refusal is shown.
 */
export async function wayBack(
  { sessions, config }: Pick<RelyingPartyServices, 'sessions' | 'config'>,
  request: Pick<EndpointRequest, 'query' | 'url'> | undefined,
): Promise<WayBack> {
  const order = request && (await namedSession(sessions, request).catch(() => undefined))?.order
  const isOrderPage = [urlOf(config, 'begin'), urlOf(config, 'leave')].includes(request?.url ?? '')
  if (!order && !isOrderPage) return { ordered: false }
  const returnUrls = order ? [order.returnUrl] : config.applications.flatMap((application) => application.returnUrls)
  const origins = new Set(returnUrls.map((url) => new URL(url).origin))
  const [origin] = origins
  return { ordered: true, ...(origin !== undefined && origins.size === 1 && { backUrl: `${origin}/` }) }
}

async function namedSession(
  sessions: RelyingPartyServices['sessions'],
  { query }: Pick<EndpointRequest, 'query'>,
): Promise<PresentationSession | undefined> {
  const code = query.get('response_code')
  if (code !== undefined) return sessions.findByResponseCode(code)
  const id = query.get('id') ?? query.get('session')
  return id === undefined ? undefined : sessions.find(id)
}
