import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { createNodeCrypto, createNodeRandom } from '../node/index.ts'
import { openSqliteStores } from '../stores/index.ts'
import { createRecordAdapter, createSealedRecords } from './record-adapter.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)

function adapters() {
  const { stores, database } = openSqliteStores('relying-party', ':memory:')
  const clock = fixedClock()
  const parts = { crypto: createNodeCrypto(), random: createNodeRandom(), clock, records: stores.openIdRecords }
  const recordsWith = (...sealingKeys: readonly [Uint8Array, ...Uint8Array[]]) =>
    createSealedRecords({ ...parts, sealingKeys })
  const records = recordsWith(key(1))
  const of = (kind: string) => createRecordAdapter(records, kind)
  const rows = () => database.read((session) => session.prepare('SELECT * FROM openid_record').all())
  return { clock, records, recordsWith, of, rows }
}

test('RP-123 a record is encrypted, and the store contains neither its id nor its content', async () => {
  const { of, rows, recordsWith, clock } = adapters()
  await of('AccessToken').upsert('secret-token', { accountId: 'Mario', grantId: 'grant' }, 300)
  const [row] = await rows()
  assert.doesNotMatch(JSON.stringify(row), /Mario|secret-token|AccessToken/)
  assert.deepEqual(await of('AccessToken').find('secret-token'), { accountId: 'Mario', grantId: 'grant' })
  const place = { kind: 'AccessToken', id: 'secret-token' }
  assert.deepEqual(await recordsWith(key(2), key(1)).find(place), { accountId: 'Mario', grantId: 'grant' })
  assert.equal(await recordsWith(key(2)).find(place), undefined)
  clock.advance(300)
  assert.equal(await of('AccessToken').find('secret-token'), undefined)
})

test('RP-120 a second use of a code is refused and deletes all records of its grant', async () => {
  const { of } = adapters()
  await of('Grant').upsert('grant', { accountId: 'a' }, 300)
  await of('AuthorizationCode').upsert('code', { grantId: 'grant' }, 60)
  await of('AccessToken').upsert('token', { grantId: 'grant' }, 300)
  await of('AuthorizationCode').consume('code')
  assert.equal(typeof (await of('AuthorizationCode').find('code'))?.consumed, 'number')
  await assert.rejects(of('AuthorizationCode').consume('code'), { error: 'invalid_grant' })
  for (const [kind, id] of [
    ['Grant', 'grant'],
    ['AuthorizationCode', 'code'],
    ['AccessToken', 'token'],
  ] as const)
    assert.equal(await of(kind).find(id), undefined, kind)
})

test('a client assertion is accepted once, and sessions are not stored', async () => {
  const { of, rows } = adapters()
  await of('ReplayDetection').upsert('jti', { iss: 'portal' }, 60)
  await assert.rejects(of('ReplayDetection').upsert('jti', { iss: 'portal' }, 60), { error: 'invalid_client' })
  await assert.doesNotReject(of('ReplayDetection').upsert('of a clock with fractions', { iss: 'portal' }, 60.5))
  await of('Session').upsert('session', { accountId: 'a' }, 60)
  assert.equal((await rows()).length, 2)
  assert.equal(await of('Client').find('unknown'), undefined)
})
