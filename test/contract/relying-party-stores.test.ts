import {
  erasuresContract,
  openIdRecordsContract,
  registeredApplicationsContract,
  relyingPartyStoresContract,
} from '../../src/store-contracts/index.ts'
import {
  createPostgresOpenIdRecords,
  createPostgresRelyingPartyStores,
  openSqliteStores,
  relyingPartySchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

relyingPartyStoresContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
relyingPartyStoresContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
openIdRecordsContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores.openIdRecords)
openIdRecordsContract('postgres', () => createPostgresOpenIdRecords(openEmpty(relyingPartySchema)))
registeredApplicationsContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
registeredApplicationsContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
erasuresContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
erasuresContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
