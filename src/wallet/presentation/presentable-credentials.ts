/**
 * The credentials in the wallet: what the user sees of them, and how they look to a query.
 */
import { failed, type JsonObject } from '../../base/index.ts'
import { holderFacets } from '../../credential/holder.ts'
import { findType } from '../../credential/index.ts'
import { statusKeysOf } from '../../federation/index.ts'
import type { StoredCredential } from '../../oid4vp/index.ts'
import { statusValues } from '../../status-list/index.ts'
import { WI } from '../answers.ts'
import { holderAlgorithm, type WalletContext } from '../context.ts'
import { type HeldCredential, hasEnded } from '../storage/wallet-record.ts'

/** A credential as a list shows it, without the user's data. */
export interface CredentialSummary
  extends Pick<HeldCredential, 'id' | 'format' | 'type' | 'issuer' | 'receivedAt' | 'expiresAt'> {
  readonly state: 'valid' | 'expired' | 'revoked' | 'suspended'
}

/** A credential as the user reads it. */
export interface CredentialDetails extends CredentialSummary {
  /** The user's own data by name; `namespace.name` of an mdoc's elements that share one. */
  readonly claims: JsonObject
}

/** All of them, valid or not; asks no status list. */
export async function listCredentials(ctx: WalletContext): Promise<readonly CredentialSummary[]> {
  const held = await ctx.stores.credentials.list()
  return Promise.all(held.map((one) => summarise(ctx, one)))
}

/**
 * One with its claims, in clear: for its own user. Throws a `Refusal` for an id that the wallet does not hold (WI-14).
 */
export async function showCredential(ctx: WalletContext, id: string): Promise<CredentialDetails> {
  const held = await ctx.decide('wallet/credentials', async (decision) =>
    decision.found('WI-14', WI.credentialUnknown, await ctx.stores.credentials.find(id), 'credential_unknown'),
  )
  const { open, display } = holderFacets[held.format]
  const claims = display(open(ctx, held), findType(ctx.types, held.format, held.type))
  return { ...(await summarise(ctx, held)), claims }
}

/** Removes a credential, its key, and the DPoP key of its access token when no other credential is renewed by that. */
export async function removeCredential(ctx: WalletContext, id: string): Promise<void> {
  const { credentials } = ctx.stores
  const held = await ctx.decide('wallet/credentials', async (decision) =>
    decision.found('WI-14', WI.credentialUnknown, await credentials.find(id), 'credential_unknown'),
  )
  const { uselessKeyTags } = await credentials.remove(id)
  for (const tag of [held.keyTag, ...uselessKeyTags]) await ctx.secureKeys.deleteKey(tag)
}

/** A held credential and whether it may be offered. */
export interface JudgedCredential {
  readonly held: HeldCredential
  /** Only `valid` ones are offered: neither ended nor, as far as can be told, revoked or suspended (WI-56). */
  readonly state: CredentialSummary['state']
}

/** All held credentials with their states; asks their status lists. */
export async function judgeCredentials(ctx: WalletContext): Promise<readonly JudgedCredential[]> {
  const all = await ctx.stores.credentials.list()
  return Promise.all(all.map(async (held) => ({ held, state: await stateOf(ctx, held) })))
}

/** A held credential as queries see it. */
export const asStored = (ctx: Pick<WalletContext, 'crypto'>, held: HeldCredential): StoredCredential => ({
  id: held.id,
  format: held.format,
  claims: holderFacets[held.format].open(ctx, held),
  alg: held.alg,
  keyBindingAlg: holderAlgorithm,
  ...holderFacets[held.format].doctype(held),
})

const summarise = async (ctx: WalletContext, held: HeldCredential): Promise<CredentialSummary> => {
  const { id, format, type, issuer, receivedAt, expiresAt } = held
  return { id, format, type, issuer, receivedAt, expiresAt, state: await stateOf(ctx, held) }
}

/** A status that cannot be had says nothing against a credential: the Relying Party asks for itself. */
async function stateOf(ctx: WalletContext, held: HeldCredential): Promise<CredentialSummary['state']> {
  const now = ctx.clock.now()
  if (hasEnded(held, now)) return 'expired' // WI-56
  if (held.status === undefined) return 'valid'
  const entity = await ctx.trust.evaluate(held.issuer, ['openid_credential_issuer'])
  if (failed(entity)) return 'valid'
  const { algorithms, clockSkewSeconds: skew } = ctx.config
  const resolved = await ctx.statuses.resolve(held.status, {
    ...statusKeysOf(ctx.trust, entity, 'openid_credential_issuer'),
    algorithms,
    skew,
    now,
  })
  if (failed(resolved) || resolved.status === statusValues.valid) return 'valid'
  return resolved.status === statusValues.suspended ? 'suspended' : 'revoked'
}
