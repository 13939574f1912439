/**
 * What every store of the Relying Party must do, whatever it is made of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PresentationSession, RelyingPartyStores } from '../../src/relying-party/index.ts'

const session = (id: string): PresentationSession => ({
  id,
  variant: 'dcql',
  flow: 'same-device',
  requestUriMethod: 'post',
  state: `state-${id}`,
  presentationNonce: 'nonce',
  query: { credentials: [] },
  cookie: `cookie-${id}`,
  createdAt: 1000,
  expiresAt: 1300,
  status: 'issued',
})
const result = (n: number) => ({ pid: { claims: { given_name: `name ${n}` } } })

export function relyingPartyStoresContract(name: string, open: () => RelyingPartyStores): void {
  const fresh = async (id = 'a') => {
    const store = open().presentationSessions
    await store.begin(session(id))
    return store
  }

  test(`${name}: a session is found by its id and by its state`, async () => {
    const store = await fresh()
    assert.deepEqual(await store.find('a'), session('a'))
    assert.deepEqual(await store.findByState('state-a'), session('a'))
    assert.equal(await store.find('b'), undefined)
    assert.equal(await store.findByState('state-b'), undefined)
  })

  test(`${name}: RP-77 issued, fetched, completed, and no way back`, async () => {
    const store = await fresh()
    assert.equal(await store.recordFetch({ id: 'a', claims: [], attestedLevel: 'high', now: 1010 }), 'fetched')
    assert.equal(await store.recordFetch({ id: 'a', claims: [], now: 1020 }), 'fetched')
    assert.equal((await store.find('a'))?.attestedLevel, 'high')
    assert.equal(await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1030 }), 'completed')
    assert.equal(await store.recordFetch({ id: 'a', claims: [], now: 1040 }), 'over')
    assert.equal(await store.reject({ id: 'a', rejection: 'access_denied', now: 1040 }), 'over')
    const { status, result: kept, responseCode, completedAt } = (await store.find('a')) ?? {}
    assert.deepEqual(
      { status, kept, responseCode, completedAt },
      { status: 'completed', kept: result(1), responseCode: 'code', completedAt: 1030 },
    )
  })

  test(`${name}: RP-77 a rejected or expired session takes nothing any more`, async () => {
    const store = await fresh()
    assert.equal(await store.reject({ id: 'a', rejection: 'access_denied', now: 1010 }), 'rejected')
    assert.equal(await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1020 }), 'over')
    await store.begin(session('b'))
    assert.equal(await store.complete({ id: 'b', result: result(1), responseCode: 'code', now: 1300 }), 'over')
    assert.equal(await store.recordFetch({ id: 'b', claims: [], now: 1300 }), 'over')
    assert.equal(await store.complete({ id: 'c', result: result(1), responseCode: 'code', now: 1020 }), 'over')
  })

  test(`${name}: RP-51 of 50 racing responses one completes the session, with its own result`, async () => {
    const store = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        store.complete({ id: 'a', result: result(n), responseCode: `${n}`, now: 1010 }),
      ),
    )
    assert.equal(answers.filter((answer) => answer === 'completed').length, 1)
    const kept = await store.find('a')
    assert.deepEqual(kept?.result, result(answers.indexOf('completed')))
    assert.equal(kept?.responseCode, `${answers.indexOf('completed')}`)
  })

  test(`${name}: RP-44 a proof is spent once, and a fetch that comes too late spends none`, async () => {
    const store = await fresh()
    const claims = [{ name: 'dpop_jti', value: 'jti', expiresAt: 2000 }] as const
    assert.equal(await store.recordFetch({ id: 'a', claims, now: 1300 }), 'over')
    assert.equal(await store.recordFetch({ id: 'a', claims, now: 1010 }), 'fetched')
    assert.deepEqual(await store.recordFetch({ id: 'a', claims, now: 1020 }), { lost: 'dpop_jti' })
  })

  test(`${name}: RP-17 a response code is redeemed once, also in a race`, async () => {
    const store = await fresh()
    const claims = [{ name: 'response_code', value: 'code', expiresAt: 2000 }] as const
    const answers = await Promise.all(Array.from({ length: 50 }, () => store.redeemResponseCode({ claims })))
    assert.equal(answers.filter((answer) => answer === 'redeemed').length, 1)
  })

  test(`${name}: RP-78 the cookie is renewed from the one that holds`, async () => {
    const store = await fresh()
    assert.equal(await store.renewCookie({ id: 'a', from: 'cookie-b', to: 'new' }), 'lost')
    assert.equal(await store.renewCookie({ id: 'a', from: 'cookie-a', to: 'new' }), 'renewed')
    assert.equal((await store.find('a'))?.cookie, 'new')
    await store.reject({ id: 'a', rejection: 'access_denied', now: 1010 })
    assert.equal((await store.find('a'))?.cookie, 'new')
  })

  test(`${name}: RP-20 what was presented goes when it is erased or old`, async () => {
    const store = await fresh()
    await store.begin({ ...session('b'), createdAt: 2000 })
    await store.prune(1500)
    assert.equal(await store.find('a'), undefined)
    assert.ok(await store.find('b'))
    await store.erase('b')
    assert.equal(await store.find('b'), undefined)
  })
}
