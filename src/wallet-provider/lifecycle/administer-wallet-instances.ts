/**
 * The administrators' view of the Wallet Instances: find them, look at one with its history, say whose one is, revoke
 * all of a user, all below a compromised certificate or all that are held (WP-12, WP-28, WP-52, WP-76, WP-91). Every change
 * goes to the log.
 */
import { z } from 'zod'
import { type Decision, type Failure, fail, type JsonObject, placeOf, rules } from '../../base/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import { revokeInstances } from '../attestation/attestation-status.ts'
import type { WalletProviderServices } from '../context.ts'
import type { InstanceGroup, InstanceSearch } from '../stores.ts'
import { type Administrator, type AdministratorRight, checkAdministrator } from './administrator.ts'
import { ADMINISTRATOR_RULES, noteInstance } from './revoke-wallet-instance.ts'
import type { WalletInstance } from './wallet-instance.ts'

const tag = z.string().min(1).max(256)
const user = z.string().min(1).max(256)
const seconds = z.int().min(0).max(999_999_999_999)
/** Hexadecimal in any spelling; kept as the certificates' serials are: lower case, no leading zeros. */
const serial = z
  .string()
  .regex(/^[0-9a-f]{1,80}$/i)
  .transform((text) => text.toLowerCase().replace(/^0+(?=.)/, ''))

const searchSchema = z.strictObject({
  status: z.enum(['registered', 'operational', 'revoked']).optional(),
  held: z.literal(true).optional(),
  platform: z.enum(['android', 'apple']).optional(),
  user: user.optional(),
  /** Of the hardware key, as the log of changes names the instance. */
  thumbprint: z.string().min(1).max(64).optional(),
  registered_from: seconds.optional(),
  registered_to: seconds.optional(),
  limit: z.int().min(1).max(1000).optional(),
})
const reason = z.enum(['revoked_by_provider', 'revoked_by_user', 'device_certificate_revoked'])
const held = z.literal(true)
const groupSchema = z.union([
  z.strictObject({ certificate_serial: serial, reason }),
  z.strictObject({ user, reason }),
  z.strictObject({ held, reason }),
])
const linkSchema = z.strictObject({ hardware_key_tag: tag, user })
const instanceSchema = z.strictObject({ hardware_key_tag: tag })

/** The page of results when the search does not say. */
const defaultLimit = 100

export function parseInstanceSearch(body: JsonObject): InstanceSearch | Failure<'search_malformed'> {
  const parsed = searchSchema.safeParse(body)
  if (!parsed.success) return fail('search_malformed', placeOf('body', parsed.error)) // WP-76
  const { registered_from: registeredFrom, registered_to: registeredTo, limit = defaultLimit, ...rest } = parsed.data
  const times = {
    ...(registeredFrom !== undefined && { registeredFrom }),
    ...(registeredTo !== undefined && { registeredTo }),
  }
  const { status, held, platform, user, thumbprint } = rest
  const facts = {
    ...(status && { status }),
    ...(held && { held }),
    ...(platform && { platform }),
    ...(thumbprint && { thumbprint }),
  }
  return { ...facts, ...(user && { user }), ...times, limit }
}

export function parseInstanceShow(body: JsonObject): z.output<typeof instanceSchema> | Failure<'show_malformed'> {
  const parsed = instanceSchema.safeParse(body)
  if (!parsed.success) return fail('show_malformed', placeOf('body', parsed.error)) // WP-76
  return parsed.data
}

export function parseGroupRevocation(
  body: JsonObject,
): { readonly of: InstanceGroup; readonly reason: z.output<typeof reason> } | Failure<'group_malformed'> {
  const parsed = groupSchema.safeParse(body)
  if (!parsed.success) return fail('group_malformed', placeOf('body', parsed.error)) // WP-76
  const { data } = parsed
  return { of: groupOf(data), reason: data.reason }
}

function groupOf(data: z.output<typeof groupSchema>): InstanceGroup {
  if ('held' in data) return { held: data.held }
  return 'user' in data ? { user: data.user } : { certificateSerials: [data.certificate_serial] }
}

export function parseUserLink(body: JsonObject): z.output<typeof linkSchema> | Failure<'link_malformed'> {
  const parsed = linkSchema.safeParse(body)
  if (!parsed.success) return fail('link_malformed', placeOf('body', parsed.error)) // WP-76
  return parsed.data
}

export function parseUserUnlink(body: JsonObject): z.output<typeof instanceSchema> | Failure<'link_malformed'> {
  const parsed = instanceSchema.safeParse(body)
  if (!parsed.success) return fail('link_malformed', placeOf('body', parsed.error)) // WP-76
  return parsed.data
}

export const SEARCH_RULES = rules<'search_malformed'>()(WP.malformed, { 'WP-76': ['search_malformed'] })

export const SHOW_RULES = rules<'show_malformed'>()(WP.malformed, { 'WP-76': ['show_malformed'] })

export const GROUP_RULES = rules<'group_malformed'>()(WP.malformed, { 'WP-76': ['group_malformed'] })

export const LINK_RULES = rules<'link_malformed'>()(WP.malformed, { 'WP-76': ['link_malformed'] })

type AdministrationContext = Pick<
  WalletProviderServices,
  'decide' | 'clock' | 'crypto' | 'administrators' | 'walletInstances' | 'statusLists'
>

/** Who asks, as the header says. */
export async function administratorOf(
  ctx: Pick<WalletProviderServices, 'crypto' | 'administrators'>,
  decision: Decision<WpAnswer>,
  authorization: string | undefined,
  right: AdministratorRight,
): Promise<Administrator> {
  const administrator = decision.checkNow(ADMINISTRATOR_RULES, () =>
    checkAdministrator(ctx, ctx.administrators ?? [], authorization, right),
  )
  decision.note('actor', administrator.name)
  return administrator
}

/**
 * Newest first, a hundred when `limit` does not say and a thousand at most. By a body, so that no log of URLs names a user
 * (D-243).
 */
export function searchWalletInstances(
  ctx: AdministrationContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<readonly JsonObject[]> {
  return ctx.decide('wallet-provider/admin/wallet-instances/search', async (decision) => {
    await administratorOf(ctx, decision, authorization, 'read_wallet_instances')
    const search = decision.checkNow(SEARCH_RULES, () => parseInstanceSearch(body))
    return (await ctx.walletInstances.search(search)).map(viewOf)
  })
}

/**
 * The instance with everything that happened to it, and how often which check refused its requests. By a body, so that no
 * log of URLs names a device (D-278).
 */
export function showWalletInstance(
  ctx: AdministrationContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('wallet-provider/admin/wallet-instances/show', async (decision) => {
    await administratorOf(ctx, decision, authorization, 'read_wallet_instances')
    const { hardware_key_tag: hardwareKeyTag } = decision.checkNow(SHOW_RULES, () => parseInstanceShow(body))
    const found = await ctx.walletInstances.find(hardwareKeyTag)
    const instance = decision.found('WP-76', WP.unknownInstance, found, 'instance_unknown')
    const [history, refusals] = await Promise.all([
      ctx.walletInstances.history(instance.hardwareKeyTag),
      ctx.walletInstances.refusals(instance.hardwareKeyTag),
    ])
    return {
      ...viewOf(instance),
      history: history.map((event) => ({ ...event })),
      refusals: refusals.map(({ firstAt: first_at, lastAt: last_at, ...refusal }) => ({
        ...refusal,
        first_at,
        last_at,
      })),
    }
  })
}

/** Says how many were not revoked before: nobody of the group is no fault. */
export function revokeGroup(
  ctx: AdministrationContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('wallet-provider/admin/wallet-instances/revoke-all', async (decision) => {
    const { name: actor } = await administratorOf(ctx, decision, authorization, 'revoke_wallet_instance')
    const group = decision.checkNow(GROUP_RULES, () => parseGroupRevocation(body))
    await noteGroup(ctx, decision, group.of)
    const input = { ...group, actor, now: ctx.clock.now() }
    // Noted at once: an outage later on undoes nothing of it.
    const revoked = await revokeInstances(ctx, input, () => decision.note('change', 'revoked')) // WP-28, WP-52
    return { revoked }
  })
}

/** Names a certificate by its serial number and a user by the instances alone (GEN-24). Held instances have it in their histories. */
async function noteGroup(ctx: AdministrationContext, decision: Decision<WpAnswer>, of: InstanceGroup): Promise<void> {
  if ('certificateSerials' in of) return decision.note('certificate', of.certificateSerials.join(' '))
  if ('held' in of) return
  const instances = await ctx.walletInstances.search({ user: of.user, limit: 1000 })
  decision.note('thumbprint', instances.map(({ hardwareKeyThumbprint }) => hardwareKeyThumbprint).join(' '))
}

export function linkWalletInstance(
  ctx: AdministrationContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<void> {
  return ctx.decide('wallet-provider/admin/wallet-instances/link', async (decision) => {
    const { name: actor } = await administratorOf(ctx, decision, authorization, 'link_user')
    const { hardware_key_tag: hardwareKeyTag, user } = decision.checkNow(LINK_RULES, () => parseUserLink(body))
    await noteInstance(ctx, decision, hardwareKeyTag)
    const outcome = await ctx.walletInstances.linkUser({ hardwareKeyTag, user, actor, now: ctx.clock.now() }) // WP-12
    decision.that('WP-76', WP.unknownInstance, outcome === 'linked', 'instance_unknown', 'hardware_key_tag')
    decision.note('change', 'linked')
  })
}

export function unlinkWalletInstance(
  ctx: AdministrationContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<void> {
  return ctx.decide('wallet-provider/admin/wallet-instances/unlink', async (decision) => {
    const { name: actor } = await administratorOf(ctx, decision, authorization, 'link_user')
    const { hardware_key_tag: hardwareKeyTag } = decision.checkNow(LINK_RULES, () => parseUserUnlink(body))
    await noteInstance(ctx, decision, hardwareKeyTag)
    const outcome = await ctx.walletInstances.unlinkUser({ hardwareKeyTag, actor, now: ctx.clock.now() }) // WP-12
    decision.that('WP-76', WP.unknownInstance, outcome === 'unlinked', 'instance_unknown', 'hardware_key_tag')
    decision.note('change', 'unlinked')
  })
}

/** What administrators see of an instance: no key, no receipt, nobody's name. */
const viewOf = (instance: WalletInstance): JsonObject => ({
  hardware_key_tag: instance.hardwareKeyTag,
  thumbprint: instance.hardwareKeyThumbprint,
  status: instance.status,
  registered_at: instance.registeredAt,
  ...(instance.operationalAt !== undefined && { operational_at: instance.operationalAt }),
  ...(instance.revokedAt !== undefined && { revoked_at: instance.revokedAt }),
  ...(instance.revocationReason !== undefined && { revocation_reason: instance.revocationReason }),
  ...(instance.heldAt !== undefined && { held_at: instance.heldAt }),
  ...(instance.heldReason !== undefined && { held_reason: instance.heldReason }),
  device: { ...instance.device },
})
