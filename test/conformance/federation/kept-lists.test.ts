/** Cached lists of subordinates and of trust mark holders (OpenID Federation 1.0 §8.2, §8.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { administeredAnchor, markType } from '../../support/federation-authority.ts'

/** Returns an anchor with a member, and counts the reads of the member list and of the trust mark grants. */
async function countedAnchor() {
  const { stores } = openSqliteStores('trust-anchor', ':memory:')
  let reads = 0
  const list: typeof stores.subordinates.list = (page) => {
    reads += 1
    return stores.subordinates.list(page)
  }
  let grantReads = 0
  const listGrants: typeof stores.trustMarkGrants.list = (page) => {
    grantReads += 1
    return stores.trustMarkGrants.list(page)
  }
  const { anchor, candidate } = await administeredAnchor(
    {},
    {
      ...stores,
      subordinates: { ...stores.subordinates, list },
      trustMarkGrants: { ...stores.trustMarkGrants, list: listGrants },
    },
  )
  const ask = async (query = '', held = '', path = '/list') => {
    const response = await anchor.ask(`${path}${query}`, { headers: held ? { 'if-none-match': held } : {} })
    return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() }
  }
  const administer = async (path: string, body: object, method = 'POST') => {
    const { status } = await anchor.administer(method, path, body)
    assert.ok(status < 300, `${path} ${status}`)
  }
  await administer('/subordinates', { entity_id: candidate.entityId })
  return { ask, administer, stores, entityId: candidate.entityId, reads: () => reads, grantReads: () => grantReads }
}

for (const query of ['', '?entity_type=wallet_provider', '?intermediate=false', '?trust_marked=true'])
  test(`FED-29 an unchanged list is read from the store once for answers 200 and 304: /list${query}`, async () => {
    const { ask, reads } = await countedAnchor()
    const before = reads()
    const first = await ask(query)
    for (let n = 0; n < 5; n += 1) {
      assert.deepEqual(await ask(query), first)
      assert.equal((await ask(query, first.tag)).status, 304)
    }
    assert.equal(reads() - before, 1)
  })

const invented = ['?entity_type=x', '?entity_type=wallet_provider&entity_type=x', '?trust_mark_type=x']

test('FED-29 lists for query values that a stranger can invent read the store once', async () => {
  const { ask, reads, grantReads } = await countedAnchor()
  const before = { reads: reads(), grantReads: grantReads() }
  for (let n = 0; n < 2; n += 1) for (const query of invented) assert.equal((await ask(query)).status, 200)
  await Promise.all(['', ...invented].map((query) => ask(query)))
  assert.deepEqual([reads() - before.reads, grantReads() - before.grantReads], [1, 1])
})

test('FED-29 concurrent requests with different filters share one read of the store', async () => {
  const { ask, reads, entityId } = await countedAnchor()
  const before = reads()
  const answers = await Promise.all(
    ['?entity_type=wallet_provider&entity_type=x', '?entity_type=x&entity_type=y', '?intermediate=false'].map((query) =>
      ask(query),
    ),
  )
  assert.deepEqual(
    answers.map(({ text }) => JSON.parse(text)),
    [[entityId], [], [entityId]],
  )
  assert.equal(reads() - before, 1)
  const again = await ask('?entity_type=wallet_provider&entity_type=x', answers[0]?.tag)
  assert.equal(again.status, 304)
})

test('FED-38 each change of a member or its marks is in the next list, also a change by another process', async () => {
  const { ask, administer, stores, entityId } = await countedAnchor()
  const act = { at: 1, actor: 'other' }
  const listed = async (query = '') => (JSON.parse((await ask(query)).text) as string[]).includes(entityId)
  assert.deepEqual([await listed(), await listed('?trust_marked=true')], [true, false])
  await administer('/trust-marks', { trust_mark_type: markType, sub: entityId })
  assert.equal(await listed('?trust_marked=true'), true)
  await stores.trustMarkGrants.revoke(markType, entityId, act)
  assert.equal(await listed('?trust_marked=true'), false)
  await stores.subordinates.suspend(entityId, act)
  assert.equal(await listed(), false)
  await stores.subordinates.resume(entityId, act)
  assert.deepEqual([await listed(), await listed('?entity_type=openid_relying_party')], [true, false])
  await stores.subordinates.change(entityId, { entityTypes: ['openid_relying_party'] }, act)
  assert.equal(await listed('?entity_type=openid_relying_party'), true)
  assert.equal(await listed('?entity_type=x&entity_type=openid_relying_party'), true)
  assert.equal(await listed('?entity_type=x&entity_type=wallet_provider'), false)
  await stores.subordinates.remove(entityId, act)
  assert.equal(await listed(), false)
})

test('FED-31 the holders of a mark are read from the store once, until a mark is granted or revoked', async () => {
  const { ask, administer, grantReads, entityId } = await countedAnchor()
  const asking = `?trust_mark_type=${markType}`
  const listed = async (query = asking) => JSON.parse((await ask(query, '', '/trust_mark_list')).text) as string[]
  const before = grantReads()
  for (let n = 0; n < 5; n += 1) assert.deepEqual(await listed(), [])
  assert.equal(grantReads() - before, 1)
  await administer('/trust-marks', { trust_mark_type: markType, sub: entityId })
  assert.deepEqual(await listed(), [entityId])
  assert.equal(grantReads() - before, 2)
  assert.deepEqual(await listed(`${asking}&sub=${entityId}`), [entityId])
  assert.deepEqual(await listed(`${asking}&sub=https://other.example`), [])
  assert.equal(grantReads() - before, 2, 'one holder is found without the list')
  await administer('/trust-marks/revoke', { trust_mark_type: markType, sub: entityId })
  assert.deepEqual(await listed(), [])
  assert.deepEqual(await listed(`${asking}&sub=${entityId}`), [])
})
