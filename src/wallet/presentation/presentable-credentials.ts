/** The wallet's credentials: lists and details for the user, and the form for query evaluation. */
import { failed, type JsonObject } from '../../base/index.ts'
import { holderFacets } from '../../credential/holder.ts'
import { findTypeOrFirst } from '../../credential/index.ts'
import { statusKeysOf } from '../../federation/index.ts'
import type { StoredCredential } from '../../oid4vp/index.ts'
import { isOutdatedStatus, statusValues } from '../../status-list/index.ts'
import { WI } from '../answers.ts'
import { holderAlgorithm, type WalletContext } from '../context.ts'
import { type HeldCredential, hasExpired } from '../storage/wallet-record.ts'

/** Entry in a list of credentials, without the user's data. */
export interface CredentialSummary
  extends Pick<HeldCredential, 'id' | 'format' | 'type' | 'issuer' | 'receivedAt' | 'expiresAt'> {
  readonly state: 'valid' | 'expired' | 'revoked' | 'suspended' | 'outdated'
}

/** A credential with the user's data. */
export interface CredentialDetails extends CredentialSummary {
  /** The user's data by name. Elements of an mdoc that share a name have the key `namespace.name`. */
  readonly claims: JsonObject
}

/** Returns all credentials with their states. May fetch status lists. */
export async function listCredentials(ctx: WalletContext): Promise<readonly CredentialSummary[]> {
  return (await listWithStates(ctx)).map(summaryOf)
}

/**
 * Returns one credential with its claims in clear, to show to the user. May fetch the status list of the credential.
 * Rejects with a `Refusal` if the wallet has no credential with this id (WI-14).
 */
export async function showCredential(ctx: WalletContext, id: string): Promise<CredentialDetails> {
  const held = await ctx.decide('wallet/credentials', async (decision) =>
    decision.found('WI-14', WI.credentialUnknown, await ctx.stores.credentials.find(id), 'credential_unknown'),
  )
  const { open, display } = holderFacets[held.format]
  const claims = display(open(ctx, held), findTypeOrFirst(ctx.types, held.format, held.type))
  return { ...summaryOf({ held, state: await stateOf(ctx, held) }), claims }
}

/**
 * Removes a credential and its key. Removes the DPoP key of its access token, too, unless another credential can be
 * renewed with that token. Also removes a credential that cannot be decrypted, whose key then stays (D-1058). Rejects
 * with a `Refusal` if the wallet has no credential with this id. If the hardware cannot delete a key, still removes the
 * credential and the other keys, and then rejects with the first error.
 */
export async function removeCredential(ctx: WalletContext, id: string): Promise<void> {
  const { deletableKeyTags } = await ctx.decide('wallet/credentials', async (decision) =>
    decision.found('WI-14', WI.credentialUnknown, await ctx.stores.credentials.remove(id), 'credential_unknown'),
  )
  const deletions = deletableKeyTags.map(async (tag) => ctx.secureKeys.deleteKey(tag))
  await Promise.allSettled(deletions)
  await Promise.all(deletions)
}

/** A held credential with its state. */
export interface CredentialWithState {
  readonly held: HeldCredential
  /** Only `valid` credentials are offered (WI-56). */
  readonly state: CredentialSummary['state']
}

/** Returns all held credentials with their states. May fetch status lists. */
export async function listWithStates(ctx: WalletContext): Promise<readonly CredentialWithState[]> {
  const all = await ctx.stores.credentials.list()
  return Promise.all(all.map(async (held) => ({ held, state: await stateOf(ctx, held) })))
}

/** Returns a held credential in the form for query evaluation. */
export const asStored = (ctx: Pick<WalletContext, 'crypto'>, held: HeldCredential): StoredCredential => ({
  id: held.id,
  format: held.format,
  claims: holderFacets[held.format].open(ctx, held),
  alg: held.alg,
  keyBindingAlg: holderAlgorithm,
  ...holderFacets[held.format].doctype(held),
})

const summaryOf = ({ held, state }: CredentialWithState): CredentialSummary => {
  const { id, format, type, issuer, receivedAt, expiresAt } = held
  return { id, format, type, issuer, receivedAt, expiresAt, state }
}

/**
 * Returns the state of a credential. A credential whose status list cannot be used counts as valid: the Relying Party
 * checks the status itself. A status without a known meaning counts as revoked.
 */
async function stateOf(ctx: WalletContext, held: HeldCredential): Promise<CredentialSummary['state']> {
  const now = ctx.clock.now()
  if (hasExpired(held, now)) return 'expired' // WI-56
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
  if (isOutdatedStatus(resolved.status)) return 'outdated' // WI-201
  return resolved.status === statusValues.suspended ? 'suspended' : 'revoked'
}
