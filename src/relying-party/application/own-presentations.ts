/**
 * Operations of an application on its own presentations: show the status, erase all data, and list the audit, which
 * contains no personal data (RP-93). Presentations of other applications are treated as unknown (RP-94).
 */
import type { Decision, JsonObject } from '../../base/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { visibleStatus } from '../session/presentation-session.ts'
import { applicationResult } from './application-result.ts'
import { type ApplicationHeaders, requireApplication } from './require-application.ts'

const auditLimit = 1000

/**
 * Returns the status of a presentation. The answer contains claims only if the result was redeemed, the configuration
 * keeps redeemed results, and `resultLifetimeSeconds` have not passed since the presentation. It never contains the
 * reference. Refuses a presentation of another application as unknown.
 */
export function showPresentation(
  ctx: RelyingPartyServices,
  headers: ApplicationHeaders,
  id: string,
): Promise<JsonObject> {
  return ctx.decide('relying-party/api/presentations/:id', async (decision) => {
    const now = ctx.clock.now()
    const { id: application } = await requireApplication(ctx, decision, headers)
    const found = await ctx.allSessions.find(id)
    const ownSession = found?.order?.application === application ? found : undefined
    const session = decision.found('RP-94', RP.unknownPresentation, ownSession, 'presentation_unknown')
    const status = visibleStatus(session, now)
    if (session.redeemedAt === undefined) return { id, status, expires_at: session.expiresAt }
    const keptUntil = (session.completedAt ?? session.redeemedAt) + ctx.config.resultLifetimeSeconds
    const kept = ctx.config.keepRedeemedResults && now < keptUntil
    const { result: _, ...bare } = session
    return { ...applicationResult(kept ? session : bare), redeemed_at: session.redeemedAt }
  })
}

/**
 * Erases all data of a presentation and records that in the audit. Refuses a presentation of another application as
 * unknown.
 */
export function erasePresentation(ctx: RelyingPartyServices, headers: ApplicationHeaders, id: string): Promise<void> {
  return ctx.decide('relying-party/api/presentations/:id', async (decision) => {
    const at = ctx.clock.now()
    const { id: application } = await requireApplication(ctx, decision, headers)
    const audit = { at, application, presentation: id, event: 'erased' } as const
    const outcome = await ctx.allSessions.eraseOrder({ id, application, audit })
    decision.that('RP-94', RP.unknownPresentation, outcome === 'erased', 'presentation_unknown')
  })
}

/**
 * Returns the audit entries of the application since a time in seconds since 1970, oldest first, at most 1000. `since`
 * defaults to 0. Refuses a `since` that is not 1 to 12 digits.
 */
export function listAudit(
  ctx: RelyingPartyServices,
  headers: ApplicationHeaders,
  since: string | undefined,
): Promise<JsonObject> {
  return ctx.decide('relying-party/api/audit', async (decision) => {
    const { id: application } = await requireApplication(ctx, decision, headers)
    const from = readTime(decision, since)
    const entries = await ctx.stores.presentationAudit.list({ application, since: from, limit: auditLimit })
    return { entries: entries as unknown as JsonObject[] }
  })
}

function readTime(decision: Decision<RpAnswer>, text = '0'): number {
  decision.that('RP-90', RP.malformed, /^\d{1,12}$/.test(text), 'time_malformed', 'query.since')
  return Number(text)
}
