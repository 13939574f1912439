import { walletProviderStoresContract } from '../../src/store-contracts/index.ts'
import {
  createPostgresAttestationKeyStore,
  createPostgresWalletProviderStores,
  openSqliteStores,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { keyStoreContract } from './key-store.ts'

const openEmpty = usePostgres()

const openSqlite = () => openSqliteStores('wallet-provider', ':memory:').stores
walletProviderStoresContract('sqlite', openSqlite)
keyStoreContract('sqlite attestation keys', () => openSqlite().attestationKeys)
keyStoreContract('postgres attestation keys', () => createPostgresAttestationKeyStore(openEmpty(walletProviderSchema)))
walletProviderStoresContract('postgres', () => createPostgresWalletProviderStores(openEmpty(walletProviderSchema)))
