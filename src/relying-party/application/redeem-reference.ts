/**
 * Redemption of a reference by the application that ordered the presentation (`POST /api/results`). A periodic task
 * (`forgetOldSessions`) deletes the result when `referenceLifetimeSeconds` have passed since the first redemption,
 * unless the configuration keeps results (RP-91, RP-93).
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, rules } from '../../base/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { applicationResult, outcomeOf } from './application-result.ts'
import { secretDigest } from './applications.ts'
import { type ApplicationCaller, requireApplication } from './require-application.ts'

/** Body of a redemption. */
export const redemptionSchema = z.strictObject({ reference: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

export const REDEMPTION_RULES = rules<'redemption_malformed'>()(RP.malformed, { 'RP-91': ['redemption_malformed'] })

/**
 * Returns the result, or the outcome of a presentation without data. Returns the same again until the reference expires
 * (RP-97). Rejects with a `Refusal`: `reference_unknown` for an unknown reference and for a reference of another
 * application, `reference_expired` for an expired reference.
 */
export function redeemReference(
  ctx: RelyingPartyServices,
  caller: ApplicationCaller,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('relying-party/api/results', async (decision) => {
    const now = ctx.clock.now()
    const { id: application } = await requireApplication(ctx, decision, caller)
    const { reference } = decision.checkNow(REDEMPTION_RULES, () => parseRedemption(body))
    const digest = secretDigest(ctx, reference)
    const found = await ctx.allSessions.findByReference(digest)
    const ownSession = found?.order?.application === application ? found : undefined
    const session = decision.found('RP-91', RP.referenceInvalid, ownSession, 'reference_unknown', 'reference')
    const isUnexpired = now < (session.referenceExpiresAt ?? 0)
    decision.that('RP-91', RP.referenceInvalid, isUnexpired, 'reference_expired', 'reference')
    const redeemed = await ctx.allSessions.redeemReference({
      id: session.id,
      reference: digest,
      now,
      audit: { at: now, application, presentation: session.id, event: 'redeemed', outcome: outcomeOf(session) },
    })
    if (redeemed === 'gone') return decision.refuse(['RP-91', RP.referenceInvalid], 'reference_unknown', 'reference')
    return applicationResult(redeemed)
  })
}

function parseRedemption(body: JsonObject): z.output<typeof redemptionSchema> | Failure<'redemption_malformed'> {
  const parsed = redemptionSchema.safeParse(body)
  return parsed.success ? parsed.data : fail('redemption_malformed', 'reference')
}
