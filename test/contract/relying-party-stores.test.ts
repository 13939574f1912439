import { openSqlite } from '../../src/node/sqlite/database.ts'
import { createSqliteRelyingPartyStores, relyingPartyMigrations } from '../../src/node/sqlite/relying-party-stores.ts'
import { createMemoryRelyingPartyStores } from '../../src/relying-party/index.ts'
import { relyingPartyStoresContract } from '../../src/store-contracts/index.ts'

relyingPartyStoresContract('memory', createMemoryRelyingPartyStores)
relyingPartyStoresContract('sqlite', () =>
  createSqliteRelyingPartyStores(openSqlite(':memory:', relyingPartyMigrations)),
)
