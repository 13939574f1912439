/** Tests of the Relying Party's stores: cookie renewal, and the search of an ended session by its response code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { result, session } from './relying-party-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function presentationReturnContract(name: string, open: () => RelyingPartyStores): void {
  const fresh = async () => {
    const store = open().presentationSessions
    await store.begin(session('a'))
    return store
  }

  test(`${name}: RP-78 the current cookie is renewed, and a repeated renewal has the same result`, async () => {
    const store = await fresh()
    const renew = (from: string, to: string) => store.renewCookie({ id: 'a', from, to })
    assert.equal(await renew('cookie-b', 'new'), 'lost')
    const answers = await Promise.all(Array.from({ length: 50 }, () => renew('cookie-a', 'new')))
    assert.ok(answers.every((answer) => answer === 'renewed'))
    assert.equal(await renew('cookie-a', 'other'), 'lost')
    assert.equal((await store.find('a'))?.cookie, 'new')
    await store.reject({ id: 'a', rejection: 'access_denied', now: 1010 })
    assert.equal((await store.find('a'))?.cookie, 'new')
  })

  test(`${name}: RP-97 the first time of return and the result stay the same`, async () => {
    const store = await fresh()
    await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1010 })
    assert.equal((await store.findByResponseCode('code'))?.id, 'a')
    assert.equal(await store.findByResponseCode('other'), undefined)
    await store.renewCookie({ id: 'a', from: 'cookie-a', to: 'new' })
    assert.equal((await store.find('a'))?.returnedAt, undefined)
    for (const returnedAt of [1020, 1030]) await store.renewCookie({ id: 'a', from: 'cookie-a', to: 'new', returnedAt })
    await store.renewCookie({ id: 'a', from: 'cookie-a', to: 'new' })
    const { result: kept, cookie, cookieRenewed, status, returnedAt } = (await store.findByResponseCode('code')) ?? {}
    assert.deepEqual(
      { kept, cookie, cookieRenewed, status, returnedAt },
      { kept: result(1), cookie: 'new', cookieRenewed: true, status: 'completed', returnedAt: 1020 },
    )
  })

  test(`${name}: RP-92 a rejected session is found by the code that its wallet got`, async () => {
    const store = await fresh()
    const rejection = { id: 'a', rejection: 'access_denied', responseCode: 'code', now: 1010 }
    assert.equal(await store.reject(rejection), 'rejected')
    const { id, rejection: kept, responseCode } = (await store.findByResponseCode('code')) ?? {}
    assert.deepEqual([id, kept, responseCode], ['a', 'access_denied', 'code'])
    assert.equal(await store.reject({ ...rejection, responseCode: 'other' }), 'over')
    assert.equal(await store.findByResponseCode('other'), undefined)
  })
}
