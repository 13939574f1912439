import { createMemoryRelyingPartyStores } from '../../src/relying-party/index.ts'
import { relyingPartyStoresContract } from '../../src/store-contracts/index.ts'
import {
  createPostgresRelyingPartyStores,
  createSqliteRelyingPartyStores,
  openSqlite,
  relyingPartyMigrations,
  relyingPartySchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

relyingPartyStoresContract('memory', createMemoryRelyingPartyStores)
relyingPartyStoresContract('sqlite', () =>
  createSqliteRelyingPartyStores(openSqlite(':memory:', relyingPartyMigrations)),
)
relyingPartyStoresContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
