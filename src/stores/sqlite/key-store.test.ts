import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openTwice } from '../../../test/support/earlier-database.ts'
import { createSqliteKeyStore } from './key-store.ts'
import { trustAnchorMigrations } from './trust-anchor-schema.ts'

const key = (kid: string) => ({
  kid,
  jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const,
  createdAt: 1,
  createdBy: 'somebody',
})

test('FED-10 a key ring shows each change of this and another process, beginning with its first key', async () => {
  const [database, other] = openTwice(trustAnchorMigrations)
  const [mine, theirs] = [database, other].map((one) => createSqliteKeyStore(one, 'federation_key'))
  assert.ok(mine && theirs)
  const states = async () => (await mine.list()).map(({ kid, state }) => `${kid} ${state}`)
  assert.deepEqual(await states(), [])
  await mine.add(key('a'))
  assert.deepEqual(await states(), ['a pending'])
  await theirs.add(key('b'))
  await turn()
  assert.deepEqual(await states(), ['a pending', 'b pending'])
  await mine.activate({ kid: 'a', retiredAt: 5, now: 2, actor: 'somebody' })
  assert.deepEqual(await states(), ['a active', 'b pending'])
  await theirs.revoke({ kid: 'b', reason: 'compromised', now: 3, actor: 'somebody' })
  await turn()
  assert.deepEqual(await states(), ['a active', 'b revoked'])
  await Promise.all([database.close(), other.close()])
})
