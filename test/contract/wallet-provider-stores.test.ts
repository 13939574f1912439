import { walletProviderStoresContract } from '../../src/store-contracts/index.ts'
import {
  createPostgresAttestationKeyStore,
  createPostgresWalletProviderStores,
  createSqliteAttestationKeyStore,
  createSqliteWalletProviderStores,
  openSqlite,
  walletProviderMigrations,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { createMemoryWalletProviderStores } from '../../src/wallet-provider/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { keyStoreContract } from './key-store.ts'

const openEmpty = usePostgres()

walletProviderStoresContract('memory', createMemoryWalletProviderStores)
walletProviderStoresContract('sqlite', () =>
  createSqliteWalletProviderStores(openSqlite(':memory:', walletProviderMigrations)),
)
keyStoreContract('sqlite attestation keys', () =>
  createSqliteAttestationKeyStore(openSqlite(':memory:', walletProviderMigrations)),
)
keyStoreContract('postgres attestation keys', () => createPostgresAttestationKeyStore(openEmpty(walletProviderSchema)))
walletProviderStoresContract('postgres', () => createPostgresWalletProviderStores(openEmpty(walletProviderSchema)))
