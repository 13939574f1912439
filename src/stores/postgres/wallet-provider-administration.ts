/** The administration of Wallet Instances on PostgreSQL: revocation of one and of many, search, log, and the link to a user. */
import type { InstanceGroup } from '../../wallet-provider/index.ts'
import { ownActors } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import { type AdministrationVerbs, eventOf, instanceOf, type RecordVerbs, refusalOf } from '../wallet-provider-rows.ts'
import type { PostgresDatabase } from './database.ts'

export const instanceColumns = `hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status, registered_at,
  operational_at, revoked_at, revocation_reason, counter, receipt, held_at, held_reason`

/** Returns the function of a group, and its first argument. */
function groupOf(of: InstanceGroup): readonly [verb: string, members: string | readonly string[] | boolean] {
  if ('held' in of) return ['held', of.held]
  return 'user' in of ? ['user', of.user] : ['below', of.certificateSerials]
}

export const administrationVerbs = (database: PostgresDatabase): AdministrationVerbs => ({
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
  search: async ({ status, held, platform, user, thumbprint, registeredFrom, registeredTo, limit }) => {
    const rows = await database.read(
      `SELECT ${instanceColumns} FROM wallet_instance
       WHERE status = coalesce($1, status) AND platform = coalesce($2, platform) AND registered_at BETWEEN $3 AND $4
         AND ($6::text IS NULL
           OR hardware_key_tag IN (SELECT hardware_key_tag FROM wallet_instance_user WHERE person = $6))
         AND hardware_key_thumbprint = coalesce($7, hardware_key_thumbprint) ${held ? 'AND held_at IS NOT NULL' : ''}
       ORDER BY registered_at DESC LIMIT $5`,
      [status, platform, registeredFrom ?? 0, registeredTo ?? Number.MAX_SAFE_INTEGER, limit, user, thumbprint],
    )
    return rows.map(instanceOf)
  },
})

/** Verbs about the log, the user and the refusals of one instance. */
export const recordVerbs = (database: PostgresDatabase): RecordVerbs => ({
  history: async (hardwareKeyTag) => {
    const rows = await database.read(
      'SELECT at, change, actor, reason FROM wallet_instance_event WHERE hardware_key_tag = $1 ORDER BY sequence',
      [hardwareKeyTag],
    )
    return rows.map(eventOf)
  },
  linkUser: ({ hardwareKeyTag, user, actor, now }) =>
    database.call<'linked' | 'unknown'>('link_user', [hardwareKeyTag, user, actor, now]),
  unlinkUser: ({ hardwareKeyTag, actor, now }) =>
    database.call<'unlinked' | 'unknown'>('unlink_user', [hardwareKeyTag, actor, now]),
  countRefusal: async ({ hardwareKeyTag, requirement, code, now }) => {
    await database.write(
      `INSERT INTO wallet_instance_refusal AS seen (hardware_key_tag, requirement, code, count, first_at, last_at)
       SELECT hardware_key_tag, $2, $3, 1, $4, $4 FROM wallet_instance WHERE hardware_key_tag = $1
       ON CONFLICT (hardware_key_tag, requirement, code) DO UPDATE SET count = seen.count + 1, last_at = excluded.last_at`,
      [hardwareKeyTag, requirement, code, now],
    )
  },
  refusals: async (hardwareKeyTag) => {
    const rows = await database.read(
      `SELECT requirement, code, count, first_at, last_at FROM wallet_instance_refusal
       WHERE hardware_key_tag = $1 ORDER BY last_at DESC`,
      [hardwareKeyTag],
    )
    return rows.map(refusalOf)
  },
})
