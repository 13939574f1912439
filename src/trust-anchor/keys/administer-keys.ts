/**
 * The operator's work on the federation keys (FED-10): make the next one, let it sign, take an old one out of use. A key
 * signs only when it has been published for long enough, and, below a superior, when that vouches for it.
 */
import type { JsonObject, NumericDate } from '../../base/index.ts'
import { addRingKey, findKey, resolveTrustChains, showRingKey } from '../../federation/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { keyRequest, keyRevocationRequest, newKeyRequest, parseAdminRequest } from '../onboarding/admin-requests.ts'
import { ADMIN_RULES } from '../onboarding/administer-subordinates.ts'
import type { OperatorDecision } from '../onboarding/authenticate-operator.ts'

const ringOf = ({ keyRing }: TrustAnchorServices, { decision }: OperatorDecision) =>
  decision.found('FED-10', TA.keyState, keyRing, 'keys_are_configured')

/** All keys with their states, never more than their public halves. */
export async function showKeys(ctx: TrustAnchorServices, operator: OperatorDecision): Promise<readonly JsonObject[]> {
  const records = await ringOf(ctx, operator).store.list()
  return records.map(showRingKey)
}

/** Makes the next key: published from now on, signing nothing yet. */
export async function addKey(
  ctx: TrustAnchorServices,
  operator: OperatorDecision,
  body: JsonObject,
): Promise<JsonObject> {
  const { reason } = operator.decision.checkNow(ADMIN_RULES, () => parseAdminRequest(newKeyRequest, body))
  const { at: createdAt, actor: createdBy } = operator.act(reason)
  const why = reason !== undefined && { createdReason: reason }
  const made = await addRingKey(ringOf(ctx, operator), { createdAt, createdBy, ...why })
  const { kid } = operator.decision.found('FED-10', TA.vaultDown, made, 'vault_unavailable')
  operator.decision.note('thumbprint', kid)
  operator.decision.note('change', 'added')
  return { kid, state: 'pending' }
}

/** Lets a pending key sign; the one that did retires. */
export async function activateKey(
  ctx: TrustAnchorServices,
  operator: OperatorDecision,
  body: JsonObject,
): Promise<JsonObject> {
  const { decision } = operator
  const { kid, force } = decision.checkNow(ADMIN_RULES, () => parseAdminRequest(keyRequest, body))
  const { store, vault } = ringOf(ctx, operator)
  const { at: now, actor } = operator.act(undefined)
  const known = (await store.list()).find((key) => key.kid === kid)
  const record = decision.found('FED-10', TA.unknownEntry, known, 'key_unknown')
  decision.note('thumbprint', record.kid)
  const published = now - record.createdAt >= ctx.config.keyPublicationSeconds
  decision.that('FED-10', TA.keyState, force || published, 'key_too_young', 'kid')
  decision.that('FED-10', TA.keyState, await isAttested(ctx, kid, now), 'key_unattested', 'kid')
  decision.that('FED-10', TA.keyState, (await vault.open(kid)) !== undefined, 'key_not_held', 'kid')
  const retiredAt = now + ctx.config.keyRetirementSeconds
  const outcome = await store.activate({ kid, retiredAt, now, actor })
  decision.that('FED-10', TA.keyState, outcome === 'active', 'key_not_pending', 'kid')
  decision.note('change', 'activated')
  return { kid, state: 'active' }
}

/** A key that the superiors do not state would break every chain below. An anchor has none above it. */
async function isAttested(ctx: TrustAnchorServices, kid: string, now: NumericDate): Promise<boolean> {
  const { entityId, authorityHints, algorithms, loopbackHttp, clockSkewSeconds: skew } = ctx.config
  if (authorityHints.length === 0) return true
  const { jwt: configuration } = await ctx.publisher.entityConfiguration(now)
  const options = { anchors: ctx.anchors, algorithms, urls: { loopbackHttp }, skew, now, configuration }
  const { chains } = await resolveTrustChains(ctx, entityId, options)
  return chains.length > 0 && chains.every(({ federationKeys }) => findKey(federationKeys, kid) !== undefined)
}

/** Takes a key out of use for good. The one that signs is replaced first. */
export async function revokeKey(
  ctx: TrustAnchorServices,
  operator: OperatorDecision,
  body: JsonObject,
): Promise<JsonObject> {
  const { decision } = operator
  const { kid, reason } = decision.checkNow(ADMIN_RULES, () => parseAdminRequest(keyRevocationRequest, body))
  const { at: now, actor } = operator.act(undefined)
  const outcome = await ringOf(ctx, operator).store.revoke({ kid, reason, now, actor })
  decision.that('FED-10', TA.unknownEntry, outcome !== 'unknown', 'key_unknown', 'kid')
  decision.that('FED-10', TA.keyState, outcome === 'revoked', 'key_signs', 'kid')
  decision.note('thumbprint', kid)
  decision.note('change', 'revoked')
  return { kid, state: 'revoked' }
}
