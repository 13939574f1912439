import {
  createPostgresWalletProviderStores,
  createSqliteWalletProviderStores,
  openSqlite,
  walletProviderMigrations,
  walletProviderSchema,
} from '../../src/node/index.ts'
import { walletProviderStoresContract } from '../../src/store-contracts/index.ts'
import { createMemoryWalletProviderStores } from '../../src/wallet-provider/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

walletProviderStoresContract('memory', createMemoryWalletProviderStores)
walletProviderStoresContract('sqlite', () =>
  createSqliteWalletProviderStores(openSqlite(':memory:', walletProviderMigrations)),
)
walletProviderStoresContract('postgres', () => createPostgresWalletProviderStores(openEmpty(walletProviderSchema)))
