/** The Wallet Provider's stores on PostgreSQL. Verbs with an effect are functions of wallet-provider-schema.ts. */
import type { KeyRingStore } from '../../federation/index.ts'
import type { WalletInstances, WalletProviderStores } from '../../wallet-provider/index.ts'
import { ownActors } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import { instanceVerbs } from '../wallet-provider-verbs.ts'
import type { PostgresDatabase } from './database.ts'
import { createPostgresKeyStore } from './key-store.ts'
import { administrationVerbs } from './wallet-provider-administration.ts'
import { heldVerbs } from './wallet-provider-held.ts'

/** The database must have been opened with `walletProviderSchema`. Replicas may share it. */
export const createPostgresWalletProviderStores = (database: PostgresDatabase): WalletProviderStores => ({
  walletInstances: {
    ...protocolVerbs(database),
    ...administrationVerbs(database),
    ...heldVerbs(database),
    ...instanceVerbs(database, {
      id: 'hardware_key_tag',
      instance: 'hardware_key_tag',
      user: 'person',
      platform: 'platform',
      revoked: 'revoked',
    }),
  },
})

/** The ring of attestation keys, in the same schema (WP-67). */
export const createPostgresAttestationKeyStore = (database: PostgresDatabase): KeyRingStore =>
  createPostgresKeyStore(database, 'attestation_key')

const protocolVerbs = (
  database: PostgresDatabase,
): Pick<WalletInstances, 'register' | 'beginAttestation' | 'recordAttestation'> => ({
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
})
