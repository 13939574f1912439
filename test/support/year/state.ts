/** What the services of a simulated year keep: embedded stores, key rings, key files, secrets. */
import { join } from 'node:path'
import type { Clock, Crypto, Random } from '../../../src/base/index.ts'
import { createMemoryKeyVault, type KeyRing, seedKeyRing } from '../../../src/federation/index.ts'
import type { Signer } from '../../../src/jose/index.ts'
import { loadMdocIssuer } from '../../../src/pid-provider-adapters/index.ts'
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
} from '../../../src/stores/index.ts'
import { freshDirectory } from '../fresh-directory.ts'
import { lifetimes, origins } from './federation-plan.ts'
import { createKeyFile, createSecretFile } from './key-files.ts'

export type YearState = Awaited<ReturnType<typeof createYearState>>

export async function createYearState({
  clock,
  random,
  crypto,
  newKey,
}: {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
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
  const mdocFile = join(freshDirectory(), 'mdoc-issuer.json')
  /** As a service finds its mdoc signer when it starts: a new one where the old will not last, or another organisation is named. */
  const mdocIssuer = (organizationName: string) =>
    loadMdocIssuer({ crypto, clock }, mdocFile, {
      ...{ entityId: origins.pidProvider, organizationName, country: 'IT' },
      credentialLifetimeSeconds: lifetimes.credential,
    })
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
    mdoc: { current: await mdocIssuer('Ente 0'), load: mdocIssuer },
    secrets: { challenge: secret(), cNonce: secret() },
    personSecret: random.bytes(32),
  }
}
