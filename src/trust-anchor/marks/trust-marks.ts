/**
 * Trust marks of this entity: the published issuers and owners of their types, and the signing of marks. A mark is
 * signed once for each holder, signing key and epoch. An epoch is half of the mark's lifetime and starts at the same
 * second on every replica. `iat` is the latest of the start of the epoch, the time of the grant, and the activation of
 * the key (D-188).
 */
import { createRecentResults, type NumericDate } from '../../base/index.ts'
import { createTrustMark, endOfDelegation, type RingKeys, type TrustMarkPermissions } from '../../federation/index.ts'
import { issuesMarks, type TrustAnchorConfig, type TrustMarkTypeConfig } from '../config.ts'
import type { TrustMarkGrant } from '../stores.ts'

/** Returns the trust mark issuers and owners for the anchor's configuration. */
export const trustMarkPermissionsOf = (
  config: Pick<TrustAnchorConfig, 'entityId' | 'trustMarks'>,
): TrustMarkPermissions => ({
  issuers: new Map(config.trustMarks.map(({ type, issuers }) => [type, issuers ?? [config.entityId]])),
  owners: new Map(
    config.trustMarks.flatMap(({ type, owner }) =>
      owner ? [[type, { entityId: owner.entityId, keys: owner.jwks.keys }] as const] : [],
    ),
  ),
})

/** Returns the settings of the type if this entity issues its marks, or `undefined`. */
export const ownTrustMarkType = (
  { entityId, trustMarks }: Pick<TrustAnchorConfig, 'entityId' | 'trustMarks'>,
  type: string,
): TrustMarkTypeConfig | undefined => trustMarks.find((row) => row.type === type && issuesMarks(entityId, row))

/** Returns the time at which the owner's delegation of the type ends. Infinite if there is no such end. */
const delegationEnd = ({ delegation }: TrustMarkTypeConfig): NumericDate =>
  delegation === undefined ? Number.POSITIVE_INFINITY : endOfDelegation(delegation)

/** Returns true if the delegation of the type has expired. No mark of the type is then valid (FED-123). */
export const hasExpiredDelegation = (row: TrustMarkTypeConfig, now: NumericDate): boolean => now >= delegationEnd(row)

/** Returns the types whose marks this entity issues now: without types of other issuers and expired delegations. */
export const issuedTypes = (
  { entityId, trustMarks }: Pick<TrustAnchorConfig, 'entityId' | 'trustMarks'>,
  now: NumericDate,
): readonly string[] =>
  trustMarks.flatMap((row) => (issuesMarks(entityId, row) && !hasExpiredDelegation(row, now) ? [row.type] : []))

/**
 * Returns the signed mark. The mark expires with its delegation at the latest. Does not check whether the grant was
 * revoked. Rejects with a TypeError for a type that this entity does not issue.
 */
export type TrustMarkSigner = (grant: TrustMarkGrant, now: NumericDate) => Promise<string>

/** Maximum size of the cached marks in characters. Dropped marks are signed again if requested. */
const capacity = 16_777_216

export function createTrustMarkSigner(ctx: {
  readonly config: TrustAnchorConfig
  readonly keys: RingKeys
}): TrustMarkSigner {
  const { config, keys } = ctx
  const signed = createRecentResults<string>(capacity, ({ length }) => length)
  return async (grant, now) => {
    const row = ownTrustMarkType(config, grant.trustMarkType)
    if (row === undefined) throw new TypeError(`no marks of this type are issued: ${grant.trustMarkType}`)
    const { signer, signsSince = 0 } = await keys.current(now)
    const epochSeconds = Math.ceil(row.lifetimeSeconds / 2)
    const epoch = Math.floor(now / epochSeconds) * epochSeconds
    const issuedAt = Math.max(epoch, grant.grantedAt, signsSince)
    const cacheKey = JSON.stringify([grant.trustMarkType, grant.holder, issuedAt, signer.kid])
    return signed.findOrCreate(cacheKey, () =>
      createTrustMark(signer, {
        issuer: config.entityId,
        holder: grant.holder,
        trustMarkType: grant.trustMarkType,
        issuedAt,
        expiresAt: Math.min(issuedAt + row.lifetimeSeconds, delegationEnd(row)), // FED-123
        ...(row.delegation !== undefined && { delegation: row.delegation }),
      }),
    )
  }
}
