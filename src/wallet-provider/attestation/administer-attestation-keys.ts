/**
 * The administrators' work on the attestation keys, so that no attestation is refused on their account (WP-67): the next
 * key is made and published, signs only when everybody has had time to learn it and the superiors state it, and the old
 * one stays published while anything lives that it signed.
 */
import { z } from 'zod'
import {
  type Decision,
  type Failure,
  fail,
  type JsonObject,
  type NumericDate,
  placeOf,
  rules,
} from '../../base/index.ts'
import { addRingKey, findKey, protocolKeys, resolveTrustChains, showRingKey } from '../../federation/index.ts'
import { defaultAlgorithms } from '../../jose/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import { checkAdministrator } from '../lifecycle/administrator.ts'
import { ADMINISTRATOR_RULES } from '../lifecycle/revoke-wallet-instance.ts'

export type KeyRequestCode = 'key_request_malformed'

const schemas = {
  /** As at the Trust Anchor; may be empty. */
  create: z.strictObject({ reason: z.string().max(500).optional() }),
  activate: z.strictObject({
    kid: z.string().min(1).max(256),
    /** A key that has not been published for long enough. */
    force: z.boolean().default(false),
  }),
  revoke: z.strictObject({
    kid: z.string().min(1).max(256),
    reason: z.enum(['unspecified', 'compromised', 'superseded']).default('unspecified'),
  }),
}

type KeyRequest<K extends keyof typeof schemas> = z.output<(typeof schemas)[K]>

export function parseKeyRequest<K extends keyof typeof schemas>(
  kind: K,
  body: JsonObject,
): KeyRequest<K> | Failure<KeyRequestCode> {
  const parsed = schemas[kind].safeParse(body)
  if (!parsed.success) return fail('key_request_malformed', placeOf('body', parsed.error)) // WP-76
  return parsed.data as KeyRequest<K>
}

export const KEY_REQUEST_RULES = rules<KeyRequestCode>()(WP.malformed, { 'WP-76': ['key_request_malformed'] })

type KeyContext = Pick<
  WalletProviderServices,
  | 'decide'
  | 'clock'
  | 'crypto'
  | 'fetch'
  | 'config'
  | 'federationAlgorithms'
  | 'anchors'
  | 'administrators'
  | 'attestationKeyRing'
  | 'attestationKeys'
  | 'publisher'
  | 'statusLists'
>

/** Who asks may, and the keys are a ring. With the name of who asks. */
async function ringFor(ctx: KeyContext, decision: Decision<WpAnswer>, authorization: string | undefined) {
  const { name: actor } = decision.checkNow(ADMINISTRATOR_RULES, () =>
    checkAdministrator(ctx, ctx.administrators ?? [], authorization, 'manage_attestation_keys'),
  )
  decision.note('actor', actor)
  const ring = decision.found('WP-67', WP.keyState, ctx.attestationKeyRing, 'keys_are_configured')
  return { ...ring, actor }
}

/** All keys with their states, never more than their names. */
export function listAttestationKeys(
  ctx: KeyContext,
  authorization: string | undefined,
): Promise<readonly JsonObject[]> {
  return ctx.decide('wallet-provider/admin/attestation-keys/list', async (decision) => {
    const { store } = await ringFor(ctx, decision, authorization)
    return (await store.list()).map(showRingKey)
  })
}

/** Makes the next key: published from now on, signing nothing yet. */
export function addAttestationKey(
  ctx: KeyContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('wallet-provider/admin/attestation-keys', async (decision) => {
    const { actor: createdBy, ...ring } = await ringFor(ctx, decision, authorization)
    const { reason } = decision.checkNow(KEY_REQUEST_RULES, () => parseKeyRequest('create', body))
    const why = reason !== undefined && { createdReason: reason }
    const made = await addRingKey(ring, { createdAt: ctx.clock.now(), createdBy, ...why })
    const { kid } = decision.found('WP-67', WP.vaultDown, made, 'vault_unavailable')
    decision.note('thumbprint', kid)
    ctx.attestationKeys.changed()
    decision.note('change', 'added')
    return { kid, state: 'pending' }
  })
}

/** Lets a pending key sign; the one that did retires. */
export function activateAttestationKey(
  ctx: KeyContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('wallet-provider/admin/attestation-keys/activate', async (decision) => {
    const { store, vault, actor } = await ringFor(ctx, decision, authorization)
    const { kid, force } = decision.checkNow(KEY_REQUEST_RULES, () => parseKeyRequest('activate', body))
    const now = ctx.clock.now()
    const known = (await store.list()).find((key) => key.kid === kid)
    const record = decision.found('WP-67', WP.unknownKey, known, 'key_unknown')
    decision.note('thumbprint', record.kid)
    const published = now - record.createdAt >= ctx.config.attestationKeyPublicationSeconds
    decision.that('WP-67', WP.keyState, force || published, 'key_too_young', 'kid')
    decision.that('WP-67', WP.keyState, await isStated(ctx, kid, now), 'key_unattested', 'kid')
    decision.that('WP-67', WP.keyState, (await vault.open(kid)) !== undefined, 'key_not_held', 'kid')
    const retiredAt = now + ctx.config.attestationKeyRetirementSeconds
    const outcome = await store.activate({ kid, retiredAt, now, actor })
    ctx.attestationKeys.changed()
    decision.that('WP-67', WP.keyState, outcome === 'active', 'key_not_pending', 'kid')
    decision.note('change', 'activated')
    return { kid, state: 'active' }
  })
}

/** Whether the metadata that our superiors leave of ours has the key: they may pin the keys of their members. */
async function isStated(ctx: KeyContext, kid: string, now: NumericDate): Promise<boolean> {
  const { entityId, loopbackHttp, clockSkewSeconds: skew } = ctx.config
  const algorithms = ctx.federationAlgorithms ?? defaultAlgorithms
  const { jwt: configuration } = await ctx.publisher.entityConfiguration(now)
  const options = { anchors: ctx.anchors, algorithms, urls: { loopbackHttp }, skew, now, configuration }
  const { chains } = await resolveTrustChains(ctx, entityId, options)
  return (
    chains.length > 0 && chains.every((chain) => findKey(protocolKeys(chain, 'wallet_provider'), kid) !== undefined)
  )
}

/**
 * Takes a key out of use for good; the one that signs is replaced first. From now on it is in no entity configuration.
 * Who holds a chain with an earlier one takes what it signs until that ends, `entityConfigurationLifetimeSeconds` at most
 * (FED-38).
 */
export function revokeAttestationKey(
  ctx: KeyContext,
  authorization: string | undefined,
  body: JsonObject,
): Promise<JsonObject> {
  return ctx.decide('wallet-provider/admin/attestation-keys/revoke', async (decision) => {
    const { store, actor } = await ringFor(ctx, decision, authorization)
    const { kid, reason } = decision.checkNow(KEY_REQUEST_RULES, () => parseKeyRequest('revoke', body))
    const outcome = await store.revoke({ kid, reason, now: ctx.clock.now(), actor })
    ctx.attestationKeys.changed()
    decision.that('WP-67', WP.unknownKey, outcome !== 'unknown', 'key_unknown', 'kid')
    decision.that('WP-67', WP.keyState, outcome === 'revoked', 'key_signs', 'kid')
    decision.note('thumbprint', kid)
    decision.note('change', 'revoked')
    ctx.statusLists.changed()
    return { kid, state: 'revoked' }
  })
}
