/**
 * Where the state of all roles stands: embedded, in the data directory, or in one PostgreSQL that replicas share.
 */
import type { NumericDate } from '../base/index.ts'
import type { KeyRingStore } from '../federation/index.ts'
import { isShared, openStores, type TrustAnchorStores } from '../serve/index.ts'
import {
  createSqliteAttestationKeyStore,
  createSqliteFederationKeyStore,
  createSqlitePidProviderStores,
  createSqliteRelyingPartyStores,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  createSqliteWalletProviderStores,
  expiredAttestations,
  pidProviderMigrations,
  relyingPartyMigrations,
  trustAnchorMigrations,
  walletProviderMigrations,
} from '../stores/index.ts'
import type { EcosystemStores } from './compose/parts.ts'
import type { DataDirectory } from './data-directory.ts'
import { SandboxFault } from './sandbox-fault.ts'

export interface OpenedStores {
  readonly stores: EcosystemStores
  readonly trustAnchor: TrustAnchorStores
  /** Not said: the Wallet Provider has the one key of its file. */
  readonly attestationKeys?: KeyRingStore
  /** Forgets what is over: claims, attestations, and what people left with the PID Provider. */
  readonly prunes: readonly ((now: NumericDate) => Promise<void>)[]
  close(): Promise<void>
}

/** Opens them in the directory, which closes them. Throws `SandboxFault` when one cannot be opened. */
export function openEmbeddedStores(data: DataDirectory): OpenedStores {
  const databases = {
    walletProvider: data.openStore('wallet-provider', walletProviderMigrations),
    pidProvider: data.openStore('pid-provider', pidProviderMigrations),
    relyingParty: data.openStore('relying-party', relyingPartyMigrations),
  }
  const anchor = data.openStore('trust-anchor', trustAnchorMigrations)
  const stores = {
    walletProvider: createSqliteWalletProviderStores(databases.walletProvider),
    pidProvider: createSqlitePidProviderStores(databases.pidProvider),
    relyingParty: createSqliteRelyingPartyStores(databases.relyingParty),
  }
  return {
    stores,
    trustAnchor: {
      subordinates: createSqliteSubordinates(anchor),
      trustMarkGrants: createSqliteTrustMarkGrants(anchor),
      federationKeys: createSqliteFederationKeyStore(anchor),
    },
    attestationKeys: createSqliteAttestationKeyStore(databases.walletProvider),
    prunes: [
      ...Object.values(databases).map((database) => database.prune),
      (now) => databases.walletProvider.forget(expiredAttestations, now),
      stores.pidProvider.grants.prune,
    ],
    close: async () => undefined,
  }
}

/**
 * Opens them in a PostgreSQL, with tables made or brought up to date, and at most so many connections of this process to
 * each store. Rejects with one sentence for a URL or a server that will not do.
 */
export async function openSharedStores(url: string, connections: number): Promise<OpenedStores> {
  if (!isShared({ url })) throw new SandboxFault('--database takes the URL of a PostgreSQL: postgresql://…')
  const settings = { url, poolSize: connections, migrate: true }
  const opened: { close(): Promise<void>; prune(now: NumericDate): Promise<void> }[] = []
  const keep = <O extends (typeof opened)[number]>(one: O): O => {
    opened.push(one)
    return one
  }
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((one) => one.close()))
  }
  try {
    const trustAnchor = keep(await openStores('trust-anchor', settings)).stores
    const walletProvider = keep(await openStores('wallet-provider', settings)).stores
    const pidProvider = keep(await openStores('pid-provider', settings)).stores
    const relyingParty = keep(await openStores('relying-party', settings)).stores
    return {
      stores: { walletProvider, pidProvider, relyingParty },
      trustAnchor,
      attestationKeys: walletProvider.attestationKeys,
      prunes: opened.map((one) => (now: NumericDate) => one.prune(now)),
      close,
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
}
