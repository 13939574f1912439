/**
 * Use cases of the trust mark endpoints: the mark of a holder, the holders of a type, the status of a mark (OpenID
 * Federation 1.0 §8.4–8.6).
 */
import { failed, joinRules, type NumericDate, rows, rules } from '../../base/index.ts'
import {
  createTrustMarkStatus,
  endOfMark,
  findKey,
  parseTrustMark,
  parseTrustMarkListRequest,
  parseTrustMarkRequest,
  parseTrustMarkStatusRequest,
  type TrustMark,
  type TrustMarkParseCode,
  type TrustMarkRequestCode,
  type TrustMarkStatus,
  type TrustMarkStatusRequestCode,
} from '../../federation/index.ts'
import type { HttpResponse } from '../../http/index.ts'
import { verifyJws } from '../../jose/index.ts'
import { jwsParseRules } from '../../rules/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { type ListResponses, respondList } from '../statements/kept-lists.ts'
import { readPages } from '../statements/read-pages.ts'
import type { Page, TrustMarkGrant } from '../stores.ts'
import { hasExpiredDelegation, ownTrustMarkType } from './trust-marks.ts'

export const TRUST_MARK_RULES = rules<TrustMarkRequestCode>()(TA.malformed, {
  'FED-31': ['trust_mark_type_missing', 'sub_missing'],
})

export const STATUS_REQUEST_RULES = rules<TrustMarkStatusRequestCode>()(TA.malformed, {
  'FED-32': ['status_request_empty'],
  'FED-36': ['iat_malformed'],
})

export const TRUST_MARK_STATUS_RULES = joinRules<TrustMarkParseCode>()(
  jwsParseRules(TA.malformed),
  rows(TA.malformed, { 'FED-32': ['mark_claim_missing', 'mark_claim_malformed'], 'GEN-10': ['time_invalid'] }),
)

type Parameters = ReadonlyMap<string, string>

/**
 * Returns the mark of a holder. A mark is signed again after half of its lifetime. Rejects with a `Refusal` for a
 * malformed request, for a type that this entity does not issue or whose delegation has expired, and for a holder
 * without a grant or with a revoked grant.
 */
export function issueTrustMark(ctx: TrustAnchorServices, parameters: Parameters): Promise<string> {
  return ctx.decide('trust-anchor/trust_mark', async (decision) => {
    const now = ctx.clock.now()
    const { trustMarkType, sub } = decision.checkNow(TRUST_MARK_RULES, () => parseTrustMarkRequest(parameters))
    const row = ownTrustMarkType(ctx.config, trustMarkType)
    const issued = decision.found('FED-31', TA.unknownMark, row, 'trust_mark_type_unknown', 'trust_mark_type')
    const isDelegated = !hasExpiredDelegation(issued, now)
    decision.that('FED-123', TA.unknownMark, isDelegated, 'delegation_expired', 'trust_mark_type')
    const record = await ctx.trustMarkGrants.find(trustMarkType, sub)
    const grant = decision.found('FED-31', TA.unknownMark, record, 'trust_mark_unknown', 'sub')
    decision.that('FED-31', TA.unknownMark, grant.revokedAt === undefined, 'trust_mark_revoked', 'sub')
    decision.note('entity', grant.holder)
    return ctx.signTrustMark(grant, now)
  })
}

/**
 * Responds with the holders of a type of mark. With `sub`, the list has only that holder, or is empty if the holder has
 * no grant or a revoked one. The list is empty if the delegation of the type has expired. Refuses a type that this
 * entity does not issue. Does not read the grants if the whole list is cached.
 */
export function listTrustMarkHolders(
  ctx: TrustAnchorServices,
  lists: ListResponses,
  parameters: Parameters,
): Promise<HttpResponse> {
  return ctx.decide('trust-anchor/trust_mark_list', async (decision) => {
    const { trustMarkType, sub } = decision.checkNow(TRUST_MARK_RULES, () => parseTrustMarkListRequest(parameters))
    const row = ownTrustMarkType(ctx.config, trustMarkType)
    const issued = decision.found('FED-31', TA.unknownMark, row, 'trust_mark_type_unknown', 'trust_mark_type')
    if (hasExpiredDelegation(issued, ctx.clock.now())) return respondList(ctx, []) // FED-123
    if (sub !== undefined) {
      const grant = await ctx.trustMarkGrants.find(trustMarkType, sub)
      return respondList(ctx, grant !== undefined && grant.revokedAt === undefined ? [sub] : [])
    }
    return lists.findOrBuild(trustMarkType, async () => {
      const holders = await readPages(
        (page: Page<TrustMarkGrant>) => ctx.trustMarkGrants.list({ trustMarkType, ...page }),
        ({ holder }) => [holder],
      )
      return respondList(ctx, holders)
    })
  })
}

/**
 * Returns the signed status of a posted mark. For a request without a mark, as in draft 36, returns whether the
 * holder's mark is active. Rejects with a `Refusal` for a malformed request or mark, a mark of another issuer, and a
 * holder without a grant.
 */
export function issueTrustMarkStatus(
  ctx: TrustAnchorServices,
  form: Parameters,
): Promise<string | { readonly active: boolean }> {
  return ctx.decide('trust-anchor/trust_mark_status', async (decision) => {
    const now = ctx.clock.now()
    const request = decision.checkNow(STATUS_REQUEST_RULES, () => parseTrustMarkStatusRequest(form))
    if (!('trustMark' in request)) {
      const { trustMarkType, sub, issuedAt } = request
      const record = await ctx.trustMarkGrants.find(trustMarkType, sub)
      const grant = decision.found('FED-32', TA.unknownMark, record, 'trust_mark_unknown', 'sub')
      return { active: isActive(ctx, grant, issuedAt ?? now, now) } // FED-36
    }
    const mark = decision.checkNow(TRUST_MARK_STATUS_RULES, () =>
      parseTrustMark(request.trustMark, ctx.config.algorithms, 'trust_mark'),
    )
    const isOwn = mark.iss === ctx.config.entityId
    decision.that('FED-32', TA.unknownMark, isOwn, 'trust_mark_foreign', 'trust_mark.payload.iss')
    const record = await ctx.trustMarkGrants.find(mark.trust_mark_type, mark.sub)
    const grant = decision.found('FED-32', TA.unknownMark, record, 'trust_mark_unknown', 'trust_mark.payload.sub')
    const status = await statusOf(ctx, mark, grant, now)
    const { signer } = await ctx.keys.current(now)
    const { trustMark } = request
    return createTrustMarkStatus(signer, { issuer: ctx.config.entityId, trustMark, status, issuedAt: now })
  })
}

/** Returns true if a mark under this grant that was issued at `issuedAt` is still valid. */
function isActive(
  { config }: TrustAnchorServices,
  { trustMarkType, grantedAt, revokedAt }: TrustMarkGrant,
  issuedAt: NumericDate,
  now: NumericDate,
): boolean {
  const row = ownTrustMarkType(config, trustMarkType)
  if (row === undefined || hasExpiredDelegation(row, now)) return false
  return revokedAt === undefined && issuedAt >= grantedAt && issuedAt <= now && now < issuedAt + row.lifetimeSeconds
}

/** Returns the status of a mark of this entity, `invalid` without a grant. Returns `undefined` for other issuers. */
export async function ownMarkStatus(
  ctx: TrustAnchorServices,
  mark: TrustMark,
  now: NumericDate,
): Promise<TrustMarkStatus | undefined> {
  if (mark.iss !== ctx.config.entityId) return undefined
  const grant = await ctx.trustMarkGrants.find(mark.trust_mark_type, mark.sub)
  return grant ? statusOf(ctx, mark, grant, now) : 'invalid'
}

/**
 * Returns the first status that applies: `invalid` (a type that this entity does not issue, a wrong signature, or an
 * unknown or revoked key), `revoked`, `expired`, `active`. A mark that is older than the grant is `revoked`.
 */
async function statusOf(
  ctx: TrustAnchorServices,
  mark: TrustMark,
  grant: TrustMarkGrant,
  now: NumericDate,
): Promise<TrustMarkStatus> {
  if (ownTrustMarkType(ctx.config, mark.trust_mark_type) === undefined) return 'invalid' // FED-145
  const revokedAt = mark.iat < grant.grantedAt ? grant.grantedAt : grant.revokedAt
  const { published, historical } = await ctx.keys.current(now)
  const retired = historical.filter(({ revoked }) => revoked === undefined).map(({ jwk }) => jwk)
  const key = findKey([...published, ...retired], mark.jws.header.kid)
  const signature = key && (await verifyJws(ctx, mark.jws, key, 'trust_mark'))
  if (signature === undefined || failed(signature)) return 'invalid' // FED-32
  if (revokedAt !== undefined) return 'revoked' // FED-32
  if (endOfMark(mark) <= now) return 'expired' // FED-32, FED-123
  return 'active'
}
