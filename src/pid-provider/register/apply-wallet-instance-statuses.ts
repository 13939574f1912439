/**
 * Passes the revocation or suspension of a Wallet Instance on to the PIDs bound to it (PP-32, PP-34; D-110). For each
 * PID, the register records the place of the instance's attestation in a status list of the Wallet Provider. A sweep
 * fetches the lists that are due and revokes or suspends the PIDs. If a list cannot be fetched, its PIDs do not change
 * and the list becomes due again (D-544).
 */
import { type FetchCode, failed, type NumericDate } from '../../base/index.ts'
import type { TrustCode } from '../../federation/index.ts'
import { countPlaces, exceptionsOf, type StatusList, statusValues } from '../../status-list/index.ts'
import type { PidProviderServices } from '../context.ts'
import type { WatchedList } from '../stores.ts'
import { resolveAttestationList } from '../token/attestation-status.ts'
import type { InstanceException, WalletInstanceStatus } from '../token/wallet-instance-status.ts'
import type { CredentialStatus, IssuedCredential } from './issued-credential.ts'

const walletInstanceActor = 'wallet-provider'

type ListContext = Pick<PidProviderServices, 'config' | 'trust' | 'attestationStatus'>

/** Creates the default source of instance states: the status lists that the attestations name. */
const createListedInstanceStatus = (ctx: ListContext): WalletInstanceStatus => ({
  listed: async (walletProvider, uri, now, places) => {
    const list = await resolveAttestationList(ctx, walletProvider, uri, now)
    return failed(list) ? list : { exceptions: instanceExceptions(list, places), places: countPlaces(list) }
  },
})

function* instanceExceptions(list: StatusList, places: number): Generator<InstanceException> {
  for (const { index, status } of exceptionsOf(list, places)) {
    if (status === statusValues.invalid) yield { index, status: 'revoked' }
    else if (status === statusValues.suspended) yield { index, status: 'suspended' }
  }
}

/** Result of one sweep. */
export interface InstanceSweepResult {
  /** Number of lists that this sweep checked. */
  readonly asked: number
  /** Number of PIDs that were revoked. */
  readonly revoked: number
  /** Number of PIDs that were suspended. */
  readonly suspended: number
  /** Number of lists that could not be read, or that are shorter than a watched index requires. */
  readonly unknown: number
  /** Number of unknown lists by failure code. */
  readonly reasons: Readonly<Record<string, number>>
  /** Time at which the next list is due. `undefined` if no list is watched. */
  readonly nextDue?: NumericDate
}

type SweepContext = Pick<
  PidProviderServices,
  'clock' | 'config' | 'stores' | 'statusLists' | 'walletInstanceStatus' | 'trust' | 'attestationStatus'
>

/** Maximum number of lists that are fetched at once. The next lists are fetched after all of them. */
const listsAtOnce = 8

/** Maximum number of indexes in one query to the store. */
const indexesAtOnce = 500

type Counts = { -readonly [count in 'asked' | 'revoked' | 'suspended' | 'unknown']: number } & {
  readonly reasons: Record<string, number>
}

/**
 * Fetches each list that is due when the sweep begins, and changes the status of the PIDs. Returns the counts. When
 * `end` is aborted, stops after the requests in progress. Several replicas may run a sweep at once.
 */
export async function applyWalletInstanceStatuses(ctx: SweepContext, end?: AbortSignal): Promise<InstanceSweepResult> {
  const { issuedCredentials } = ctx.stores
  const instances = ctx.walletInstanceStatus ?? createListedInstanceStatus(ctx)
  const counts: Counts = { asked: 0, revoked: 0, suspended: 0, unknown: 0, reasons: {} }
  const begunAt = ctx.clock.now()
  for (let takenCount = listsAtOnce; takenCount === listsAtOnce && !end?.aborted; ) {
    const nextDue = Math.max(begunAt, ctx.clock.now()) + ctx.config.walletStatusIntervalSeconds
    const lists = await issuedCredentials.takeDueLists({ now: begunAt, nextDue, limit: listsAtOnce })
    await Promise.all(lists.map((list) => applyList(ctx, instances, list, counts)))
    takenCount = lists.length
  }
  const nextDue = await issuedCredentials.nextListDue(ctx.clock.now())
  return { ...counts, ...(nextDue !== undefined && { nextDue }) }
}

async function applyList(
  ctx: SweepContext,
  instances: WalletInstanceStatus,
  { walletProvider, uri, places }: WatchedList,
  counts: Counts,
): Promise<void> {
  const now = ctx.clock.now()
  const unknown = (code: string): void => {
    counts.unknown += 1
    counts.reasons[code] = (counts.reasons[code] ?? 0) + 1
  }
  counts.asked += 1
  const listed = await instances.listed(walletProvider, uri, now, places)
  if (failed(listed)) return unknown(listed.code)
  if (listed.places !== undefined && places > listed.places) unknown('index_out_of_range')
  for (const batch of inBatches(listed.exceptions)) {
    const statusByIndex = new Map(batch.map(({ index, status }) => [index, status]))
    const credentials = await ctx.stores.issuedCredentials.watchedAt({
      ...{ walletProvider, uri, now },
      indexes: [...statusByIndex.keys()],
    })
    for (const credential of credentials) {
      const outcome = await applyStatus(ctx, credential, statusByIndex.get(credential.attestationWatch?.idx ?? -1), now)
      if (outcome !== 'unchanged') counts[outcome] += 1
    }
  }
}

function* inBatches<T>(items: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = []
  for (const item of items) {
    if (batch.push(item) < indexesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Gives the PID the status of its instance. Follows a suspension only if the status lists of the PID Provider have a
 * suspended status. Never reinstates a PID: only an administrator does. Returns the new status, or `unchanged`.
 */
async function applyStatus(
  ctx: SweepContext,
  { id, statusList, status }: IssuedCredential,
  instanceStatus: CredentialStatus | undefined,
  now: NumericDate,
): Promise<InstanceException['status'] | 'unchanged'> {
  if (instanceStatus === undefined || instanceStatus === 'valid' || instanceStatus === status) return 'unchanged' // PP-32
  if (instanceStatus === 'suspended' && !ctx.config.statusLists.suspension) return 'unchanged'
  const change = { credentialId: id, status: instanceStatus, at: now, actor: walletInstanceActor }
  const reason = instanceStatus === 'revoked' ? 'wallet_instance_revoked' : 'wallet_instance_suspended'
  const outcome = await ctx.stores.issuedCredentials.changeStatus({ ...change, reason }) // PP-112
  if (outcome !== 'changed') return 'unchanged'
  ctx.statusLists.changed(statusList)
  return instanceStatus
}

/** Causes in the sentences of `unknownInstanceNotes`, by failure code. */
const causes: { readonly [code in TrustCode | FetchCode]?: string } = {
  no_trust_chain: 'their Wallet Provider is not trusted',
  trust_chain_expired: 'their Wallet Provider is not trusted',
  entity_type_missing: 'their Wallet Provider is not trusted',
  trust_mark_missing: 'their Wallet Provider is not trusted',
  trust_unavailable: 'the federation does not answer for their Wallet Provider',
  unreachable: 'their status lists do not answer',
  status_unexpected:
    'their status lists are not at the URI that their attestations name: the URI answers with a redirect or with another status than 200; redirects are not followed',
  media_type_unexpected: 'their status lists are not served as application/statuslist+jwt',
  coding_unexpected: 'their status lists are compressed, but no coding was requested',
}

/** Returns a sentence for the operator about each failure code in `reasons`. */
export const unknownInstanceNotes = ({ reasons }: Pick<InstanceSweepResult, 'reasons'>): readonly string[] =>
  Object.entries(reasons).map(([code, count]) => {
    const cause = causes[code as keyof typeof causes] ?? 'their status lists cannot be used'
    return `the wallets in ${count} status lists have an unknown status: ${cause} (${code})`
  })
