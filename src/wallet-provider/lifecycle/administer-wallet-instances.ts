/**
 * Administration of the Wallet Instances (WP-12, WP-28, WP-52, WP-76, WP-91). An administrator can search instances,
 * show one with its history, link one to a user, unlink it, and revoke a group. A group is all instances of a user, all
 * with a certain certificate in their chain, all that are held, or all that are held for one reason. Every change is
 * written to the log of changes.
 */
import { z } from 'zod'
import { type Decision, type JsonObject, rules } from '../../base/index.ts'
import { normalizeSerial, serialPattern } from '../../device-integrity/index.ts'
import { parseRequest } from '../../member/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import { revokeInstances } from '../attestation/attestation-status.ts'
import type { WalletProviderServices } from '../context.ts'
import type { InstanceGroup, InstanceSearch } from '../stores.ts'
import type { WpAdministered } from './administrator.ts'
import { noteInstance } from './revoke-wallet-instance.ts'
import type { HoldReason, WalletInstance } from './wallet-instance.ts'

const tag = z.string().min(1).max(256)
const user = z.string().min(1).max(256)
const seconds = z.int().min(0).max(999_999_999_999)
/** Serial number of a certificate. The result has the form of the stored serials. */
const serial = z.string().regex(serialPattern).transform(normalizeSerial)

const held = z.literal(true)
/** Reasons to hold an instance. */
export const holdReason = z.enum([
  'evidence_forged',
  'integrity_denied',
  'device_below_minimum',
  'device_certificate_suspended',
] satisfies HoldReason[])
/** Members of a request about held instances. Without `held_reason`, the request is about all of them. */
export const heldSchema = { held, held_reason: holdReason.optional() }

/** Schema of a search. The result has the names of `InstanceSearch`. `limit` defaults to 100. */
export const searchSchema = z
  .strictObject({
    status: z.enum(['registered', 'operational', 'revoked']).optional(),
    held: held.optional(),
    held_reason: holdReason.optional(),
    platform: z.enum(['android', 'apple']).optional(),
    user: user.optional(),
    /** Thumbprint of the hardware key, as in the decision log. */
    thumbprint: z.string().min(1).max(64).optional(),
    /** Instances whose chain at registration contained this certificate. */
    certificate_serial: serial.optional(),
    registered_from: seconds.optional(),
    registered_to: seconds.optional(),
    /** Hardware key tag of the last instance of the previous page. */
    before: tag.optional(),
    limit: z.int().min(1).max(1000).default(100),
  })
  .transform(({ registered_from, registered_to, certificate_serial, held_reason, before, ...rest }) => ({
    ...rest,
    ...(before !== undefined && { before }),
    ...(held_reason !== undefined && { heldReason: held_reason }),
    ...(certificate_serial !== undefined && { certificateSerial: certificate_serial }),
    ...(registered_from !== undefined && { registeredFrom: registered_from }),
    ...(registered_to !== undefined && { registeredTo: registered_to }),
  }))
const reason = z.enum(['revoked_by_provider', 'revoked_by_user', 'device_certificate_revoked'])
/** Schema of a request to revoke a group: by certificate, by user, or held instances. */
export const groupSchema = z.union([
  z
    .strictObject({ certificate_serial: serial, reason })
    .transform(({ certificate_serial, ...rest }) => ({ of: { certificateSerials: [certificate_serial] }, ...rest })),
  z.strictObject({ user, reason }).transform(({ reason, ...of }) => ({ of, reason })),
  z.strictObject({ ...heldSchema, reason }).transform(({ held, held_reason, reason }) => ({
    ...{ of: { held, ...(held_reason !== undefined && { heldReason: held_reason }) }, reason },
  })),
])
/** Schema of a request to link an instance to a user. */
export const linkSchema = z.strictObject({ hardware_key_tag: tag, user })
/** Schema of a request about one instance: to show, release or unlink it. */
export const instanceSchema = z.strictObject({ hardware_key_tag: tag })

export const SEARCH_RULES = rules<'search_malformed'>()(WP.malformed, { 'WP-76': ['search_malformed'] })

export const SHOW_RULES = rules<'show_malformed'>()(WP.malformed, { 'WP-76': ['show_malformed'] })

export const GROUP_RULES = rules<'group_malformed'>()(WP.malformed, { 'WP-76': ['group_malformed'] })

export const LINK_RULES = rules<'link_malformed'>()(WP.malformed, { 'WP-76': ['link_malformed'] })

type AdministrationContext = Pick<WalletProviderServices, 'walletInstances' | 'statusLists'>

/**
 * Returns the instances that match the body, newest first. The body contains the search, because servers write URLs to
 * logs and no log may name a user (D-243).
 */
export async function searchWalletInstances(
  ctx: AdministrationContext,
  { decision }: WpAdministered,
  body: JsonObject,
): Promise<JsonObject> {
  const search = decision.checkNow(SEARCH_RULES, () => parseRequest(searchSchema, 'search_malformed', body))
  return { wallet_instances: (await ctx.walletInstances.search(search as InstanceSearch)).map(viewOf) }
}

/**
 * Returns the instance with its history and the number of refusals by each check. Refuses an unknown instance (WP-76).
 * The body contains the tag, because servers write URLs to logs and no log may name a device (D-278).
 */
export async function showWalletInstance(
  ctx: AdministrationContext,
  { decision }: WpAdministered,
  body: JsonObject,
): Promise<JsonObject> {
  const { hardware_key_tag: hardwareKeyTag } = decision.checkNow(SHOW_RULES, () =>
    parseRequest(instanceSchema, 'show_malformed', body),
  )
  const storedInstance = await ctx.walletInstances.find(hardwareKeyTag)
  const instance = decision.found('WP-76', WP.unknownInstance, storedInstance, 'instance_unknown', 'hardware_key_tag')
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
}

/** Revokes a group of instances. Returns the number of instances that this call revoked, 0 for an empty group. */
export async function revokeGroup(
  ctx: AdministrationContext,
  { decision, act }: WpAdministered,
  body: JsonObject,
): Promise<JsonObject> {
  const group = decision.checkNow(GROUP_RULES, () => parseRequest(groupSchema, 'group_malformed', body))
  const { at: now, actor } = act()
  await noteGroup(ctx, decision, group.of)
  const input = { ...group, actor, now }
  // Each step that revoked something notes the change, because an outage in a later step does not undo it.
  const revoked = await revokeInstances(ctx, input, () => decision.note('change', 'revoked')) // WP-28, WP-52
  return { revoked }
}

/**
 * Adds the group of a revocation to the decision log: the serial number of a certificate, or up to 1000 thumbprints of
 * a user's instances. Does not add the user, because no log may contain a user (GEN-24). Adds nothing for held
 * instances, because their histories show the change.
 */
async function noteGroup(ctx: AdministrationContext, decision: Decision<WpAnswer>, of: InstanceGroup): Promise<void> {
  if ('certificateSerials' in of) return decision.note('certificate', of.certificateSerials.join(' '))
  if ('held' in of) return
  const instances = await ctx.walletInstances.search({ user: of.user, limit: 1000 })
  decision.note('thumbprint', instances.map(({ hardwareKeyThumbprint }) => hardwareKeyThumbprint).join(' '))
}

/** Links an instance to a user and replaces an earlier link (WP-12). Refuses an unknown instance (WP-76). */
export async function linkWalletInstance(
  ctx: AdministrationContext,
  { decision, act }: WpAdministered,
  body: JsonObject,
): Promise<void> {
  const { hardware_key_tag: hardwareKeyTag, user } = decision.checkNow(LINK_RULES, () =>
    parseRequest(linkSchema, 'link_malformed', body),
  )
  const { at: now, actor } = act()
  await noteInstance(ctx, decision, hardwareKeyTag)
  const outcome = await ctx.walletInstances.linkUser({ hardwareKeyTag, user, actor, now }) // WP-12
  decision.that('WP-76', WP.unknownInstance, outcome === 'linked', 'instance_unknown', 'hardware_key_tag')
  decision.note('change', 'linked')
}

/**
 * Removes the link of an instance to its user (WP-12). Does nothing for an instance without a link (WP-194). Refuses an
 * unknown instance (WP-76).
 */
export async function unlinkWalletInstance(
  ctx: AdministrationContext,
  { decision, act }: WpAdministered,
  body: JsonObject,
): Promise<void> {
  const { hardware_key_tag: hardwareKeyTag } = decision.checkNow(LINK_RULES, () =>
    parseRequest(instanceSchema, 'link_malformed', body),
  )
  const { at: now, actor } = act()
  await noteInstance(ctx, decision, hardwareKeyTag)
  const outcome = await ctx.walletInstances.unlinkUser({ hardwareKeyTag, actor, now }) // WP-12
  decision.that('WP-76', WP.unknownInstance, outcome !== 'unknown', 'instance_unknown', 'hardware_key_tag')
  if (outcome === 'unlinked') decision.note('change', 'unlinked') // WP-194
}

/** Returns the instance as administrators get it: without key, counter, receipt and user. */
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
