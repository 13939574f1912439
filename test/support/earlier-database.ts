/** SQLite files that an earlier version wrote, or that two connections share. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Migrations } from '../../src/stores/migrations.ts'
import { openSqlite, type SqliteDatabase } from '../../src/stores/sqlite/database.ts'
import { freshDirectory } from './fresh-directory.ts'

/** Returns the path of a new file that `fill` filled after these migrations. */
export async function earlierFile(migrations: Migrations, fill: (direct: DatabaseSync) => void): Promise<string> {
  const path = join(freshDirectory(), 'store.sqlite')
  await openSqlite(path, migrations).close()
  const direct = new DatabaseSync(path)
  fill(direct)
  direct.close()
  return path
}

/** Opens two connections to one new file. */
export function openTwice(migrations: Migrations): readonly [SqliteDatabase, SqliteDatabase] {
  const path = join(freshDirectory(), 'store.sqlite')
  return [openSqlite(path, migrations), openSqlite(path, migrations)]
}
