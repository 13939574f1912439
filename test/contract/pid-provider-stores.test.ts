import { openSqlite } from '../../src/node/sqlite/database.ts'
import { createSqlitePidProviderStores, pidProviderMigrations } from '../../src/node/sqlite/pid-provider-stores.ts'
import { createMemoryPidProviderStores } from '../../src/pid-provider/index.ts'
import { pidProviderStoresContract } from '../../src/store-contracts/index.ts'

pidProviderStoresContract('memory', createMemoryPidProviderStores)
pidProviderStoresContract('sqlite', () => createSqlitePidProviderStores(openSqlite(':memory:', pidProviderMigrations)))
