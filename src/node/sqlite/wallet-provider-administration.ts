/**
 * What administers Wallet Instances, on the embedded database: revocation of one and of many, search, the log of
 * changes (which its triggers keep anybody from rewriting), and the link to a user in a table of its own (WP-12).
 */
import {
  type InstanceEvent,
  type InstanceGroup,
  ownActors,
  type Revocation,
  type WalletInstances,
} from '../../wallet-provider/index.ts'
import { eventOf, instanceOf, refusalOf } from '../wallet-provider-rows.ts'
import type { Session, SqliteDatabase } from './database.ts'

export const administrationVerbs = (
  database: SqliteDatabase,
): Pick<WalletInstances, 'revoke' | 'revokeSome' | 'search'> => ({
  revoke: ({ hardwareKeyTag, ...revocation }) =>
    database.write((session) => {
      revokeTags(session, [hardwareKeyTag], revocation)
      return isKnown(session, hardwareKeyTag) ? 'revoked' : 'unknown'
    }),
  revokeSome: ({ of, after = '', limit, ...revocation }) =>
    database.write((session) => {
      const tags = tagsOf(session, of, after, limit)
      return { revoked: revokeTags(session, tags, revocation), next: tags.length < limit ? undefined : tags.at(-1) }
    }),
  search: ({ status, platform, user, thumbprint, registeredFrom, registeredTo, limit }) =>
    database.read((session) =>
      session
        .prepare(
          `SELECT * FROM wallet_instance WHERE status = coalesce(?, status)
             AND json_extract(device, '$.platform') = coalesce(?, json_extract(device, '$.platform'))
             AND hardware_key_thumbprint = coalesce(?, hardware_key_thumbprint) AND registered_at BETWEEN ? AND ?
             AND (? IS NULL OR hardware_key_tag IN (SELECT hardware_key_tag FROM wallet_instance_user WHERE user = ?))
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

/** What is known of one instance beside its record. */
export const recordVerbs = (
  database: SqliteDatabase,
): Pick<WalletInstances, 'history' | 'linkUser' | 'unlinkUser' | 'countRefusal' | 'refusals'> => ({
  history: (hardwareKeyTag) =>
    database.read((session) =>
      session
        .prepare('SELECT * FROM wallet_instance_event WHERE hardware_key_tag = ? ORDER BY sequence')
        .all(hardwareKeyTag)
        .map(eventOf),
    ),
  linkUser: ({ hardwareKeyTag, user, actor, now }) =>
    database.write((session) => {
      if (!isKnown(session, hardwareKeyTag)) return 'unknown'
      session
        .prepare(
          `INSERT INTO wallet_instance_user (hardware_key_tag, user) VALUES (?, ?)
           ON CONFLICT (hardware_key_tag) DO UPDATE SET user = excluded.user`,
        )
        .run(hardwareKeyTag, user)
      addEvent(session, hardwareKeyTag, { at: now, change: 'linked', actor })
      return 'linked'
    }),
  unlinkUser: ({ hardwareKeyTag, actor, now }) =>
    database.write((session) => {
      if (!isKnown(session, hardwareKeyTag)) return 'unknown'
      const remove = session.prepare('DELETE FROM wallet_instance_user WHERE hardware_key_tag = ?')
      if (remove.run(hardwareKeyTag).changes > 0)
        addEvent(session, hardwareKeyTag, { at: now, change: 'unlinked', actor })
      return 'unlinked'
    }),
  countRefusal: ({ hardwareKeyTag, requirement, code, now }) =>
    database.write((session) => {
      session
        .prepare(
          `INSERT INTO wallet_instance_refusal (hardware_key_tag, requirement, code, count, first_at, last_at)
           SELECT hardware_key_tag, ?, ?, 1, ?, ? FROM wallet_instance WHERE hardware_key_tag = ?
           ON CONFLICT DO UPDATE SET count = count + 1, last_at = excluded.last_at`,
        )
        .run(requirement, code, now, now, hardwareKeyTag)
    }),
  refusals: (hardwareKeyTag) =>
    database.read((session) =>
      session
        .prepare('SELECT * FROM wallet_instance_refusal WHERE hardware_key_tag = ? ORDER BY last_at DESC')
        .all(hardwareKeyTag)
        .map(refusalOf),
    ),
})

export function addEvent(session: Session, hardwareKeyTag: string, event: InstanceEvent): void {
  session
    .prepare('INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor, reason) VALUES (?, ?, ?, ?, ?)')
    .run(hardwareKeyTag, event.at, event.change, event.actor, event.reason ?? null)
}

const isKnown = (session: Session, hardwareKeyTag: string): boolean =>
  session.prepare('SELECT 1 FROM wallet_instance WHERE hardware_key_tag = ?').get(hardwareKeyTag) !== undefined

/** The first of those behind, in the order of their bytes: of each serial so many at most are read. */
function tagsOf(session: Session, group: InstanceGroup, after: string, limit: number): readonly string[] {
  const behind = (table: string, column: string, value: string): readonly string[] =>
    session
      .prepare(
        `SELECT hardware_key_tag FROM ${table} WHERE ${column} = ? AND hardware_key_tag > ?
         ORDER BY hardware_key_tag LIMIT ?`,
      )
      .all(value, after, limit)
      .map((row) => row.hardware_key_tag as string)
  if ('user' in group) return behind('wallet_instance_user', 'user', group.user)
  const tags = group.certificateSerials.flatMap((serial) => behind('wallet_instance_certificate', 'serial', serial))
  return [...new Set(tags)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, limit)
}

/** The instances with their attestations. Says how many were not revoked before. */
function revokeTags(session: Session, tags: readonly string[], { reason, actor, now }: Revocation): number {
  const revoke = session.prepare(
    `UPDATE wallet_instance SET status = 'revoked', revoked_at = ?, revocation_reason = ?
     WHERE hardware_key_tag = ? AND status <> 'revoked'`,
  )
  const attestations = session.prepare('UPDATE wallet_attestation SET revoked = 1 WHERE hardware_key_tag = ?')
  let count = 0
  for (const tag of tags) {
    if (revoke.run(now, reason, tag).changes === 0) continue
    count += 1
    attestations.run(tag)
    addEvent(session, tag, { at: now, change: 'revoked', actor: actor ?? ownActors.provider, reason })
  }
  return count
}
