/**
 * Of the contract of the Relying Party's stores: how a presentation that has ended finds the browser that began it, and what
 * was presented is handed over once.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { result, session } from './relying-party-records.ts'

export function presentationResultsContract(name: string, open: () => RelyingPartyStores): void {
  const fresh = async () => {
    const store = open().presentationSessions
    await store.begin(session('a'))
    return store
  }

  test(`${name}: RP-17 a response code is redeemed once, also in a race`, async () => {
    const store = await fresh()
    await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1010 })
    const claims = [{ name: 'response_code', value: 'code', expiresAt: 2000 }] as const
    const redeem = (from: string) => store.redeemResponseCode({ id: 'a', claims, renewCookie: { from, to: 'new' } })
    assert.equal(await redeem('cookie-b'), 'lost')
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem('cookie-a')))
    const won = answers.filter((answer) => answer !== 'lost' && !('lost' in answer))
    assert.deepEqual(won, [{ result: result(1) }])
    assert.deepEqual(await redeem('new'), { lost: 'response_code' })
  })

  test(`${name}: RP-20 RP-78 what was handed over is in the store no more, and the browser has a new cookie`, async () => {
    const store = await fresh()
    await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1010 })
    assert.equal((await store.findByResponseCode('code'))?.id, 'a')
    assert.equal(await store.findByResponseCode('other'), undefined)
    const claims = [{ name: 'response_code', value: 'code', expiresAt: 2000 }] as const
    await store.redeemResponseCode({ id: 'a', claims, renewCookie: { from: 'cookie-a', to: 'new' } })
    const { result: kept, cookie, cookieRenewed, status } = (await store.findByResponseCode('code')) ?? {}
    assert.deepEqual(
      { kept, cookie, cookieRenewed, status },
      { kept: undefined, cookie: 'new', cookieRenewed: true, status: 'completed' },
    )
  })

  test(`${name}: RP-78 the cookie is renewed from the one that holds`, async () => {
    const store = await fresh()
    assert.equal(await store.renewCookie({ id: 'a', from: 'cookie-b', to: 'new' }), 'lost')
    assert.equal(await store.renewCookie({ id: 'a', from: 'cookie-a', to: 'new' }), 'renewed')
    assert.equal((await store.find('a'))?.cookie, 'new')
    await store.reject({ id: 'a', rejection: 'access_denied', now: 1010 })
    assert.equal((await store.find('a'))?.cookie, 'new')
  })

  test(`${name}: RP-92 a rejected session is found by the code that its wallet was given`, async () => {
    const store = await fresh()
    const rejection = { id: 'a', rejection: 'access_denied', responseCode: 'code', now: 1010 }
    assert.equal(await store.reject(rejection), 'rejected')
    const { id, rejection: kept, responseCode } = (await store.findByResponseCode('code')) ?? {}
    assert.deepEqual([id, kept, responseCode], ['a', 'access_denied', 'code'])
    assert.equal(await store.reject({ ...rejection, responseCode: 'other' }), 'over')
    assert.equal(await store.findByResponseCode('other'), undefined)
  })
}
