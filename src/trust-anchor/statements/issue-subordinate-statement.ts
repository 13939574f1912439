/**
 * Issues this entity's statement about a subordinate (OpenID Federation 1.0 §8.1). Refuses a removed entity, which has
 * no record, and a suspended entity. Other entities may trust either until its last statement expires (FED-38).
 */
import { joinRules, rows } from '../../base/index.ts'
import { type FetchRequestCode, parseFetchRequest } from '../../federation/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'

export const FETCH_RULES = joinRules<FetchRequestCode>()(
  rows(TA.malformed, { 'FED-06': ['sub_missing'] }),
  rows(TA.ownSubject, { 'FED-06': ['sub_is_issuer'] }),
  rows(TA.foreignIssuer, { 'FED-06': ['iss_mismatch'] }),
)

/**
 * Returns the signed statement, from the cache if possible. Rejects with a `Refusal` for a malformed request, and for a
 * subject that is not a subordinate or is suspended.
 */
export function issueSubordinateStatement(
  ctx: Pick<TrustAnchorServices, 'decide' | 'clock' | 'config' | 'subordinates' | 'statements'>,
  parameters: ReadonlyMap<string, string>,
): Promise<string> {
  return ctx.decide('trust-anchor/fetch', async (decision) => {
    const now = ctx.clock.now()
    const { sub } = decision.checkNow(FETCH_RULES, () => parseFetchRequest(parameters, ctx.config.entityId))
    const record = await ctx.subordinates.find(sub)
    const subordinate = decision.found('FED-06', TA.unknownSubject, record, 'subject_unknown', 'sub')
    decision.note('entity', subordinate.entityId)
    decision.that('FED-06', TA.unknownSubject, subordinate.status === 'active', 'subject_suspended', 'sub')
    return ctx.statements.statement(subordinate, now)
  })
}
