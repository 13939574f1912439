import { openSqlite } from '../../src/node/sqlite/database.ts'
import {
  createSqliteFederationKeyStore,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  trustAnchorMigrations,
} from '../../src/node/sqlite/trust-anchor-stores.ts'
import {
  createMemoryFederationKeyStore,
  createMemorySubordinates,
  createMemoryTrustMarkGrants,
} from '../../src/trust-anchor/index.ts'
import { trustAnchorStoresContract } from './trust-anchor-stores.ts'

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
