import { openSqlite } from '../../src/node/sqlite/database.ts'
import {
  createSqliteAttestationKeyStore,
  createSqliteWalletProviderStores,
  walletProviderMigrations,
} from '../../src/node/sqlite/wallet-provider-stores.ts'
import { walletProviderStoresContract } from '../../src/store-contracts/index.ts'
import { createMemoryWalletProviderStores } from '../../src/wallet-provider/index.ts'
import { keyStoreContract } from './key-store.ts'

walletProviderStoresContract('memory', createMemoryWalletProviderStores)
walletProviderStoresContract('sqlite', () =>
  createSqliteWalletProviderStores(openSqlite(':memory:', walletProviderMigrations)),
)
keyStoreContract('sqlite attestation keys', () =>
  createSqliteAttestationKeyStore(openSqlite(':memory:', walletProviderMigrations)),
)
