/**
 * Revocation of a Wallet Instance reaches the PIDs bound to it (PP-32, PP-34; D-110): every PID remembers where the Wallet
 * Provider publishes the status of the attestation that it was issued to. A sweep in the background asks there, and does to
 * the PID what was done to the instance. What cannot be had changes nothing: the next sweep asks again.
 */
import { type Failure, type FetchCode, failed, type NumericDate } from '../base/index.ts'
import type { TrustCode } from '../federation/index.ts'
import { statusValues } from '../status-list/index.ts'
import { resolveAttestationStatus } from './attestation-status.ts'
import type { PidProviderServices } from './context.ts'
import type { IssuedCredential } from './issued-credential.ts'
import type { WalletInstanceStatus } from './wallet-instance-status.ts'

export const walletInstanceActor = 'wallet-provider'

type ListContext = Pick<PidProviderServices, 'config' | 'trust' | 'attestationStatus'>

/**
 * Asks the status list that the attestation names: the default. Of a list that could not be had nobody asks again: a
 * sweep would wait for the same silence once for each PID.
 */
function createListedInstanceStatus(ctx: ListContext): WalletInstanceStatus {
  const without = new Map<string, Failure<string>>()
  return {
    statusOf: async (walletProvider, reference, now) => {
      const list = JSON.stringify([walletProvider, reference.uri])
      const found = without.get(list) ?? (await resolveAttestationStatus(ctx, walletProvider, reference, now))
      if (failed(found)) {
        if (found.code !== 'index_out_of_range') without.set(list, found)
        return found
      }
      if (found.status === statusValues.invalid) return 'revoked'
      return found.status === statusValues.suspended ? 'suspended' : 'valid'
    },
  }
}

/** What one round over the wallets' status lists came to. */
export interface FollowedInstances {
  /** PIDs whose instance was asked about. */
  readonly asked: number
  readonly revoked: number
  readonly suspended: number
  /** Those of which nothing could be learnt. */
  readonly unknown: number
  /** How many for each code. */
  readonly reasons: Readonly<Record<string, number>>
}

type FollowContext = Pick<
  PidProviderServices,
  'clock' | 'config' | 'stores' | 'statusLists' | 'walletInstanceStatus' | 'trust' | 'attestationStatus'
>

const pageSize = 500

/** One sweep over all that is watched, or until it is told to end. Any replica may run it, also several at once. */
export async function followWalletInstances(ctx: FollowContext, end?: AbortSignal): Promise<FollowedInstances> {
  const now = ctx.clock.now()
  const instances = ctx.walletInstanceStatus ?? createListedInstanceStatus(ctx)
  const reasons: Record<string, number> = {}
  const counts = { asked: 0, revoked: 0, suspended: 0, unknown: 0, reasons }
  for (let after = ''; ; ) {
    const page = await ctx.stores.issuedCredentials.watched({ now, after, limit: pageSize })
    for (const credential of page) {
      if (end?.aborted) return counts
      counts.asked += 1
      const outcome = await follow(ctx, instances, credential, now)
      if (failed(outcome)) {
        counts.unknown += 1
        reasons[outcome.code] = (reasons[outcome.code] ?? 0) + 1
      } else if (outcome !== 'unchanged') counts[outcome] += 1
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return counts
    after = last.id
  }
}

/** A suspension is followed where our lists can say it, and taken back by an administrator only. */
async function follow(
  ctx: FollowContext,
  instances: WalletInstanceStatus,
  { id, walletProvider, statusList, status, attestationWatch }: IssuedCredential,
  now: NumericDate,
): Promise<'revoked' | 'suspended' | 'unchanged' | Failure<string>> {
  if (attestationWatch === undefined) return 'unchanged'
  const found = await instances.statusOf(walletProvider, attestationWatch, now)
  if (failed(found)) return found
  if (found === 'valid' || found === status) return 'unchanged' // PP-32
  if (found === 'suspended' && !ctx.config.statusLists.suspension) return 'unchanged'
  const change = { credentialId: id, status: found, at: now, actor: walletInstanceActor }
  const reason = found === 'revoked' ? 'wallet_instance_revoked' : 'wallet_instance_suspended'
  const outcome = await ctx.stores.issuedCredentials.changeStatus({ ...change, reason }) // PP-112
  if (outcome !== 'changed') return 'unchanged'
  ctx.statusLists.changed(statusList)
  return found
}

const causes: { readonly [code in TrustCode | FetchCode]?: string } = {
  no_trust_chain: 'their Wallet Provider is not trusted',
  trust_chain_expired: 'their Wallet Provider is not trusted',
  entity_type_missing: 'their Wallet Provider is not trusted',
  trust_mark_missing: 'their Wallet Provider is not trusted',
  trust_unavailable: 'the federation does not answer for their Wallet Provider',
  unreachable: 'their status lists do not answer',
  status_unexpected:
    'their status lists are not at the URI that their attestations name: it answers with a redirect, which nobody follows, or with another status than 200',
  media_type_unexpected: 'their status lists are not served as application/statuslist+jwt',
  coding_unexpected: 'their status lists are compressed although no coding was asked for',
}

/** A sentence for each reason why nothing could be learnt, for whoever runs the service. */
export const unknownInstanceNotes = ({ reasons }: Pick<FollowedInstances, 'reasons'>): readonly string[] =>
  Object.entries(reasons).map(([code, count]) => {
    const cause = causes[code as keyof typeof causes] ?? 'their status lists cannot be used'
    return `what became of the wallets of ${count} PIDs is not known: ${cause} (${code})`
  })
