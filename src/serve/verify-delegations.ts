/** Verifies the delegations under which a Trust Anchor or intermediate issues trust marks that others own (D-259). */
import { type CryptoContext, failed, type NumericDate } from '../base/index.ts'
import { verifyTrustMarkDelegation } from '../federation/index.ts'
import { ConfigError } from '../node/index.ts'
import type { TrustAnchorSettings } from './role-settings.ts'

interface Delegations {
  /** Returns a sentence for each delegation that has expired at `now`. */
  notes(now: NumericDate): readonly string[]
}

/**
 * Accepts a delegation at any time, because an expired one does not stop the start. `notes` reports it while the
 * service runs.
 */
const atAnyTime = { now: 0, skew: Number.POSITIVE_INFINITY } as const

/**
 * Verifies the delegations as the verifiers of the marks do, except for their times. Rejects with `ConfigError` for
 * delegations that do not permit this service to issue marks of their type.
 */
export async function verifyDelegations(
  { publicUrl: issuer, role }: Pick<TrustAnchorSettings, 'publicUrl' | 'role'>,
  ctx: CryptoContext,
): Promise<Delegations> {
  const roleAt = role.profile === 'seed' ? 'role' : `profiles.${role.profile}.role`
  const faults: string[] = []
  const expiringDelegations: { readonly at: string; readonly expiresAt: NumericDate }[] = []
  for (const [index, { type: trustMarkType, owner, delegation }] of role.trustMarks.entries()) {
    if (owner === undefined || delegation === undefined) continue
    const { entityId, jwks } = owner
    const { algorithms } = role
    const policy = { ...atAnyTime, owner: entityId, ownerKeys: jwks.keys, issuer, trustMarkType, algorithms }
    const verified = await verifyTrustMarkDelegation(ctx, delegation, policy, 'delegation')
    const at = `${roleAt}.trustMarks.${index}.delegation`
    if (failed(verified))
      faults.push(
        `${at}: does not permit this service to issue marks of that type (${verified.code} at ${verified.at})`,
      )
    else if (verified.expiresAt !== undefined) expiringDelegations.push({ at, expiresAt: verified.expiresAt })
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    notes: (now) =>
      expiringDelegations.flatMap(({ at, expiresAt }) =>
        now < expiresAt
          ? []
          : [`${at}: has expired, so others refuse marks of that type: ask the owner of the type for a new delegation`],
      ),
  }
}
