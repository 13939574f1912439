/**
 * What administers Wallet Instances, on the embedded database: revocation of one and of many, search, the log of
 * changes (which its triggers keep anybody from rewriting), and the link to a user in a table of its own (WP-12).
 */
import type { InstanceEvent, InstanceGroup, Revocation, WalletInstances } from '../../wallet-provider/index.ts'
import { ownActors } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import { type AdministrationVerbs, eventOf, instanceOf, type RecordVerbs, refusalOf } from '../wallet-provider-rows.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'

export const administrationVerbs = (database: SqliteDatabase): AdministrationVerbs => ({
  revoke: ({ hardwareKeyTag, ...revocation }) =>
    database.write((session) => {
      const id = idOf(session, hardwareKeyTag)
      if (id === undefined) return 'unknown'
      revokeInstances(session, [id], revocation)
      return 'revoked'
    }),
  revokeSome: ({ of, after = '0', limit, ...revocation }) =>
    database.write((session) => {
      const ids = idsOf(session, of, Number(after), limit)
      const next = ids.length < limit ? undefined : ids.at(-1)?.toString()
      return { revoked: revokeInstances(session, ids, revocation), next }
    }),
  search: ({ status, held, platform, user, thumbprint, registeredFrom, registeredTo, limit }) =>
    database.read((session) =>
      session
        .prepare(
          `SELECT * FROM wallet_instance WHERE status = coalesce(?, status)
             AND json_extract(device, '$.platform') = coalesce(?, json_extract(device, '$.platform'))
             AND hardware_key_thumbprint = coalesce(?, hardware_key_thumbprint) AND registered_at BETWEEN ? AND ?
             AND (? IS NULL OR id IN (SELECT instance FROM wallet_instance_user WHERE user = ?))
             ${held ? 'AND held_at IS NOT NULL' : ''}
           ORDER BY registered_at DESC LIMIT ?`,
        )
        .all(
          status ?? null,
          platform ?? null,
          thumbprint ?? null,
          registeredFrom ?? 0,
          Math.min(registeredTo ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
          user ?? null,
          user ?? null,
          limit,
        )
        .map(instanceOf),
    ),
})

/** Verbs about the log, the user and the refusals of one instance. */
export const recordVerbs = (database: SqliteDatabase): RecordVerbs => ({
  history: (hardwareKeyTag) =>
    database.read((session) =>
      session
        .prepare(`SELECT * FROM wallet_instance_event WHERE instance = (${instanceByTag}) ORDER BY sequence`)
        .all(hardwareKeyTag)
        .map(eventOf),
    ),
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
      if (remove.run(id).changes > 0) addEvent(session, id, { at: now, change: 'unlinked', actor })
      return 'unlinked'
    }),
  countRefusal: ({ hardwareKeyTag, requirement, code, now }) =>
    database.write((session) => {
      session
        .prepare(
          `INSERT INTO wallet_instance_refusal (instance, requirement, code, count, first_at, last_at)
           SELECT id, ?, ?, 1, ?, ? FROM wallet_instance WHERE hardware_key_tag = ?
           ON CONFLICT DO UPDATE SET count = count + 1, last_at = excluded.last_at`,
        )
        .run(requirement, code, now, now, hardwareKeyTag)
    }),
  refusals: (hardwareKeyTag) =>
    database.read((session) =>
      session
        .prepare(`SELECT * FROM wallet_instance_refusal WHERE instance = (${instanceByTag}) ORDER BY last_at DESC`)
        .all(hardwareKeyTag)
        .map(refusalOf),
    ),
})

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

export function addEvent(session: Session, instance: number, event: InstanceEvent): void {
  session
    .prepare('INSERT INTO wallet_instance_event (instance, at, change, actor, reason) VALUES (?, ?, ?, ?, ?)')
    .run(instance, event.at, event.change, event.actor, event.reason ?? null)
}

const instanceByTag = 'SELECT id FROM wallet_instance WHERE hardware_key_tag = ?'

export const idOf = (session: Session, hardwareKeyTag: string): number | undefined =>
  session.prepare(instanceByTag).get(hardwareKeyTag)?.id as number | undefined

/** The first of those behind, in the order of registration: of each serial so many at most are read. */
export function idsOf(session: Session, group: InstanceGroup, after: number, limit: number): readonly number[] {
  if ('held' in group)
    return session
      .prepare('SELECT id FROM wallet_instance WHERE held_at IS NOT NULL AND id > ? ORDER BY id LIMIT ?')
      .all(after, limit)
      .map((row) => row.id as number)
  const behind = (table: string, column: string, value: string): readonly number[] =>
    session
      .prepare(`SELECT instance FROM ${table} WHERE ${column} = ? AND instance > ? ORDER BY instance LIMIT ?`)
      .all(value, after, limit)
      .map((row) => row.instance as number)
  if ('user' in group) return behind('wallet_instance_user', 'user', group.user)
  const ids = group.certificateSerials.flatMap((serial) => behind('wallet_instance_certificate', 'serial', serial))
  return [...new Set(ids)].toSorted((a, b) => a - b).slice(0, limit)
}

/** With their attestations. Says how many were not revoked before. */
export function revokeInstances(session: Session, ids: readonly number[], { reason, actor, now }: Revocation): number {
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
