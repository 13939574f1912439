/** Tests of the Relying Party's store for the records of its OpenID Provider. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenIdRecords } from '../relying-party/index.ts'

/** Defines the tests with `node:test`. `open` returns a new empty store. `name` begins the titles. */
export function openIdRecordsContract(name: string, open: () => OpenIdRecords): void {
  const key = { kind: 'AuthorizationCode', id: 'code' }
  const record = { ...key, body: 'sealed', grant: 'login', expiresAt: 1100 }

  test(`${name}: an OpenID record is found by kind and id until it expires, with the values that were saved last`, async () => {
    const store = open()
    await store.save(record)
    assert.deepEqual(await store.find(key, 1099), { body: 'sealed' })
    assert.equal(await store.find(key, 1100), undefined)
    assert.equal(await store.find({ ...key, kind: 'AccessToken' }, 1000), undefined)
    await store.save({ ...record, body: 'newer', expiresAt: 1200 })
    assert.deepEqual(await store.find(key, 1100), { body: 'newer' })
  })

  test(`${name}: RP-120 of 50 racing uses of one OpenID record, one succeeds`, async () => {
    const store = open()
    await store.save(record)
    const answers = await Promise.all(Array.from({ length: 50 }, () => store.consume(key, 1010)))
    assert.equal(answers.filter((answer) => answer === 'consumed').length, 1)
    assert.deepEqual(await store.find(key, 1020), { body: 'sealed', consumedAt: 1010 })
    assert.equal(await store.consume({ ...key, id: 'other' }, 1010), 'over')
    await store.save({ ...record, id: 'late' })
    assert.equal(await store.consume({ ...key, id: 'late' }, 1100), 'over')
  })

  test(`${name}: RP-120 a used OpenID record stays used when other values are saved, until it is removed`, async () => {
    const store = open()
    await store.save(record)
    await store.consume(key, 1010)
    await store.save({ ...record, body: 'newer', expiresAt: 1200 })
    assert.deepEqual(await store.find(key, 1100), { body: 'newer', consumedAt: 1010 })
    assert.equal(await store.consume(key, 1020), 'over')
    await store.remove(key)
    await store.save(record)
    assert.equal(await store.consume(key, 1030), 'consumed')
  })

  test(`${name}: an OpenID record may have a fractional or distant time of expiry`, async () => {
    const store = open()
    for (const expiresAt of [1100.5, 1e15, 1e300]) {
      const id = String(expiresAt)
      assert.equal(await store.add({ ...record, id, expiresAt }), 'added', id)
      assert.deepEqual(await store.find({ ...key, id }, 1100), { body: 'sealed' }, id)
    }
  })

  test(`${name}: of 50 racing additions of one OpenID record, one succeeds`, async () => {
    const store = open()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.add({ ...record, body: `sealed ${index}` })),
    )
    assert.equal(answers.filter((answer) => answer === 'added').length, 1)
    assert.deepEqual(await store.find(key, 1000), { body: `sealed ${answers.indexOf('added')}` })
  })

  test(`${name}: OpenID records are removed one by one, by login and by age`, async () => {
    const store = open()
    const { grant: _, ...alone } = record
    const others = [
      { ...record, kind: 'AccessToken' },
      { ...record, id: 'other', grant: 'another login' },
      { ...alone, id: 'none', expiresAt: 1050 },
    ]
    for (const one of [record, ...others]) await store.save(one)
    const kept = async () => {
      const found = await Promise.all([record, ...others].map((one) => store.find(one, 1000)))
      return found.map((one) => one !== undefined)
    }
    await store.remove(key)
    assert.deepEqual(await kept(), [false, true, true, true])
    await store.removeGrant('login')
    assert.deepEqual(await kept(), [false, false, true, true])
    await store.prune(1050)
    assert.deepEqual(await kept(), [false, false, true, true])
    await store.prune(1051)
    assert.deepEqual(await kept(), [false, false, true, false])
  })
}
