import { openSqlite } from '../../src/node/sqlite/database.ts'
import {
  createSqliteWalletProviderStores,
  walletProviderMigrations,
} from '../../src/node/sqlite/wallet-provider-stores.ts'
import { walletProviderStoresContract } from '../../src/store-contracts/index.ts'
import { createMemoryWalletProviderStores } from '../../src/wallet-provider/index.ts'

walletProviderStoresContract('memory', createMemoryWalletProviderStores)
walletProviderStoresContract('sqlite', () =>
  createSqliteWalletProviderStores(openSqlite(':memory:', walletProviderMigrations)),
)
