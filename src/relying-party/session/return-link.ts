/**
 * Link from a page of the Relying Party to the application that ordered the presentation (RP-80): the home page of the
 * application. Error pages, the choice of a wallet and the page during the use of the wallet (`inWalletPage`) contain
 * the link. The Relying Party's own start page would not lead the person to the application (D-354).
 */
import type { EndpointRequest } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import type { PresentationSession } from './presentation-session.ts'
import { matchSessionCookie } from './session-cookie.ts'

/** Values of the link. */
export interface ReturnLink {
  /**
   * True if the request concerns a presentation that an application ordered. Always true on the pages `begin` and
   * `leave`.
   */
  readonly ordered: boolean
  /** The application's home page, if known. */
  readonly backUrl?: string
}

type LinkContext = Pick<RelyingPartyServices, 'sessions' | 'config' | 'crypto'>
type LinkRequest = Pick<EndpointRequest, 'query' | 'url' | 'cookie' | 'header'>

/**
 * Returns the home page of the application whose order the request names: `/` at the origin of its return URL. At
 * `begin` and `leave` every browser gets it. Elsewhere only the browser that began the presentation gets it (D-746).
 * Returns `configuredReturnLink` if no order is found. Does not reject, because error pages use the result.
 */
export async function findReturnLink(ctx: LinkContext, request: LinkRequest | undefined): Promise<ReturnLink> {
  const find = isOrderPage(ctx.config, request) ? findSessionById : findOwnSession
  const order = request && (await find(ctx, request).catch(() => undefined))?.order
  return order ? linkTo([order.returnUrl]) : configuredReturnLink(ctx.config, request)
}

/**
 * Returns the link for a request without a known order. At `begin` and `leave`, this is the home page of the origin
 * that all return URLs in the settings share. Without such an origin, and at other pages, the link has no URL. Reads no
 * store, so it also works under overload and while the store does not answer (RP-196).
 */
export const configuredReturnLink = (
  config: LinkContext['config'],
  request: Pick<LinkRequest, 'url'> | undefined,
): ReturnLink =>
  isOrderPage(config, request)
    ? linkTo(config.applications.flatMap((application) => application.returnUrls))
    : { ordered: false }

const isOrderPage = (config: LinkContext['config'], request: Pick<LinkRequest, 'url'> | undefined): boolean =>
  [urlOf(config, 'begin'), urlOf(config, 'leave')].includes(request?.url ?? '')

function linkTo(returnUrls: readonly string[]): ReturnLink {
  const origins = new Set(returnUrls.map((url) => new URL(url).origin))
  const [origin] = origins
  return { ordered: true, ...(origin !== undefined && origins.size === 1 && { backUrl: `${origin}/` }) }
}

async function findSessionById(
  { sessions }: LinkContext,
  { query }: LinkRequest,
): Promise<PresentationSession | undefined> {
  const id = query.get('id') ?? query.get('session')
  return id === undefined ? undefined : sessions.find(id)
}

/** Finds a session by response code, `state` or id. Returns it only if the browser that sent the request began it. */
async function findOwnSession(ctx: LinkContext, request: LinkRequest): Promise<PresentationSession | undefined> {
  const [code, state] = [request.query.get('response_code'), request.query.get('state')]
  const byCode = code === undefined ? undefined : await ctx.sessions.findByResponseCode(code)
  const byState = state === undefined ? undefined : await ctx.sessions.findByState(state)
  const session = byCode ?? byState ?? (await findSessionById(ctx, request))
  const bringsResponseCode = byCode !== undefined
  const isOwn = session && matchSessionCookie(ctx, ctx.config, session, request, { bringsResponseCode }) === 'own'
  return isOwn ? session : undefined
}
