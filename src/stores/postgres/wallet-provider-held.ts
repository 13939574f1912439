/** Revokes or holds instances by their evidence and releases them, on PostgreSQL (WP-91). */
import type { WalletInstances } from '../../wallet-provider/index.ts'
import { ownActors, revocationWindowSeconds } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import type { PostgresDatabase } from './database.ts'

export const heldVerbs = (
  database: PostgresDatabase,
): Pick<WalletInstances, 'revokeOrHold' | 'release' | 'releaseSome'> => ({
  revokeOrHold: ({ hardwareKeyTag, reason, maxPerMinute, now }) =>
    database.call<'revoked' | 'held' | 'unchanged'>('revoke_or_hold', [
      hardwareKeyTag,
      reason,
      ownActors.provider,
      maxPerMinute,
      revocationWindowSeconds,
      now,
    ]),
  release: ({ hardwareKeyTag, actor, now }) =>
    database.call<'released' | 'unknown'>('release_instance', [hardwareKeyTag, actor, now]),
  releaseSome: async ({ after = '', limit, actor, now }) => {
    const { rows } = await database.write('SELECT released, next FROM release_some($1, $2, $3, $4)', [
      after,
      limit,
      actor,
      now,
    ])
    return { released: rows[0]?.released as number, next: (rows[0]?.next as string | null) ?? undefined }
  },
})
