import { createMemoryPidProviderStores } from '../../src/pid-provider/index.ts'
import { pidProviderStoresContract } from '../../src/store-contracts/index.ts'
import {
  createPostgresPidProviderStores,
  createSqlitePidProviderStores,
  openSqlite,
  pidProviderMigrations,
  pidProviderSchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

pidProviderStoresContract('memory', createMemoryPidProviderStores)
pidProviderStoresContract('sqlite', () => createSqlitePidProviderStores(openSqlite(':memory:', pidProviderMigrations)))
pidProviderStoresContract('postgres', () => createPostgresPidProviderStores(openEmpty(pidProviderSchema)))
