/** Tests of every store of the PID Provider for pushed requests and the browser sessions that begin with them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PidProviderStores } from '../pid-provider/index.ts'
import { claim, grant, login, once, pushed, race, session, winners } from './pid-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function pidProviderAuthorizationsContract(name: string, open: () => PidProviderStores): void {
  test(`${name}: a pushed request is found until it expires`, async () => {
    const { pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    assert.deepEqual(await pushedRequests.find('urn:1', 1059), pushed('urn:1'))
    assert.equal(await pushedRequests.find('urn:1', 1060), undefined)
    assert.equal(await pushedRequests.find('urn:2', 1000), undefined)
  })

  test(`${name}: PP-11 a kept pushed request is found unchanged until its new expiry, and not after its use`, async () => {
    const { authorizationSessions, pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    await pushedRequests.push({ claims: [], pushed: pushed('urn:2') })
    await pushedRequests.keep({ requestUri: 'urn:1', until: 1960 })
    await pushedRequests.keep({ requestUri: 'urn:1', until: 1100 })
    await pushedRequests.keep({ requestUri: 'urn:3', until: 1960 })
    assert.deepEqual(await pushedRequests.find('urn:1', 1959), pushed('urn:1'))
    assert.equal(await pushedRequests.find('urn:1', 1960), undefined)
    assert.equal(await pushedRequests.find('urn:2', 1060), undefined)
    assert.equal(await pushedRequests.find('urn:3', 1000), undefined)
    await authorizationSessions.begin(session('a'))
    await authorizationSessions.end({ id: 'a', requestUri: 'urn:1', claims: claim('request_uri', 'urn:1') })
    await pushedRequests.keep({ requestUri: 'urn:1', until: 1960 })
    assert.equal(await pushedRequests.find('urn:1', 1000), undefined)
  })

  test(`${name}: PP-48 of 50 pushes with one jti ${once}`, async () => {
    const { pushedRequests } = open()
    const results = await race((n) =>
      pushedRequests.push({ claims: claim('request_object_jti', 'same'), pushed: pushed(`urn:${n}`) }),
    )
    assert.equal(winners(results, 'pushed'), 1)
  })

  test(`${name}: PP-65 of 50 answers to one login ${once}, and only in an existing session`, async () => {
    const { authorizationSessions: store } = open()
    await store.begin(session('a'))
    const claims = claim('login_response', 'state')
    assert.equal(await store.takeLoginAnswer({ id: 'b', claims }), 'gone')
    assert.equal(winners(await race(() => store.takeLoginAnswer({ id: 'a', claims })), 'taken'), 1)
    assert.deepEqual(await store.takeLoginAnswer({ id: 'a', claims }), { lost: 'login_response' })
    assert.deepEqual(await store.find('a', 1000), session('a'))
  })

  test(`${name}: PP-60 a login gives the session another id, and the previous id finds nothing`, async () => {
    const { authorizationSessions: store } = open()
    await store.begin(session('a'))
    assert.deepEqual(await store.find('a', 1000), session('a'))
    assert.equal(await store.recordLogin({ id: 'b', newId: 'c', login }), 'gone')
    assert.equal(await store.find('c', 1000), undefined)
    const results = await race((n) => store.recordLogin({ id: 'a', newId: `new-${n}`, login }))
    assert.equal(winners(results, 'recorded'), 1)
    const newId = `new-${results.indexOf('recorded')}`
    assert.deepEqual(await store.find(newId, 1000), { ...session(newId), login })
    assert.equal(await store.find('a', 1000), undefined)
    assert.equal(await store.takeLoginAnswer({ id: 'a', claims: [] }), 'gone')
    assert.equal(await store.end({ id: 'a', requestUri: 'urn:1', claims: [] }), 'gone')
    assert.equal(await store.find(newId, 1300), undefined)
    assert.equal(await store.end({ id: newId, requestUri: 'urn:1', claims: [] }), 'ended')
    assert.equal(await store.find(newId, 1000), undefined)
  })

  test(`${name}: PP-11 of 50 authorizations racing for one request_uri ${once}, and only its grant exists`, async () => {
    const { authorizationSessions, grants, pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    await race((n) => authorizationSessions.begin(session(`${n}`)))
    const results = await race((n) =>
      authorizationSessions.end({
        id: `${n}`,
        requestUri: 'urn:1',
        claims: claim('request_uri', 'urn:1'),
        grant: grant(`code-${n}`),
      }),
    )
    assert.equal(winners(results, 'ended'), 1)
    const found = await race((n) => grants.findByCode(`code-${n}`))
    assert.equal(found.filter(Boolean).length, 1)
    const again = { id: `${results.indexOf('ended')}`, requestUri: 'urn:1', claims: [] }
    assert.equal(await authorizationSessions.end(again), 'gone')
    assert.equal(await pushedRequests.find('urn:1', 1000), undefined)
  })

  test(`${name}: PP-14 of 50 refusals of one session ${once}, and all find the refused session`, async () => {
    const { authorizationSessions: store, pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    await store.begin(session('a'))
    await store.recordLogin({ id: 'a', newId: 'b', login })
    const refused = { ...session('refused'), expiresAt: 1100 }
    const ended = { requestUri: 'urn:1', claims: claim('request_uri', 'urn:1'), refused }
    const results = await race(async () => [await store.end({ id: 'b', ...ended }), await store.find('refused', 1000)])
    assert.equal(winners(results.flat(), 'ended'), 1)
    for (const [, found] of results) assert.deepEqual(found, refused)
    assert.equal(await store.find('b', 1000), undefined)
    assert.equal(await store.find('refused', 1100), undefined)
    assert.equal(await pushedRequests.find('urn:1', 1000), undefined)
    assert.deepEqual(await store.end({ id: 'refused', ...ended }), { lost: 'request_uri' })
    await store.begin(session('c'))
    const late = { id: 'c', ...ended, refused: { ...refused, id: 'late' } }
    assert.deepEqual(await store.end(late), { lost: 'request_uri' })
    assert.deepEqual(await store.find('c', 1000), session('c'))
    assert.equal(await store.find('late', 1000), undefined, 'a refusal that lost its claim leaves no session')
  })

  test(`${name}: PP-66 the end of a failed login is kept unchanged as long as its session`, async () => {
    const { authorizationSessions: store } = open()
    await store.begin(session('a'))
    assert.equal(await store.find('b', 1000), undefined)
    const answer = { status: 403, error: 'access_denied', text: 'No.', headers: { 'retry-after': '30' } } as const
    const explain = { code: 'user_cancelled', answer, description: 'No. «è» (user_cancelled)' }
    const ended = {
      kind: 'ended',
      location: 'https://wallet.example/cb?state=%C3%A8',
      trace: 'trace',
      explain,
    } as const
    const refused = { ...session('b'), ended }
    const claims = claim('request_uri', 'urn:1')
    assert.equal(await store.end({ id: 'a', requestUri: 'urn:1', claims, refused }), 'ended')
    assert.deepEqual(await store.find('b', 1299), refused)
    assert.equal(await store.find('b', 1300), undefined)
    assert.equal(await store.find('a', 1000), undefined)
  })
}
