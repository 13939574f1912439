/**
 * Releases Wallet Instances that evidence has put on hold, one or all of them (WP-91). A released instance may ask again,
 * and the next verdict judges it anew. Revoking is the other way out (`revoke-wallet-instance.ts`).
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf, rules } from '../../base/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import { administratorOf } from './administer-wallet-instances.ts'
import { noteInstance } from './revoke-wallet-instance.ts'

const oneSchema = z.strictObject({ hardware_key_tag: z.string().min(1).max(256) })
const allSchema = z.strictObject({ held: z.literal(true) })

export function parseRelease(body: JsonObject): z.output<typeof oneSchema> | Failure<'release_malformed'> {
  const parsed = oneSchema.safeParse(body)
  if (!parsed.success) return fail('release_malformed', placeOf('body', parsed.error)) // WP-76
  return parsed.data
}

export function parseReleaseOfAll(body: JsonObject): z.output<typeof allSchema> | Failure<'release_malformed'> {
  const parsed = allSchema.safeParse(body)
  if (!parsed.success) return fail('release_malformed', placeOf('body', parsed.error)) // WP-76
  return parsed.data
}

export const RELEASE_RULES = rules<'release_malformed'>()(WP.malformed, { 'WP-76': ['release_malformed'] })

type ReleaseContext = Pick<WalletProviderServices, 'decide' | 'clock' | 'crypto' | 'administrators' | 'walletInstances'>

/** `authorization` is the header as it came. An instance that is not held stays as it is. */
export function releaseWalletInstance(
  ctx: ReleaseContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<void> {
  return ctx.decide('wallet-provider/admin/wallet-instances/release', async (decision) => {
    const { name: actor } = await administratorOf(ctx, decision, authorization, 'release_wallet_instance')
    const { hardware_key_tag: hardwareKeyTag } = decision.checkNow(RELEASE_RULES, () => parseRelease(body))
    await noteInstance(ctx, decision, hardwareKeyTag)
    const outcome = await ctx.walletInstances.release({ hardwareKeyTag, actor, now: ctx.clock.now() }) // WP-91
    decision.that('WP-76', WP.unknownInstance, outcome === 'released', 'instance_unknown', 'hardware_key_tag')
    decision.note('change', 'released')
  })
}

/** Instances in one step: less than a statement, or a turn of the event loop, may take. */
const releaseStep = 500

/** Says how many were held. Goes step by step, as a group is revoked (D-148): an outage undoes no step. */
export function releaseHeldInstances(
  ctx: ReleaseContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('wallet-provider/admin/wallet-instances/release-all', async (decision) => {
    const { name: actor } = await administratorOf(ctx, decision, authorization, 'release_wallet_instance')
    decision.checkNow(RELEASE_RULES, () => parseReleaseOfAll(body))
    const by = { actor, now: ctx.clock.now(), limit: releaseStep }
    let count = 0
    let after: string | undefined
    do {
      const { released, next } = await ctx.walletInstances.releaseSome({ ...by, after }) // WP-91
      if (released > 0) decision.note('change', 'released')
      count += released
      after = next
    } while (after !== undefined)
    return { released: count }
  })
}
