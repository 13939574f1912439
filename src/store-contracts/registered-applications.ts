/** Tests of the Relying Party's store for registered applications. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Application, RelyingPartyStores } from '../relying-party/index.ts'

const keyOf = (letter: string): string => `${letter.repeat(42)}A`

const application = (id: string, keys: string, changes: Partial<Application> = {}): Application => ({
  id,
  apiKeyDigests: [...keys].map(keyOf),
  returnUrls: ['https://portal.example/'],
  loopbackReturnUrls: false,
  ...changes,
})

/**
 * Defines the tests with `node:test`, for stores that have `applications`. `open` returns new empty stores. `name`
 * begins the titles.
 */
export function registeredApplicationsContract(name: string, open: () => RelyingPartyStores): void {
  const opened = () => {
    const { applications } = open()
    assert.ok(applications)
    return applications
  }

  test(`${name}: RP-150 an application is found by each of its keys until it is replaced or removed`, async () => {
    const store = opened()
    const [first, second] = [application('portal', 'ab'), application('portal', 'bc')]
    assert.equal(await store.put(first), 'stored')
    for (const letter of 'ab') assert.deepEqual(await store.findByKey(keyOf(letter)), first)
    assert.equal(await store.put(second), 'stored')
    assert.equal(await store.findByKey(keyOf('a')), undefined)
    for (const letter of 'bc') assert.deepEqual(await store.findByKey(keyOf(letter)), second)
    assert.deepEqual(await store.find('portal'), second)
    assert.equal(await store.remove('portal'), 'removed')
    assert.equal(await store.remove('portal'), 'unknown')
    assert.equal(await store.findByKey(keyOf('b')), undefined)
    assert.equal(await store.find('portal'), undefined)
    assert.equal(await store.put(application('other', 'b')), 'stored')
  })

  test(`${name}: RP-150 an application with the key of another application is not stored`, async () => {
    const store = opened()
    const [one, other] = [application('one', 'a'), application('other', 'b')]
    for (const each of [one, other]) assert.equal(await store.put(each), 'stored')
    assert.equal(await store.put(application('other', 'ca')), 'key_taken')
    assert.equal(await store.put(application('third', 'b')), 'key_taken')
    assert.deepEqual(await store.list({ after: '', limit: 10 }), [one, other])
    assert.equal(await store.findByKey(keyOf('c')), undefined)
  })

  test(`${name}: RP-150 of 20 concurrent applications with one key, one is stored`, async () => {
    const store = opened()
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => store.put(application(`a${n}`, 'a'))))
    assert.equal(results.filter((result) => result === 'stored').length, 1)
    assert.equal((await store.list({ after: '', limit: 100 })).length, 1)
  })

  test(`${name}: RP-150 applications are listed by id in pages, and those with an erasureUrl separately`, async () => {
    const store = opened()
    const erasureUrl = 'https://portal.example/erasures'
    const all = ['a', 'b', 'c', 'd'].map((id) => application(id, id, id > 'b' ? { erasureUrl } : {}))
    for (const one of all.toReversed()) await store.put(one)
    assert.deepEqual(await store.list({ after: '', limit: 3 }), all.slice(0, 3))
    assert.deepEqual(await store.list({ after: 'c', limit: 3 }), all.slice(3))
    assert.deepEqual(await store.erasing({ after: '', limit: 3 }), all.slice(2))
    await store.put(application('c', 'c'))
    assert.deepEqual(await store.erasing({ after: '', limit: 3 }), all.slice(3))
  })
}
