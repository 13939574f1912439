/**
 * Tests of the Relying Party's stores for applications that order presentations: the browser that opens the session,
 * the reference with which the application gets the result, and the audit log.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { entry, fetch, ordered, result, session } from './relying-party-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function presentationOrdersContract(name: string, open: () => RelyingPartyStores): void {
  const freshOrder = async () => {
    const stores = open()
    await stores.presentationSessions.order({ session: ordered('a') })
    return stores
  }
  const opening = { id: 'a', cookie: 'cookie-a', expiresAt: 1500, now: 1010, audit: entry('begun', 'a', 1010) } as const

  test(`${name}: RP-90 an ordered session accepts no wallet, and one of several browsers opens it`, async () => {
    const { presentationSessions: store } = await freshOrder()
    assert.deepEqual(await store.find('a'), ordered('a'))
    assert.equal(await store.recordFetch({ ...fetch, id: 'a', claims: [], now: 1010 }), 'over')
    assert.equal(await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1010 }), 'over')
    assert.equal(await store.reject({ id: 'a', rejection: 'access_denied', now: 1010 }), 'over')
    assert.equal(await store.open({ ...opening, cookie: 'late', now: 1300 }), 'over')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => store.open({ ...opening, cookie: `c${n}` })))
    assert.equal(answers.filter((answer) => answer === 'opened').length, 1)
    const { status, cookie, expiresAt, order } = (await store.find('a')) ?? {}
    assert.deepEqual(
      { status, cookie, expiresAt, order },
      { status: 'issued', cookie: `c${answers.indexOf('opened')}`, expiresAt: 1500, order: ordered('a').order },
    )
    assert.equal(await store.open({ ...opening, id: 'none' }), 'over')
  })

  const completedOrder = async () => {
    const stores = await freshOrder()
    const store = stores.presentationSessions
    await store.open(opening)
    await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1020 })
    return { ...stores, store }
  }
  const referral = { id: 'a', reference: 'digest', expiresAt: 1100 } as const

  test(`${name}: RP-91 RP-97 a session has one reference for its browser, even for repeated and concurrent returns`, async () => {
    const { store } = await completedOrder()
    assert.equal(await store.refer({ ...referral, renewCookie: { from: 'cookie-b', to: 'new' } }), 'lost')
    const renewCookie = { from: 'cookie-a', to: 'new' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => store.refer({ ...referral, renewCookie, returnedAt: 1030 + n })),
    )
    assert.ok(answers.every((answer) => answer === 'referred'))
    assert.equal(await store.findByReference('other'), undefined)
    const { cookie, reference, referenceExpiresAt, result: kept } = (await store.findByReference('digest')) ?? {}
    assert.deepEqual(
      { cookie, reference, referenceExpiresAt, kept },
      { cookie: 'new', reference: 'digest', referenceExpiresAt: 1100, kept: result(1) },
    )
    const firstReturn = (await store.find('a'))?.returnedAt ?? 0
    assert.ok(firstReturn >= 1030 && firstReturn < 1080)
    await store.refer({ ...referral, renewCookie, returnedAt: 1090 })
    assert.equal((await store.find('a'))?.returnedAt, firstReturn)
    const newer = { from: 'new', to: 'newer' }
    assert.equal(await store.refer({ ...referral, reference: 'second', renewCookie: newer }), 'referred')
    assert.equal(await store.findByReference('digest'), undefined)
    assert.equal((await store.findByReference('second'))?.id, 'a')
  })

  test(`${name}: RP-91 RP-93 RP-97 each of 50 racing redemptions gets the session, and the audit has one entry`, async () => {
    const { store, presentationAudit } = await completedOrder()
    const renewCookie = { from: 'cookie-a', to: 'new' }
    await store.refer({ ...referral, renewCookie })
    const audit = { ...entry('redeemed', 'a', 1030), outcome: 'presented' }
    const redeem = (reference: string, now = 1030) => store.redeemReference({ id: 'a', reference, now, audit })
    assert.equal(await redeem('other'), 'gone')
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem('digest')))
    for (const answer of answers) assert.deepEqual(answer !== 'gone' && answer.result, result(1))
    await redeem('digest', 1040)
    await store.refer({ ...referral, renewCookie, expiresAt: 1999 })
    const { redeemedAt, referenceExpiresAt } = (await store.find('a')) ?? {}
    assert.deepEqual({ redeemedAt, referenceExpiresAt }, { redeemedAt: 1030, referenceExpiresAt: 1100 })
    const list = await presentationAudit.list({ application: 'portal', since: 0, limit: 10 })
    assert.deepEqual(list, [opening.audit, audit])
  })

  test(`${name}: RP-93 the results of redeemed sessions are deleted, and no other results`, async () => {
    const { store } = await completedOrder()
    await store.begin(session('b'))
    await store.complete({ id: 'b', result: result(2), responseCode: 'code-b', now: 1010 })
    const kept = async (id: string) => (await store.find(id))?.result
    await store.refer({ ...referral, renewCookie: { from: 'cookie-a', to: 'new' } })
    await store.forgetRedeemed(2000)
    assert.deepEqual(await kept('a'), result(1))
    await store.redeemReference({ id: 'a', reference: 'digest', now: 1030, audit: entry('redeemed', 'a', 1030) })
    await store.forgetRedeemed(1029)
    assert.deepEqual(await kept('a'), result(1))
    await store.forgetRedeemed(1030)
    assert.deepEqual([await kept('a'), await kept('b')], [undefined, result(2)])
    assert.equal((await store.findByReference('digest'))?.redeemedAt, 1030)
  })

  test(`${name}: RP-93 an application erases its own orders and no others`, async () => {
    const { presentationSessions: store, presentationAudit } = await freshOrder()
    const erase = (application: string) => store.eraseOrder({ id: 'a', application, audit: entry('erased', 'a', 1040) })
    assert.equal(await erase('other'), 'unknown')
    assert.ok(await store.find('a'))
    assert.equal(await erase('portal'), 'erased')
    assert.equal(await erase('portal'), 'unknown')
    assert.equal(await store.find('a'), undefined)
    await store.begin(session('b'))
    assert.equal(await store.eraseOrder({ id: 'b', application: 'portal', audit: entry('erased', 'b') }), 'unknown')
    const list = await presentationAudit.list({ application: 'portal', since: 0, limit: 10 })
    assert.deepEqual(list, [entry('erased', 'a', 1040)])
  })

  test(`${name}: RP-93 the audit is listed by application and time, and pruned by age`, async () => {
    const { presentationSessions: store, presentationAudit } = await freshOrder()
    for (const [id, at] of [
      ['a', 1000],
      ['b', 1010],
      ['c', 1020],
    ] as const) {
      if (id !== 'a') await store.order({ session: ordered(id) })
      await store.open({ ...opening, id, audit: entry('begun', id, at) })
    }
    const ids = async (since: number, limit = 10, application = 'portal') =>
      (await presentationAudit.list({ application, since, limit })).map(({ presentation }) => presentation)
    assert.deepEqual(await ids(0), ['a', 'b', 'c'])
    assert.deepEqual(await ids(1010), ['b', 'c'])
    assert.deepEqual(await ids(0, 2), ['a', 'b'])
    assert.deepEqual(await ids(0, 10, 'other'), [])
    await presentationAudit.prune(1020)
    assert.deepEqual(await ids(0), ['c'])
  })

  test(`${name}: RP-110 an order that no browser began is not in the audit, and is deleted earlier`, async () => {
    const { presentationSessions: store, presentationAudit } = await freshOrder()
    const list = () => presentationAudit.list({ application: 'portal', since: 0, limit: 10 })
    assert.deepEqual(await list(), [])
    await store.open(opening)
    await store.open({ ...opening, cookie: 'another' })
    assert.deepEqual(await list(), [opening.audit])
    await store.order({ session: ordered('b') })
    await store.begin(session('c'))
    assert.ok(await store.find('b'))
    await store.forgetUnbegun(1000)
    assert.ok(await store.find('b'))
    await store.forgetUnbegun(1001)
    assert.equal(await store.find('b'), undefined)
    assert.deepEqual([(await store.find('a'))?.id, (await store.find('c'))?.id], ['a', 'c'])
  })
}
