import { relyingPartyStoresContract } from '../../src/store-contracts/index.ts'
import { createPostgresRelyingPartyStores, openSqliteStores, relyingPartySchema } from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

relyingPartyStoresContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
relyingPartyStoresContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
