/**
 * What says to everybody, without asking who reads, which Wallet Attestations are revoked
 * (draft-ietf-oauth-status-list-12; WP-75). Each attestation has a place of its own by chance, so that two of one
 * instance have nothing in common (WP-73); revoking an instance revokes them all.
 */
import { type JsonObject, joinUrl } from '../../base/index.ts'
import type { RingKeys } from '../../federation/index.ts'
import { statusListRequestRules } from '../../member/index.ts'
import { createStatusListKeeper, type StatusLists, type StatusPlace, statusValues } from '../../status-list/index.ts'
import type { WalletProviderConfig } from '../config.ts'
import { paths } from '../paths.ts'
import type { InstanceGroup, Revocation, WalletInstances } from '../stores.ts'

export const STATUS_LIST_RULES = statusListRequestRules('WP-75')

type ListConfig = Pick<WalletProviderConfig, 'entityId' | 'statusLists'>

/** Where a list is published: what `status.status_list.uri` names. */
const statusListUri = ({ entityId }: ListConfig, list: number): string =>
  joinUrl(entityId, `${paths.statusLists}/${list}`)

/** The claim of an attestation that stands there. */
export const statusClaim = (config: ListConfig, { list, index }: StatusPlace): JsonObject => ({
  status_list: { idx: index, uri: statusListUri(config, list) }, // WP-75
})

interface AttestationStatusContext {
  readonly config: ListConfig
  readonly attestationKeys: RingKeys
  readonly walletInstances: WalletInstances
}

/** One bit for each attestation: valid or revoked. Signed as attestations are, so that whoever needs it has the key. */
export const createAttestationStatusLists = (ctx: AttestationStatusContext): StatusLists =>
  createStatusListKeeper({
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

/** Revokes an instance and its live attestations, and lets the next reader of a list see it. */
export async function revokeInstance(
  { walletInstances, statusLists }: RevokeContext,
  input: Revocation & { readonly hardwareKeyTag: string },
): Promise<'revoked' | 'unknown'> {
  const outcome = await walletInstances.revoke(input) // WP-28, WP-75
  statusLists.changed()
  return outcome
}

/** Revokes an instance for its evidence, or holds it where evidence has revoked too many within a minute (WP-91). */
export async function revokeByEvidence(
  { walletInstances, statusLists }: RevokeContext,
  input: Parameters<WalletInstances['revokeOrHold']>[0],
): Promise<'revoked' | 'held' | 'unchanged'> {
  const outcome = await walletInstances.revokeOrHold(input)
  if (outcome === 'revoked') statusLists.changed()
  return outcome
}

/** Instances in one step: less than a statement, or a turn of the event loop, may take. */
const revocationStep = 500

/**
 * The same for all of a group, step by step (D-148): what was revoked before an outage stays so, and asking again goes on
 * with the rest. Says how many were not revoked before; `onSome` is told as soon as there are any.
 */
export async function revokeInstances(
  { walletInstances, statusLists }: RevokeContext,
  input: Revocation & { readonly of: InstanceGroup },
  onSome: () => void = () => undefined,
): Promise<number> {
  let count = 0
  let after: string | undefined
  do {
    const { revoked, next } = await walletInstances.revokeSome({ ...input, after, limit: revocationStep }) // WP-28, WP-75
    if (revoked > 0) {
      statusLists.changed()
      onSome()
    }
    count += revoked
    after = next
  } while (after !== undefined)
  return count
}
