/** PostgreSQL from the npm package, as on a machine without an installed one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgres } from '../../src/stores/index.ts'
import { startPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'

test('the package contains a PostgreSQL that starts, restarts and keeps claims without its install script', async () => {
  await using server = await startPostgres({ own: true, from: 'package' })
  const database = await openPostgres(server.url, { store: notes, migrate: true })
  const store = noteStore(database)
  const claims = [{ name: 'jti', value: 'a', expiresAt: 100 }] as const
  assert.equal(await store.note(claims, 'a'), 'noted')
  await server.restart({ crash: true })
  assert.deepEqual(await store.note(claims, 'b'), { lost: 'jti' })
  await store.close()
})
