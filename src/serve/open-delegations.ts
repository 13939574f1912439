/** Verifies the delegations under which a Trust Anchor or intermediate issues trust marks that others own (D-259). */
import { type CryptoContext, failed, type NumericDate } from '../base/index.ts'
import { verifyTrustMarkDelegation } from '../federation/index.ts'
import { ConfigError } from '../node/index.ts'
import type { TrustAnchorSettings } from './role-settings.ts'

interface Delegations {
  /** A sentence for each expired delegation. */
  notes(now: NumericDate): readonly string[]
}

/**
 * Accepts any time, because an expired delegation is not a fault of the settings. `notes` reports it while the service
 * runs.
 */
const whenever = { now: 0, skew: Number.POSITIVE_INFINITY } as const

/**
 * Verifies the delegations as a verifier of the marks does. Throws `ConfigError` for those that permit this service no
 * marks.
 */
export async function openDelegations(
  { publicUrl: issuer, role }: Pick<TrustAnchorSettings, 'publicUrl' | 'role'>,
  ctx: CryptoContext,
): Promise<Delegations> {
  const faults: string[] = []
  const ends: { readonly at: string; readonly expiresAt: NumericDate }[] = []
  for (const [index, { type: trustMarkType, owner, delegation }] of role.trustMarks.entries()) {
    if (owner === undefined || delegation === undefined) continue
    const { entityId, jwks } = owner
    const { algorithms } = role
    const policy = { ...whenever, owner: entityId, ownerKeys: jwks.keys, issuer, trustMarkType, algorithms }
    const judged = await verifyTrustMarkDelegation(ctx, delegation, policy, 'delegation')
    const at = `role.trustMarks.${index}.delegation`
    if (failed(judged))
      faults.push(`${at}: does not permit this service to issue marks of that type (${judged.code} at ${judged.at})`)
    else if (judged.expiresAt !== undefined) ends.push({ at, expiresAt: judged.expiresAt })
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    notes: (now) =>
      ends.flatMap(({ at, expiresAt }) =>
        now < expiresAt ? [] : [`${at}: has expired, so others refuse marks of that type: ask its owner for another`],
      ),
  }
}
