/**
 * Sends the browser of an ended presentation back to the application that ordered it, with a one-time reference and never
 * with a claim (RP-91, RP-92). Whoever calls this has judged that the browser is the one that began.
 */
import { type Claim, type NumericDate, randomToken } from '../base/index.ts'
import { secretDigest } from './applications.ts'
import type { RelyingPartyServices } from './context.ts'
import type { PresentationOrder, PresentationSession } from './presentation-session.ts'
import { createSessionCookie } from './session-cookie.ts'

export interface Referral {
  /** The application's return URL with `reference` and its own `state`. */
  readonly location: string
  /** A `Set-Cookie` header to send. */
  readonly cookie: string
}

/** The digest of the reference is kept, the reference itself is nowhere but in the URL. */
export async function referBrowser(
  ctx: RelyingPartyServices,
  { id, cookie: from }: PresentationSession,
  order: PresentationOrder,
  claims: readonly Claim<'response_code'>[],
  now: NumericDate,
): Promise<Referral | 'lost'> {
  const reference = randomToken(ctx.random) // RP-91
  const cookie = createSessionCookie(ctx, ctx.config, id)
  const outcome = await ctx.sessions.refer({
    id,
    claims,
    renewCookie: { from, to: cookie.digest },
    reference: secretDigest(ctx, reference),
    expiresAt: now + ctx.config.referenceLifetimeSeconds,
  })
  if (outcome !== 'referred') return 'lost'
  const url = new URL(order.returnUrl)
  url.searchParams.set('reference', reference)
  if (order.state !== undefined) url.searchParams.set('state', order.state)
  return { location: url.href, cookie: cookie.header }
}
