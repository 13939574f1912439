/**
 * Status lists of the Wallet Attestations (draft-ietf-oauth-status-list-12; WP-75). Readers need no authentication.
 * Each attestation has a random index of its own, so the indexes do not link two attestations of one instance (WP-73).
 * The revocation of an instance revokes all of its attestations.
 */
import { type CryptoContext, type JsonObject, joinUrl } from '../../base/index.ts'
import type { RingKeys } from '../../federation/index.ts'
import { statusListRequestRules } from '../../member/index.ts'
import { createStatusListKeeper, type StatusLists, type StatusPlace, statusValues } from '../../status-list/index.ts'
import type { WalletProviderConfig } from '../config.ts'
import { paths } from '../paths.ts'
import type { InstanceGroup, Revocation, WalletInstances } from '../stores.ts'

export const STATUS_LIST_RULES = statusListRequestRules('WP-75')

type ListConfig = Pick<WalletProviderConfig, 'entityId' | 'statusLists'>

/**
 * Returns the URI of a list. Issued attestations contain it (`status.status_list.uri`), so its form must not change.
 */
export const statusListUri = ({ entityId }: ListConfig, list: number): string =>
  joinUrl(entityId, `${paths.statusLists}/${list}`)

/** Returns the `status` claim of the attestation at this place. */
export const statusClaim = (config: ListConfig, { list, index }: StatusPlace): JsonObject => ({
  status_list: { idx: index, uri: statusListUri(config, list) }, // WP-75
})

interface AttestationStatusContext extends CryptoContext {
  readonly config: ListConfig
  readonly attestationKeys: RingKeys
  readonly walletInstances: WalletInstances
}

/**
 * Returns the status lists, with one bit for each attestation: valid or revoked. The attestation keys sign the lists,
 * so every verifier of attestations has the key.
 */
export const createAttestationStatusLists = (ctx: AttestationStatusContext): StatusLists =>
  createStatusListKeeper({
    crypto: ctx.crypto,
    config: ctx.config.statusLists,
    signer: async (now) => (await ctx.attestationKeys.current(now)).signer,
    bits: 1,
    uriOf: (list) => statusListUri(ctx.config, list),
    exceptions: async (list, now) =>
      (await ctx.walletInstances.revokedPlaces(list, now)).map((index) => ({ index, status: statusValues.invalid })),
  })

interface RevokeContext {
  readonly walletInstances: WalletInstances
  readonly statusLists: StatusLists
}

/**
 * Revokes an instance and its attestations. Returns `unchanged` for a revoked instance, and `unknown` if there is no
 * such instance. Reports a change to the status lists in each case, because an earlier call may have revoked the
 * instance and failed before its report.
 */
export async function revokeInstance(
  { walletInstances, statusLists }: RevokeContext,
  input: Revocation & { readonly hardwareKeyTag: string },
): Promise<'revoked' | 'unchanged' | 'unknown'> {
  const outcome = await walletInstances.revoke(input) // WP-28, WP-75
  statusLists.changed()
  return outcome
}

/**
 * Revokes an instance because of evidence against it. If evidence has revoked too many instances within the last
 * minute, holds the instance instead: it gets no attestation until an administrator decides (WP-91). Returns
 * `unchanged` for an instance that is unknown, revoked or held.
 */
export async function revokeByEvidence(
  { walletInstances, statusLists }: RevokeContext,
  input: Parameters<WalletInstances['revokeOrHold']>[0],
): Promise<'revoked' | 'held' | 'unchanged'> {
  const outcome = await walletInstances.revokeOrHold(input)
  if (outcome === 'revoked') statusLists.changed()
  return outcome
}

/**
 * Maximum number of instances that one step revokes, holds or releases. A larger step would take too long for one SQL
 * statement, or would block the event loop too long.
 */
export const instancesPerStep = 500

/**
 * Revokes all instances of a group, step by step (D-148). An outage does not undo finished steps. A repeated call
 * revokes the rest. Returns the number of instances that this call revoked. Calls `onRevoked` after each step that
 * revoked an instance.
 */
export async function revokeInstances(
  { walletInstances, statusLists }: RevokeContext,
  input: Revocation & { readonly of: InstanceGroup },
  onRevoked: () => void = () => undefined,
): Promise<number> {
  let count = 0
  let after: string | undefined
  do {
    const { revoked, next } = await walletInstances.revokeSome({ ...input, after, limit: instancesPerStep }) // WP-28, WP-75
    if (revoked > 0) {
      statusLists.changed()
      onRevoked()
    }
    count += revoked
    after = next
  } while (after !== undefined)
  return count
}

/**
 * Holds all instances below the certificates, step by step (D-148). Returns the number of instances that this call
 * held. Their attestations stay valid until they expire (D-433).
 */
export async function holdInstances(
  { walletInstances }: Pick<RevokeContext, 'walletInstances'>,
  input: Omit<Parameters<WalletInstances['holdSome']>[0], 'after' | 'limit'>,
): Promise<number> {
  let count = 0
  let after: string | undefined
  do {
    const { held, next } = await walletInstances.holdSome({ ...input, after, limit: instancesPerStep }) // WP-197
    count += held
    after = next
  } while (after !== undefined)
  return count
}
