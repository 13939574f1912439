/** Operations of the operator on trust marks: grant, revoke, list the holders. */
import { isEntityId, type JsonObject } from '../../base/index.ts'
import { trustMarkTypeOf } from '../../federation/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Operator } from '../onboarding/admin-requests.ts'
import { grantQuery, grantRequest, readAdminRequest } from '../onboarding/admin-requests.ts'
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

/**
 * Returns a page of the grants that are not revoked, of one type or of all: the first 1000 after those of `after` and
 * `after_type`, or fewer with `limit`. A page with fewer is the last one. Refuses a malformed `limit`.
 */
export async function listTrustMarkGrants(
  ctx: TrustAnchorServices,
  { decision }: Operator,
  query: ReadonlyMap<string, string>,
): Promise<readonly JsonObject[]> {
  const request = readAdminRequest(decision, grantQuery, Object.fromEntries(query), 'query')
  const { after: holder, after_type: type, limit } = request
  const grants = await ctx.trustMarkGrants.list({
    trustMarkType: trustMarkTypeOf(query),
    after: holder === undefined ? undefined : { holder, trustMarkType: type },
    limit,
  })
  return grants.map(({ trustMarkType, holder: sub, grantedAt }) => ({
    trust_mark_type: trustMarkType,
    sub,
    granted_at: grantedAt,
  }))
}
