/**
 * Releases Wallet Instances that are held: one, all, or those held for one reason (WP-91, WP-197). A released instance
 * can get attestations again. Further evidence may revoke or hold the instance again, and so may a certificate that is
 * still listed. The alternative is revocation (`revoke-wallet-instance.ts`).
 */
import { z } from 'zod'
import { type JsonObject, rules } from '../../base/index.ts'
import { parseRequest } from '../../member/index.ts'
import { WP } from '../answers.ts'
import { instancesPerStep } from '../attestation/attestation-status.ts'
import type { WalletProviderServices } from '../context.ts'
import { heldSchema, instanceSchema } from './administer-wallet-instances.ts'
import type { WpAdministered } from './administrator.ts'
import { noteInstance } from './revoke-wallet-instance.ts'

/** Schema of a request to release all instances that are held, or that are held for one reason. */
export const releaseAllSchema = z
  .strictObject(heldSchema)
  .transform(({ held_reason }) => ({ ...(held_reason !== undefined && { heldReason: held_reason }) }))

export const RELEASE_RULES = rules<'release_malformed'>()(WP.malformed, { 'WP-76': ['release_malformed'] })

type ReleaseContext = Pick<WalletProviderServices, 'walletInstances'>

/** Releases one instance. Refuses an unknown instance, and an instance that is not held (WP-193). */
export async function releaseWalletInstance(
  ctx: ReleaseContext,
  { decision, act }: WpAdministered,
  body: JsonObject,
): Promise<void> {
  const { hardware_key_tag: hardwareKeyTag } = decision.checkNow(RELEASE_RULES, () =>
    parseRequest(instanceSchema, 'release_malformed', body),
  )
  const { at: now, actor } = act()
  await noteInstance(ctx, decision, hardwareKeyTag)
  const outcome = await ctx.walletInstances.release({ hardwareKeyTag, actor, now }) // WP-91
  decision.that('WP-76', WP.unknownInstance, outcome !== 'unknown', 'instance_unknown', 'hardware_key_tag')
  decision.that('WP-193', WP.notHeld, outcome === 'released', 'instance_not_held', 'hardware_key_tag')
  decision.note('change', 'released')
}

/**
 * Releases all held instances, or those that are held for one reason, step by step (D-148). Returns the number of
 * released instances. An outage does not undo finished steps.
 */
export async function releaseHeldInstances(
  ctx: ReleaseContext,
  { decision, act }: WpAdministered,
  body: JsonObject,
): Promise<JsonObject> {
  const which = decision.checkNow(RELEASE_RULES, () => parseRequest(releaseAllSchema, 'release_malformed', body))
  const { at: now, actor } = act()
  const step = { ...which, actor, now, limit: instancesPerStep }
  let count = 0
  let after: string | undefined
  do {
    const { released, next } = await ctx.walletInstances.releaseSome({ ...step, after }) // WP-91
    if (released > 0) decision.note('change', 'released')
    count += released
    after = next
  } while (after !== undefined)
  return { released: count }
}
