import {
  createPostgresFederationKeyStore,
  createPostgresSubordinates,
  createPostgresTrustMarkGrants,
  createSqliteFederationKeyStore,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  openSqlite,
  trustAnchorMigrations,
  trustAnchorSchema,
} from '../../src/node/index.ts'
import {
  createMemoryFederationKeyStore,
  createMemorySubordinates,
  createMemoryTrustMarkGrants,
} from '../../src/trust-anchor/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { trustAnchorStoresContract } from './trust-anchor-stores.ts'

const openEmpty = usePostgres()

trustAnchorStoresContract('memory', () => ({
  subordinates: createMemorySubordinates([], { entityId: 'https://anchor.example', loopbackHttp: false }),
  trustMarkGrants: createMemoryTrustMarkGrants(),
  keys: createMemoryFederationKeyStore([], 0),
}))
trustAnchorStoresContract('sqlite', () => {
  const database = openSqlite(':memory:', trustAnchorMigrations)
  return {
    subordinates: createSqliteSubordinates(database),
    trustMarkGrants: createSqliteTrustMarkGrants(database),
    keys: createSqliteFederationKeyStore(database),
  }
})
trustAnchorStoresContract('postgres', () => {
  const database = openEmpty(trustAnchorSchema)
  return {
    subordinates: createPostgresSubordinates(database),
    trustMarkGrants: createPostgresTrustMarkGrants(database),
    keys: createPostgresFederationKeyStore(database),
  }
})
