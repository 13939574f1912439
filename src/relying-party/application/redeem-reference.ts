/**
 * The application redeems what its browser brought (`POST /api/results`): once, in time, and only if the
 * presentation is its own. Then the result leaves the store, unless the configuration keeps it (RP-91, RP-93).
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, rules } from '../../base/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { applicationResult, outcomeOf } from './application-result.ts'
import { type ApplicationHeaders, requireApplication, secretDigest } from './applications.ts'

const redemption = z.strictObject({ reference: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

export const REDEMPTION_RULES = rules<'redemption_malformed'>()(RP.malformed, { 'RP-91': ['redemption_malformed'] })

/**
 * Returns the result, or how the presentation ended without one; the same again while the reference lives (RP-97). A
 * reference of another application is as unknown as one that nobody made.
 */
export function redeemReference(
  ctx: RelyingPartyServices,
  headers: ApplicationHeaders,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('relying-party/api/results', async (decision) => {
    const now = ctx.clock.now()
    const { id: application } = requireApplication(ctx, decision, headers)
    const { reference } = decision.checkNow(REDEMPTION_RULES, () => parseRedemption(body))
    const digest = secretDigest(ctx, reference)
    const found = await ctx.sessions.findByReference(digest)
    const own = found?.order?.application === application ? found : undefined
    const session = decision.found('RP-91', RP.referenceInvalid, own, 'reference_unknown')
    const live = now < (session.referenceExpiresAt ?? 0)
    decision.that('RP-91', RP.referenceInvalid, live, 'reference_expired', 'reference')
    const redeemed = await ctx.sessions.redeemReference({
      id: session.id,
      reference: digest,
      now,
      audit: { at: now, application, presentation: session.id, event: 'redeemed', outcome: outcomeOf(session) },
    })
    if (redeemed === 'gone') return decision.refuse(['RP-91', RP.referenceInvalid], 'reference_unknown')
    return applicationResult(redeemed)
  })
}

function parseRedemption(body: JsonObject): z.output<typeof redemption> | Failure<'redemption_malformed'> {
  const parsed = redemption.safeParse(body)
  return parsed.success ? parsed.data : fail('redemption_malformed', 'reference')
}
