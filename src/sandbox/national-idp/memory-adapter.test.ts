import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryAdapter, type MemoryAdapterOptions } from './memory-adapter.ts'

function adapterAt(start: number) {
  const entries: NonNullable<MemoryAdapterOptions['entries']> = new Map()
  let now = start
  const Adapter = createMemoryAdapter({ entries, now: () => now })
  const pass = (seconds: number): void => {
    now += seconds
  }
  return { entries, pass, session: new Adapter('Session'), grant: new Adapter('Grant') }
}

test('expired entries are deleted, even without a request for them', async () => {
  const { entries, pass, session, grant } = adapterAt(1000)
  for (let login = 0; login < 50; login += 1) {
    await session.upsert(`s${login}`, { uid: `u${login}` }, 600)
    await grant.upsert(`g${login}`, {}, 60)
  }
  assert.equal(entries.size, 150)
  pass(60)
  await grant.upsert('later', {}, 60)
  assert.equal(entries.size, 101)
  pass(540)
  await grant.upsert('last', {}, 60)
  assert.deepEqual([...entries.keys()], ['Grant:last'])
})

test('a session is found by its id and its uid until it expires or is destroyed, and only by its own model', async () => {
  const { entries, pass, session, grant } = adapterAt(1000)
  await session.upsert('one', { uid: 'u1' }, 10)
  await session.upsert('two', { uid: 'u2' }, 10)
  assert.deepEqual([await session.find('one'), await session.findByUid('u1')], [{ uid: 'u1' }, { uid: 'u1' }])
  assert.deepEqual([await grant.find('one'), await grant.findByUid('u1')], [undefined, undefined])
  await session.destroy('one')
  assert.deepEqual([await session.find('one'), await session.findByUid('u1')], [undefined, undefined])
  assert.equal(entries.size, 2)
  await session.upsert('renamed', { uid: 'u2' }, 10)
  await session.destroy('two')
  assert.deepEqual(await session.findByUid('u2'), { uid: 'u2' })
  pass(10)
  assert.deepEqual([await session.find('renamed'), await session.findByUid('u2')], [undefined, undefined])
})

test('a consumed entry has the time of its use, and the revocation of a grant deletes the entries of the grant', async () => {
  const { session, grant } = adapterAt(1000)
  await session.upsert('one', { grantId: 'g' }, 10)
  await grant.upsert('two', { grantId: 'other' }, 10)
  await session.consume('one')
  assert.equal((await session.find('one'))?.consumed, 1000)
  await session.revokeByGrantId('g')
  assert.deepEqual([await session.find('one'), await grant.find('two')], [undefined, { grantId: 'other' }])
})
