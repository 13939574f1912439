/**
 * Revokes a Wallet Instance, for reasons of the provider or at the user's request (WP-28, WP-76). A second revocation
 * changes nothing: the time and the reason of the first one stay (WP-194).
 */
import { z } from 'zod'
import { type Decision, type Json, rules } from '../../base/index.ts'
import { parseRequest } from '../../member/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import { revokeInstance } from '../attestation/attestation-status.ts'
import type { WalletProviderServices } from '../context.ts'
import type { WpAdministered } from './administrator.ts'

/** Schema of a request to revoke one instance. */
export const revocationSchema = z.strictObject({
  hardware_key_tag: z.string().min(1).max(256),
  reason: z.enum(['revoked_by_provider', 'revoked_by_user']),
})

export const REVOCATION_RULES = rules<'revocation_malformed'>()(WP.malformed, { 'WP-76': ['revocation_malformed'] })

type RevokeContext = Pick<WalletProviderServices, 'walletInstances' | 'statusLists'>

/** Revokes one instance. Refuses a malformed body and an unknown instance. */
export async function revokeWalletInstance(
  ctx: RevokeContext,
  { decision, act }: WpAdministered,
  body: Json,
): Promise<void> {
  const { hardware_key_tag: hardwareKeyTag, reason } = decision.checkNow(REVOCATION_RULES, () =>
    parseRequest(revocationSchema, 'revocation_malformed', body),
  )
  const { at: now, actor } = act()
  await noteInstance(ctx, decision, hardwareKeyTag)
  const outcome = await revokeInstance(ctx, { hardwareKeyTag, reason, actor, now }) // WP-28
  decision.that('WP-76', WP.unknownInstance, outcome !== 'unknown', 'instance_unknown', 'hardware_key_tag')
  if (outcome === 'revoked') decision.note('change', 'revoked') // WP-194
}

/**
 * Adds the thumbprint of the instance to the decision log. Adds nothing for an unknown instance. Must run before the
 * instance is changed. If the lookup fails, the instance then stays unchanged.
 */
export async function noteInstance(
  { walletInstances }: Pick<WalletProviderServices, 'walletInstances'>,
  decision: Decision<WpAnswer>,
  hardwareKeyTag: string,
): Promise<void> {
  const instance = await walletInstances.find(hardwareKeyTag)
  if (instance) decision.note('thumbprint', instance.hardwareKeyThumbprint)
}
