/**
 * The Wallet Provider's stores on PostgreSQL. Store methods that change an instance call the SQL functions of
 * wallet-provider-schema.ts and wallet-provider-held-schema.ts.
 */
import type { KeyRingStore } from '../../federation/index.ts'
import type { InstanceGroup, WalletInstances, WalletProviderStores } from '../../wallet-provider/index.ts'
import { ownActors, revocationWindowSeconds } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import { instanceVerbs } from '../wallet-provider-verbs.ts'
import type { PostgresDatabase } from './database.ts'
import { createPostgresKeyStore } from './key-store.ts'

/**
 * Creates the stores. The database must have been opened with `walletProviderSchema`. Replicas may share the database.
 */
export const createPostgresWalletProviderStores = (database: PostgresDatabase): WalletProviderStores => ({
  walletInstances: {
    ...changeVerbs(database),
    ...instanceVerbs(database, {
      id: 'hardware_key_tag',
      instance: 'hardware_key_tag',
      user: 'person',
      platform: 'platform',
      revoked: 'revoked',
    }),
  },
})

/** Creates the store of the attestation keys, in the same schema (WP-67). */
export const createPostgresAttestationKeyStore = (database: PostgresDatabase): KeyRingStore =>
  createPostgresKeyStore(database, 'attestation_key')

/** Returns the suffix of the SQL function `revoke_some_<suffix>` for a group of instances, and its first argument. */
function groupArguments(of: InstanceGroup): readonly [suffix: string, members: string | readonly string[] | undefined] {
  if ('held' in of) return ['held_for', of.heldReason]
  return 'user' in of ? ['user', of.user] : ['below', of.certificateSerials]
}

const changeVerbs = (database: PostgresDatabase): Omit<WalletInstances, keyof ReturnType<typeof instanceVerbs>> => ({
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
  recordAttestation: ({ hardwareKeyTag, place, keptUntil, now, begin }) => {
    const record = [hardwareKeyTag, place.list, place.index, keptUntil, now, ownActors.wallet]
    return begin === undefined
      ? database.call('record_attestation', record)
      : database.claim(begin.claims, 'record_begun_attestation', [begin.counter, ...record])
  },
  revoke: ({ hardwareKeyTag, reason, actor = ownActors.provider, now }) =>
    database.call<'revoked' | 'unchanged' | 'unknown'>('revoke_instance', [hardwareKeyTag, reason, actor, now]),
  revokeSome: async ({ of, after = '', limit, reason, actor = ownActors.provider, now }) => {
    const [suffix, members] = groupArguments(of)
    const { rows } = await database.write(`SELECT revoked, next FROM revoke_some_${suffix}($1, $2, $3, $4, $5, $6)`, [
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
    database.call<'unlinked' | 'unchanged' | 'unknown'>('unlink_user', [hardwareKeyTag, actor, now]),
  revokeOrHold: ({ hardwareKeyTag, reason, maxPerMinute, now }) =>
    database.call<'revoked' | 'held' | 'unchanged'>('revoke_or_hold', [
      hardwareKeyTag,
      reason,
      ownActors.provider,
      maxPerMinute,
      revocationWindowSeconds,
      now,
    ]),
  holdSome: async ({ certificateSerials, after = '', limit, reason, now }) => {
    const { rows } = await database.write('SELECT held, next FROM hold_some_below($1, $2, $3, $4, $5, $6)', [
      certificateSerials,
      after,
      limit,
      reason,
      ownActors.provider,
      now,
    ])
    return { held: rows[0]?.held as number, next: (rows[0]?.next as string | null) ?? undefined }
  },
  release: ({ hardwareKeyTag, actor, now }) =>
    database.call<'released' | 'unchanged' | 'unknown'>('release_instance', [hardwareKeyTag, actor, now]),
  releaseSome: async ({ heldReason, after = '', limit, actor, now }) => {
    const { rows } = await database.write('SELECT released, next FROM release_some_held_for($1, $2, $3, $4, $5)', [
      heldReason,
      after,
      limit,
      actor,
      now,
    ])
    return { released: rows[0]?.released as number, next: (rows[0]?.next as string | null) ?? undefined }
  },
})
