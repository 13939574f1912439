/**
 * Revokes or holds instances by their evidence and releases them, on the embedded database (WP-91). The count is exact,
 * since only one writer runs at a time.
 */
import type { NumericDate } from '../../base/index.ts'
import type { WalletInstances } from '../../wallet-provider/index.ts'
import { ownActors, revocationWindowSeconds } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { addEvent, idOf, idsOf, revokeInstances } from './wallet-provider-administration.ts'

export const heldVerbs = (
  database: SqliteDatabase,
): Pick<WalletInstances, 'revokeOrHold' | 'release' | 'releaseSome'> => ({
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
      session.prepare('UPDATE wallet_instance SET held_at = ?, held_reason = ? WHERE id = ?').run(now, reason, id)
      addEvent(session, id, { at: now, change: 'held', actor: ownActors.provider, reason })
      return 'held'
    }),
  release: ({ hardwareKeyTag, ...by }) =>
    database.write((session) => {
      const id = idOf(session, hardwareKeyTag)
      if (id === undefined) return 'unknown'
      releaseInstances(session, [id], by)
      return 'released'
    }),
  releaseSome: ({ after = '0', limit, ...by }) =>
    database.write((session) => {
      const ids = idsOf(session, { held: true }, Number(after), limit)
      const next = ids.length < limit ? undefined : ids.at(-1)?.toString()
      return { released: releaseInstances(session, ids, by), next }
    }),
})

/** Returns how many instances were revoked by evidence since. The reasons must be spelled as in the index. */
const revokedByEvidence = (session: Session, since: NumericDate): number =>
  session
    .prepare(
      `SELECT count(*) AS count FROM wallet_instance WHERE revoked_at > ?
         AND revocation_reason IN ('evidence_forged', 'integrity_denied', 'device_below_minimum')`,
    )
    .get(since)?.count as number

/** Releases instances. Returns how many were held. */
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
