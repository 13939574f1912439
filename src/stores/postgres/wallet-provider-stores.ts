/**
 * The Wallet Provider's stores on PostgreSQL. Its verbs with an effect are the functions of wallet-provider-schema.ts.
 */
import type { KeyRingStore } from '../../federation/index.ts'
import type { InstanceGroup, WalletInstances, WalletProviderStores } from '../../wallet-provider/index.ts'
import { ownActors, revocationWindowSeconds } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import { eventOf, instanceOf, refusalOf } from '../wallet-provider-rows.ts'
import type { PostgresDatabase } from './database.ts'
import { createPostgresKeyStore } from './key-store.ts'

/** The database must have been opened with `walletProviderSchema`. Replicas may share it. */
export const createPostgresWalletProviderStores = (database: PostgresDatabase): WalletProviderStores => ({
  walletInstances: { ...protocolVerbs(database), ...heldVerbs(database), ...administrationVerbs(database) },
})

/** The ring of attestation keys, in the same schema (WP-67). */
export const createPostgresAttestationKeyStore = (database: PostgresDatabase): KeyRingStore =>
  createPostgresKeyStore(database, 'attestation_key')

type ProtocolVerbs = Pick<
  WalletInstances,
  'find' | 'register' | 'beginAttestation' | 'recordAttestation' | 'revokedPlaces'
>

const instanceColumns = `hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status, registered_at,
  operational_at, revoked_at, revocation_reason, counter, receipt, held_at, held_reason`

const protocolVerbs = (database: PostgresDatabase): ProtocolVerbs => ({
  find: async (hardwareKeyTag) => {
    const [row] = await database.read(`SELECT ${instanceColumns} FROM wallet_instance WHERE hardware_key_tag = $1`, [
      hardwareKeyTag,
    ])
    return row && instanceOf(row)
  },
  register: ({ claims, instance, certificateSerials = [], user }) =>
    database.claim(claims, 'register_instance_of', [
      instance.hardwareKeyTag,
      instance.hardwareKeyThumbprint,
      JSON.stringify(instance.hardwareKey),
      JSON.stringify(instance.device),
      instance.device.platform,
      instance.status,
      instance.registeredAt,
      instance.counter,
      instance.receipt,
      certificateSerials,
      ownActors.wallet,
      user,
      ownActors.user,
    ]),
  beginAttestation: ({ claims, hardwareKeyTag, counter }) =>
    database.claim(claims, 'begin_attestation', [hardwareKeyTag, counter]),
  recordAttestation: ({ hardwareKeyTag, place, keptUntil, now }) =>
    database.call('record_attestation', [hardwareKeyTag, place.list, place.index, keptUntil, now, ownActors.wallet]),
  revokedPlaces: async (list, now) => {
    const rows = await database.read(
      'SELECT status_index FROM wallet_attestation WHERE status_list = $1 AND revoked AND kept_until >= $2',
      [list, now],
    )
    return rows.map((row) => row.status_index as number)
  },
})

type HeldVerbs = Pick<WalletInstances, 'revokeOrHold' | 'release' | 'releaseSome'>

const heldVerbs = (database: PostgresDatabase): HeldVerbs => ({
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

/** The function of a group, and what it is called with. */
function groupOf(of: InstanceGroup): readonly [verb: string, members: string | readonly string[] | boolean] {
  if ('held' in of) return ['held', of.held]
  return 'user' in of ? ['user', of.user] : ['below', of.certificateSerials]
}

const administrationVerbs = (
  database: PostgresDatabase,
): Omit<WalletInstances, keyof ProtocolVerbs | keyof HeldVerbs> => ({
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
