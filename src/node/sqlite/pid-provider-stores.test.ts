import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { valueDigest } from '../stored-values.ts'
import { openSqlite } from './database.ts'
import { createSqlitePidProviderStores, pidProviderMigrations } from './pid-provider-stores.ts'

test('what is under way when the tables are laid out anew goes on', async () => {
  const path = join(freshDirectory(), 'pid-provider.sqlite')
  await openSqlite(path, pidProviderMigrations.slice(0, 3)).close()
  const before = new DatabaseSync(path)
  const body = JSON.stringify({ id: '', requestUri: '', expiresAt: 200 })
  for (const [table, value] of [
    ['authorization_session', 'session'],
    ['pushed_request', 'urn:request'],
  ] as const)
    before.prepare(`INSERT INTO ${table} (digest, body, expires_at) VALUES (?, ?, 200)`).run(valueDigest(value), body)
  before.close()
  const database = openSqlite(path, pidProviderMigrations)
  const { authorizationSessions, pushedRequests, grants } = createSqlitePidProviderStores(database)
  assert.equal((await authorizationSessions.find('session', 100))?.id, 'session')
  assert.equal((await pushedRequests.find('urn:request', 100))?.requestUri, 'urn:request')
  await grants.prune(300)
  assert.equal(await authorizationSessions.find('session', 100), undefined)
  assert.equal(await pushedRequests.find('urn:request', 100), undefined)
  await database.close()
})
