/** Operations of the operator on trust marks: grant, revoke, list the holders. */
import { isEntityId, type JsonObject } from '../../base/index.ts'
import { trustMarkTypeOf } from '../../federation/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Operator } from '../onboarding/admin-requests.ts'
import { grantRequest, readAdminRequest } from '../onboarding/admin-requests.ts'
import { ownTrustMarkType } from './trust-marks.ts'

/**
 * Grants a mark to an entity, which need not be a subordinate. The holder fetches the mark from the trust mark
 * endpoint. Refuses a type that this entity does not issue, an invalid entity identifier, and a mark that is already
 * granted.
 */
export async function grantTrustMark(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<JsonObject> {
  const request = readAdminRequest(decision, grantRequest, body)
  const { trust_mark_type: trustMarkType, sub: holder } = request
  const isIssued = ownTrustMarkType(ctx.config, trustMarkType) !== undefined
  decision.that('FED-31', TA.unknownMark, isIssued, 'trust_mark_type_unknown', 'trust_mark_type')
  const isValid = isEntityId(holder, { loopbackHttp: ctx.config.loopbackHttp })
  decision.that('FED-28', TA.malformed, isValid, 'entity_id_invalid', 'sub')
  decision.note('entity', holder)
  const outcome = await ctx.trustMarkGrants.grant(trustMarkType, holder, act(request.reason))
  decision.that('FED-31', TA.alreadyKnown, outcome === 'granted', 'trust_mark_known', 'sub')
  decision.note('change', 'granted')
  return { trust_mark_type: trustMarkType, sub: holder }
}

/**
 * Revokes a grant. All marks issued under it then have the status `revoked`. Refuses an unknown grant. Idempotent.
 */
export async function revokeTrustMark(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<void> {
  const request = readAdminRequest(decision, grantRequest, body)
  const { trust_mark_type: trustMarkType, sub: holder } = request
  decision.note('entity', holder)
  const before = await ctx.trustMarkGrants.find(trustMarkType, holder)
  const outcome = await ctx.trustMarkGrants.revoke(trustMarkType, holder, act(request.reason))
  decision.that('FED-31', TA.unknownMark, outcome === 'revoked', 'trust_mark_unknown', 'sub')
  if (before?.revokedAt === undefined) decision.note('change', 'revoked')
}

/** Returns the grants that are not revoked, of one type or of all. */
export async function listTrustMarkGrants(
  ctx: TrustAnchorServices,
  _: Operator,
  query: ReadonlyMap<string, string>,
): Promise<readonly JsonObject[]> {
  const grants = await ctx.trustMarkGrants.list(trustMarkTypeOf(query))
  return grants.map(({ trustMarkType, holder, grantedAt }) => ({
    trust_mark_type: trustMarkType,
    sub: holder,
    granted_at: grantedAt,
  }))
}
