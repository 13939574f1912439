/**
 * Sends the browser of an ended presentation back to the application that ordered it, with a reference and without
 * claims (RP-91, RP-92).
 */
import { type NumericDate, setParameters } from '../../base/index.ts'
import type { EndpointRequest } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import type { PresentationOrder, PresentationSession } from '../session/presentation-session.ts'
import { renewSessionCookie } from '../session/session-cookie.ts'
import { secretDigest } from './applications.ts'

/** Redirect of the browser to the application. */
export interface Referral {
  /** The application's return URL with `reference` and, if the order has one, `state`. */
  readonly location: string
  /** Values of the `Set-Cookie` header. */
  readonly cookies: readonly string[]
}

interface ReferralTime {
  readonly now: NumericDate
  /** Time of the browser's return to `redirect_uri`. Absent if it did not return. */
  readonly returnedAt?: NumericDate
  /** True if this request has the response code. Defaults to false. */
  readonly bringsResponseCode?: boolean
}

/**
 * Returns the redirect to the application. Stores the digest of the reference. Until the reference is redeemed, each
 * call renews its lifetime. The same browser gets the same reference each time (RP-97), because the reference is
 * derived from the browser's cookie and the response code. Returns `lost` if the session was deleted or has another
 * cookie. The caller must check that the browser began the session.
 */
export async function referBrowser(
  ctx: RelyingPartyServices,
  session: PresentationSession,
  order: PresentationOrder,
  request: Pick<EndpointRequest, 'cookie' | 'header'>,
  { now, returnedAt, bringsResponseCode = false }: ReferralTime,
): Promise<Referral | 'lost'> {
  const renewal = renewSessionCookie(ctx, ctx.config, session, request, { bringsResponseCode })
  const reference = renewal.deriveSecret('reference') // RP-91
  const outcome = await ctx.sessions.refer({
    id: session.id,
    renewCookie: { from: session.cookie, to: renewal.digest },
    ...(returnedAt !== undefined && { returnedAt }),
    reference: secretDigest(ctx, reference),
    expiresAt: now + ctx.config.referenceLifetimeSeconds,
  })
  if (outcome === 'lost') return 'lost'
  const location = setParameters(order.returnUrl, { reference, state: order.state })
  return { location, cookies: renewal.headers }
}
