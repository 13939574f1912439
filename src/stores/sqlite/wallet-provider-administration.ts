/**
 * Administers Wallet Instances on the embedded database: revokes, holds and releases them, and links an instance to a
 * user in a separate table (WP-12). Each change adds an event to the log of the instance. Triggers prevent changes and
 * deletions of events.
 */
import type { NumericDate } from '../../base/index.ts'
import type {
  HoldReason,
  InstanceEvent,
  InstanceGroup,
  Revocation,
  WalletInstances,
} from '../../wallet-provider/index.ts'
import { ownActors, revocationWindowSeconds } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'

/** Returns the store methods (verbs) of the administration. */
export const administrationVerbs = (
  database: SqliteDatabase,
): Pick<WalletInstances, 'revoke' | 'revokeSome' | 'linkUser' | 'unlinkUser'> => ({
  revoke: ({ hardwareKeyTag, ...revocation }) =>
    database.write((session) => {
      const id = idOf(session, hardwareKeyTag)
      if (id === undefined) return 'unknown'
      return revokeInstances(session, [id], revocation) > 0 ? 'revoked' : 'unchanged'
    }),
  revokeSome: ({ of, after = '0', limit, ...revocation }) =>
    database.write((session) => {
      const ids = idsOf(session, of, Number(after), limit)
      const next = ids.length < limit ? undefined : ids.at(-1)?.toString()
      return { revoked: revokeInstances(session, ids, revocation), next }
    }),
  linkUser: ({ hardwareKeyTag, user, actor, now }) =>
    database.write((session) => {
      const id = idOf(session, hardwareKeyTag)
      if (id === undefined) return 'unknown'
      insertLink(session, id, { user, actor, now })
      return 'linked'
    }),
  unlinkUser: ({ hardwareKeyTag, actor, now }) =>
    database.write((session) => {
      const id = idOf(session, hardwareKeyTag)
      if (id === undefined) return 'unknown'
      const remove = session.prepare('DELETE FROM wallet_instance_user WHERE instance = ?')
      if (remove.run(id).changes === 0) return 'unchanged'
      addEvent(session, id, { at: now, change: 'unlinked', actor })
      return 'unlinked'
    }),
})

/** Links an instance to a user within a transaction. Adds an event, also if the user is the same. */
export function insertLink(
  session: Session,
  instance: number,
  { user, actor, now }: Omit<Parameters<WalletInstances['linkUser']>[0], 'hardwareKeyTag'>,
): void {
  session
    .prepare(
      `INSERT INTO wallet_instance_user (instance, user) VALUES (?, ?)
       ON CONFLICT (instance) DO UPDATE SET user = excluded.user`,
    )
    .run(instance, user)
  addEvent(session, instance, { at: now, change: 'linked', actor })
}

/** Adds an event to the history of an instance within a transaction. */
export function addEvent(session: Session, instance: number, event: InstanceEvent): void {
  session
    .prepare('INSERT INTO wallet_instance_event (instance, at, change, actor, reason) VALUES (?, ?, ?, ?, ?)')
    .run(instance, event.at, event.change, event.actor, event.reason ?? null)
}

const idOf = (session: Session, hardwareKeyTag: string): number | undefined =>
  session.prepare('SELECT id FROM wallet_instance WHERE hardware_key_tag = ?').get(hardwareKeyTag)?.id as
    | number
    | undefined

/**
 * Returns the first `limit` instances of a group after `after`, in the order of registration. Reads at most `limit`
 * rows for each certificate.
 */
function idsOf(session: Session, group: InstanceGroup, after: number, limit: number): readonly number[] {
  if ('held' in group)
    return session
      .prepare(
        `SELECT id FROM wallet_instance WHERE held_at IS NOT NULL AND held_reason = coalesce(?, held_reason) AND id > ?
         ORDER BY id LIMIT ?`,
      )
      .all(group.heldReason ?? null, after, limit)
      .map((row) => row.id as number)
  const membersOf = (table: string, column: string, value: string): readonly number[] =>
    session
      .prepare(`SELECT instance FROM ${table} WHERE ${column} = ? AND instance > ? ORDER BY instance LIMIT ?`)
      .all(value, after, limit)
      .map((row) => row.instance as number)
  if ('user' in group) return membersOf('wallet_instance_user', 'user', group.user)
  const ids = group.certificateSerials.flatMap((serial) => membersOf('wallet_instance_certificate', 'serial', serial))
  return [...new Set(ids)].toSorted((a, b) => a - b).slice(0, limit)
}

/** Revokes instances and their attestations, and ends holds. Returns how many instances were not revoked before. */
function revokeInstances(session: Session, ids: readonly number[], { reason, actor, now }: Revocation): number {
  const revoke = session.prepare(
    `UPDATE wallet_instance
     SET status = 'revoked', revoked_at = ?, revocation_reason = ?, held_at = NULL, held_reason = NULL
     WHERE id = ? AND status <> 'revoked'`,
  )
  const attestations = session.prepare('UPDATE wallet_attestation SET revoked = 1 WHERE instance = ?')
  let count = 0
  for (const id of ids) {
    if (revoke.run(now, reason, id).changes === 0) continue
    count += 1
    attestations.run(id)
    addEvent(session, id, { at: now, change: 'revoked', actor: actor ?? ownActors.provider, reason })
  }
  return count
}

/**
 * Returns the verbs that revoke or hold instances by their evidence, and that release them (WP-91). A held instance
 * gets no attestation until it is released. The count of revocations is exact, since one writer runs at a time.
 */
export const heldVerbs = (
  database: SqliteDatabase,
): Pick<WalletInstances, 'revokeOrHold' | 'holdSome' | 'release' | 'releaseSome'> => ({
  revokeOrHold: ({ hardwareKeyTag, reason, maxPerMinute, now }) =>
    database.write((session) => {
      const id = session
        .prepare(
          `SELECT id FROM wallet_instance WHERE hardware_key_tag = ? AND status <> 'revoked' AND held_at IS NULL`,
        )
        .get(hardwareKeyTag)?.id as number | undefined
      if (id === undefined) return 'unchanged'
      if (revokedByEvidence(session, now - revocationWindowSeconds) < maxPerMinute) {
        revokeInstances(session, [id], { reason, now })
        return 'revoked'
      }
      holdInstances(session, [id], { reason, now })
      return 'held'
    }),
  holdSome: ({ certificateSerials, after = '0', limit, ...hold }) =>
    database.write((session) => {
      const ids = idsOf(session, { certificateSerials }, Number(after), limit)
      const next = ids.length < limit ? undefined : ids.at(-1)?.toString()
      return { held: holdInstances(session, ids, hold), next }
    }),
  release: ({ hardwareKeyTag, ...by }) =>
    database.write((session) => {
      const id = idOf(session, hardwareKeyTag)
      if (id === undefined) return 'unknown'
      return releaseInstances(session, [id], by) > 0 ? 'released' : 'unchanged'
    }),
  releaseSome: ({ heldReason, after = '0', limit, ...by }) =>
    database.write((session) => {
      const ids = idsOf(session, { held: true, ...(heldReason && { heldReason }) }, Number(after), limit)
      const next = ids.length < limit ? undefined : ids.at(-1)?.toString()
      return { released: releaseInstances(session, ids, by), next }
    }),
})

/**
 * Returns the number of instances that evidence has revoked after a time. SQLite uses the index
 * `wallet_instance_revoked_by_evidence` only if the list of reasons is the same.
 */
const revokedByEvidence = (session: Session, since: NumericDate): number =>
  session
    .prepare(
      `SELECT count(*) AS count FROM wallet_instance WHERE revoked_at > ?
         AND revocation_reason IN ('evidence_forged', 'integrity_denied', 'device_below_minimum')`,
    )
    .get(since)?.count as number

/** Holds instances. Returns the number of those that were neither revoked nor held before. */
function holdInstances(
  session: Session,
  ids: readonly number[],
  { reason, now }: { readonly reason: HoldReason; readonly now: NumericDate },
): number {
  const hold = session.prepare(
    `UPDATE wallet_instance SET held_at = ?, held_reason = ? WHERE id = ? AND status <> 'revoked' AND held_at IS NULL`,
  )
  let count = 0
  for (const id of ids) {
    if (hold.run(now, reason, id).changes === 0) continue
    count += 1
    addEvent(session, id, { at: now, change: 'held', actor: ownActors.provider, reason })
  }
  return count
}

/** Releases instances. Returns the number of those that were held. */
function releaseInstances(
  session: Session,
  ids: readonly number[],
  { actor, now }: { readonly actor: string; readonly now: NumericDate },
): number {
  const release = session.prepare(
    'UPDATE wallet_instance SET held_at = NULL, held_reason = NULL WHERE id = ? AND held_at IS NOT NULL',
  )
  let count = 0
  for (const id of ids) {
    if (release.run(id).changes === 0) continue
    count += 1
    addEvent(session, id, { at: now, change: 'released', actor })
  }
  return count
}
