/** Administers Wallet Instances on PostgreSQL: revokes one or many, and links an instance to a user. */
import type { InstanceGroup, WalletInstances } from '../../wallet-provider/index.ts'
import { ownActors } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import type { PostgresDatabase } from './database.ts'

/** Returns the function of a group and its first argument. */
function groupOf(of: InstanceGroup): readonly [verb: string, members: string | readonly string[] | boolean] {
  if ('held' in of) return ['held', of.held]
  return 'user' in of ? ['user', of.user] : ['below', of.certificateSerials]
}

export const administrationVerbs = (
  database: PostgresDatabase,
): Pick<WalletInstances, 'revoke' | 'revokeSome' | 'linkUser' | 'unlinkUser'> => ({
  revoke: ({ hardwareKeyTag, reason, actor = ownActors.provider, now }) =>
    database.call<'revoked' | 'unknown'>('revoke_instance', [hardwareKeyTag, reason, actor, now]),
  revokeSome: async ({ of, after = '', limit, reason, actor = ownActors.provider, now }) => {
    const [verb, members] = groupOf(of)
    const { rows } = await database.write(`SELECT revoked, next FROM revoke_some_${verb}($1, $2, $3, $4, $5, $6)`, [
      members,
      after,
      limit,
      reason,
      actor,
      now,
    ])
    return { revoked: rows[0]?.revoked as number, next: (rows[0]?.next as string | null) ?? undefined }
  },
  linkUser: ({ hardwareKeyTag, user, actor, now }) =>
    database.call<'linked' | 'unknown'>('link_user', [hardwareKeyTag, user, actor, now]),
  unlinkUser: ({ hardwareKeyTag, actor, now }) =>
    database.call<'unlinked' | 'unknown'>('unlink_user', [hardwareKeyTag, actor, now]),
})
