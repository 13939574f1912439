/** Tests of the Relying Party's stores: the life of a presentation from its beginning to its deletion. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { fetch, result, session } from './relying-party-records.ts'
import { nul } from './text-with-nul.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function presentationSessionsContract(name: string, open: () => RelyingPartyStores): void {
  const fresh = async () => {
    const store = open().presentationSessions
    await store.begin(session('a'))
    return store
  }

  test(`${name}: a session is found by its id and by its state`, async () => {
    const store = await fresh()
    assert.deepEqual(await store.find('a'), session('a'))
    assert.deepEqual(await store.findByState('state-a'), session('a'))
    assert.equal(await store.find('b'), undefined)
    assert.equal(await store.findByState('state-b'), undefined)
  })

  test(`${name}: RP-77 a session is issued, fetched and completed, and its status never goes back`, async () => {
    const store = await fresh()
    assert.equal(
      await store.recordFetch({ ...fetch, id: 'a', claims: [], attestedLevel: 'high', attestedKey: 'key', now: 1010 }),
      'fetched',
    )
    assert.equal(await store.recordFetch({ ...fetch, id: 'a', claims: [], now: 1020 }), 'fetched')
    const { attestedLevel, attestedKey } = (await store.find('a')) ?? {}
    assert.deepEqual([attestedLevel, attestedKey], ['high', 'key'])
    assert.equal(await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1030 }), 'completed')
    assert.equal(await store.recordFetch({ ...fetch, id: 'a', claims: [], now: 1040 }), 'over')
    assert.equal(await store.reject({ id: 'a', rejection: 'access_denied', now: 1040 }), 'over')
    const { status, result: kept, responseCode, completedAt } = (await store.find('a')) ?? {}
    assert.deepEqual(
      { status, kept, responseCode, completedAt },
      { status: 'completed', kept: result(1), responseCode: 'code', completedAt: 1030 },
    )
  })

  test(`${name}: RP-77 a rejected or expired session accepts nothing`, async () => {
    const store = await fresh()
    assert.equal(await store.reject({ id: 'a', rejection: 'access_denied', now: 1010 }), 'rejected')
    assert.equal(await store.complete({ id: 'a', result: result(1), responseCode: 'code', now: 1020 }), 'over')
    await store.begin(session('b'))
    const expired = { id: 'b', result: result(1), responseCode: 'code', now: 1300 }
    assert.equal(await store.complete(expired), 'over')
    assert.equal(await store.recordFetch({ ...fetch, id: 'b', claims: [], now: 1300 }), 'over')
    assert.equal(await store.complete({ id: 'c', result: result(1), responseCode: 'code', now: 1020 }), 'over')
  })

  test(`${name}: RP-51 of 50 racing responses, one completes the session with its own result`, async () => {
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

  test(`${name}: RP-44 a proof is spent once, and a late fetch spends none`, async () => {
    const store = await fresh()
    const claims = [{ name: 'dpop_jti', value: 'jti', expiresAt: 2000 }] as const
    assert.equal(await store.recordFetch({ ...fetch, id: 'a', claims, now: 1300 }), 'over')
    assert.equal(await store.recordFetch({ ...fetch, id: 'a', claims, now: 1010 }), 'fetched')
    assert.deepEqual(await store.recordFetch({ ...fetch, id: 'a', claims, now: 1020 }), { lost: 'dpop_jti' })
  })

  test(`${name}: RP-32 RP-33 the first fetch sets the time for an answer and the mode, and a later fetch sets neither`, async () => {
    const store = await fresh()
    const fetched = (expiresAt: number, responseMode: 'direct_post' | 'direct_post.jwt') =>
      store.recordFetch({ id: 'a', claims: [], expiresAt, responseMode, now: 1010 })
    await fetched(1600, 'direct_post')
    assert.deepEqual([(await store.find('a'))?.expiresAt, (await store.find('a'))?.responseMode], [1600, 'direct_post'])
    await fetched(1900, 'direct_post.jwt')
    assert.deepEqual([(await store.find('a'))?.expiresAt, (await store.find('a'))?.responseMode], [1600, 'direct_post'])
  })

  test(`${name}: RP-135 of concurrent shows without a cookie, one is the first`, async () => {
    const store = await fresh()
    const shows = await Promise.all([1010, 1020, 1030].map((now) => store.showElsewhere({ id: 'a', now })))
    assert.deepEqual(shows.toSorted(), ['again', 'again', 'first'])
    assert.equal((await store.find('a'))?.shownElsewhereAt, [1010, 1020, 1030][shows.indexOf('first')])
    assert.equal(await store.showElsewhere({ id: 'b', now: 1010 }), 'again')
  })

  test(`${name}: RP-20 presented claims are deleted by age`, async () => {
    const store = await fresh()
    await store.begin({ ...session('b'), createdAt: 2000 })
    for (const id of ['a', 'b']) assert.ok(await store.find(id))
    await store.prune(1500)
    assert.equal(await store.find('a'), undefined)
    assert.ok(await store.find('b'))
  })

  test(`${name}: a text with a NUL, which JSON allows, is read as it was written, and only that text finds its record`, async () => {
    const store = open().presentationSessions
    const strange = { ...session(nul), query: { scope: nul } }
    await store.begin(strange)
    for (const find of [store.find, store.findByState, store.findByResponseCode])
      assert.equal(await find('\0'), undefined)
    assert.deepEqual(await store.find(nul), strange)
    assert.deepEqual(await store.findByState(`state-${nul}`), strange)
    const claims = [{ name: 'dpop_jti', value: nul, expiresAt: 2000 }] as const
    assert.equal(await store.recordFetch({ ...fetch, id: nul, claims, attestedLevel: nul, now: 1010 }), 'fetched')
    const given = { pid: { claims: { given_name: nul } } }
    await store.complete({ id: nul, result: given, responseCode: nul, now: 1020 })
    const { attestedLevel, result: kept } = (await store.findByResponseCode(nul)) ?? {}
    assert.deepEqual([attestedLevel, kept], [nul, given])
    assert.equal(await store.renewCookie({ id: nul, from: `cookie-${nul}`, to: nul }), 'renewed')
    await store.begin(session('b'))
    await store.reject({ id: 'b', rejection: nul, now: 1010 })
    assert.equal((await store.find('b'))?.rejection, nul)
  })
}
