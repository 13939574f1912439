/** What the services of a simulated year keep: embedded stores, key rings, key files, secrets. */
import type { Clock, Random } from '../../../src/base/index.ts'
import { createMemoryKeyVault, type KeyRing, seedKeyRing } from '../../../src/federation/index.ts'
import type { Signer } from '../../../src/jose/index.ts'
import {
  createSqliteAttestationKeyStore,
  createSqliteFederationKeyStore,
  createSqlitePidProviderStores,
  createSqliteRelyingPartyStores,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  createSqliteWalletProviderStores,
  openSqlite,
  pidProviderMigrations,
  relyingPartyMigrations,
  trustAnchorMigrations,
  walletProviderMigrations,
} from '../../../src/node/index.ts'
import { createKeyFile, createSecretFile } from './key-files.ts'

export type YearState = Awaited<ReturnType<typeof createYearState>>

export async function createYearState({
  clock,
  random,
  newKey,
}: {
  readonly clock: Clock
  readonly random: Random
  readonly newKey: () => Promise<Signer>
}) {
  const databases = {
    trustAnchor: openSqlite(':memory:', trustAnchorMigrations),
    intermediate: openSqlite(':memory:', trustAnchorMigrations),
    walletProvider: openSqlite(':memory:', walletProviderMigrations),
    pidProvider: openSqlite(':memory:', pidProviderMigrations),
    relyingParty: openSqlite(':memory:', relyingPartyMigrations),
  }
  const ring = async (store: KeyRing['store']) => {
    const first = await newKey()
    await seedKeyRing(store, [first], clock.now())
    return { first, store, vault: createMemoryKeyVault([first], newKey) }
  }
  const file = async () => createKeyFile(await newKey())
  const secret = () => createSecretFile(() => random.bytes(32))
  return {
    databases,
    stores: {
      walletProvider: createSqliteWalletProviderStores(databases.walletProvider),
      pidProvider: createSqlitePidProviderStores(databases.pidProvider),
      relyingParty: createSqliteRelyingPartyStores(databases.relyingParty),
    },
    subordinates: {
      trustAnchor: createSqliteSubordinates(databases.trustAnchor),
      intermediate: createSqliteSubordinates(databases.intermediate),
    },
    trustMarkGrants: createSqliteTrustMarkGrants(databases.trustAnchor),
    rings: {
      trustAnchor: await ring(createSqliteFederationKeyStore(databases.trustAnchor)),
      intermediate: await ring(createSqliteFederationKeyStore(databases.intermediate)),
      attestation: await ring(createSqliteAttestationKeyStore(databases.walletProvider)),
    },
    files: {
      walletProvider: await file(),
      pidProvider: await file(),
      relyingParty: await file(),
      credential: await file(),
      request: await file(),
    },
    secrets: { challenge: secret(), cNonce: secret() },
    personSecret: random.bytes(32),
  }
}
