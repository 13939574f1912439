/**
 * What every store of the PID Provider must do, whatever it is made of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PidProviderStores } from '../pid-provider/index.ts'
import { issuedCredentialsContract } from './issued-credentials.ts'
import {
  claim,
  credential,
  grant,
  login,
  nul,
  once,
  pushed,
  race,
  session,
  token,
  winners,
  withGrant,
} from './pid-provider-records.ts'

export function pidProviderStoresContract(name: string, open: () => PidProviderStores): void {
  issuedCredentialsContract(name, open)

  test(`${name}: a pushed request is found until it expires`, async () => {
    const { pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    assert.deepEqual(await pushedRequests.find('urn:1', 1059), pushed('urn:1'))
    assert.equal(await pushedRequests.find('urn:1', 1060), undefined)
    assert.equal(await pushedRequests.find('urn:2', 1000), undefined)
  })

  test(`${name}: PP-11 a pushed request that is kept is found until then, as it was, and no longer once it is used`, async () => {
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

  test(`${name}: PP-65 of 50 answers to one login ${once}, and only in a session that is there`, async () => {
    const { authorizationSessions: store } = open()
    await store.begin(session('a'))
    const claims = claim('login_response', 'state')
    assert.equal(await store.takeLoginAnswer({ id: 'b', claims }), 'gone')
    assert.equal(winners(await race(() => store.takeLoginAnswer({ id: 'a', claims })), 'taken'), 1)
    assert.deepEqual(await store.takeLoginAnswer({ id: 'a', claims }), { lost: 'login_response' })
    assert.deepEqual(await store.find('a', 1000), session('a'))
  })

  test(`${name}: PP-60 a login gives the session another id, and the one from before names nothing`, async () => {
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

  test(`${name}: PP-11 of 50 authorizations racing for one request_uri ${once}, and only its grant is there`, async () => {
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

  test(`${name}: PP-14 of 50 refusals of one session ${once}, and what is left of it is there for all`, async () => {
    const { authorizationSessions: store, pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    await store.begin(session('a'))
    await store.recordLogin({ id: 'a', newId: 'b', login })
    const refused = { ...session('refused'), expiresAt: 1100 }
    const ended = { requestUri: 'urn:1', claims: claim('request_uri', 'urn:1'), refused }
    const results = await race(async () => [await store.end({ id: 'b', ...ended }), await store.find('refused', 1000)])
    assert.equal(winners(results.flat(), 'ended'), 1)
    for (const [, left] of results) assert.deepEqual(left, refused)
    assert.equal(await store.find('b', 1000), undefined)
    assert.equal(await store.find('refused', 1100), undefined)
    assert.equal(await pushedRequests.find('urn:1', 1000), undefined)
    assert.deepEqual(await store.end({ id: 'refused', ...ended }), { lost: 'request_uri' })
    await store.begin(session('c'))
    const late = { id: 'c', ...ended, refused: { ...refused, id: 'late' } }
    assert.deepEqual(await store.end(late), { lost: 'request_uri' })
    assert.deepEqual(await store.find('c', 1000), session('c'))
    assert.equal(await store.find('late', 1000), undefined, 'something is left of a refusal that did not happen')
  })

  test(`${name}: PP-17 of 50 uses of one code ${once}`, async () => {
    const stores = open()
    await stores.authorizationSessions.begin(session('a'))
    const claims = claim('request_uri', 'urn:1')
    await stores.authorizationSessions.end({ id: 'a', requestUri: 'urn:1', claims, grant: grant('code') })
    const { code, ...kept } = (await stores.grants.findByCode('code')) ?? {}
    assert.deepEqual({ code, ...kept }, grant('code'))
    const results = await race((n) =>
      stores.grants.redeem({ code: 'code', claims: claim('code', 'code'), token: token(`token-${n}`) }),
    )
    assert.equal(winners(results, 'redeemed'), 1)
    const jti = `token-${results.indexOf('redeemed')}`
    assert.deepEqual((await stores.grants.findByToken(jti))?.token, token(jti))
    assert.equal(await stores.grants.redeem({ code: 'other', claims: [], token: token('x') }), 'gone')
    const late = await stores.grants.redeem({ code: 'code', claims: [], token: token('x') })
    assert.deepEqual(late, { lost: 'code' }, 'a code stays used when its claim is forgotten')
  })

  test(`${name}: PP-75 a token request that is sent again whole has lost its code, before anything else`, async () => {
    const stores = open()
    await stores.authorizationSessions.begin(session('a'))
    const ended = { id: 'a', requestUri: 'urn:1', claims: claim('request_uri', 'urn:1'), grant: grant('code') }
    await stores.authorizationSessions.end(ended)
    const claims = [...claim('code', 'code'), ...claim('dpop_jti', 'proof')]
    const redeem = (n: number) => stores.grants.redeem({ code: 'code', claims, token: token(`token-${n}`) })
    const together = await Promise.all([redeem(1), redeem(2)])
    const first = 1 + together.indexOf('redeemed') // whichever a database takes up first
    assert.deepEqual(together[2 - first], { lost: 'code' })
    assert.deepEqual(await redeem(3), { lost: 'code' })
    await stores.authorizationSessions.begin(session('b'))
    await stores.authorizationSessions.end({ ...ended, id: 'b', claims: [], grant: grant('another') })
    const replayed = { code: 'another', claims: claim('dpop_jti', 'proof'), token: token('x') }
    assert.deepEqual(await stores.grants.redeem(replayed), { lost: 'dpop_jti' })
    assert.equal((await stores.grants.findByCode('another'))?.token, undefined)
    await stores.grants.revokeByCode('code', 1100)
    assert.equal((await stores.grants.findByToken(`token-${first}`))?.revokedAt, 1100)
    assert.equal((await stores.grants.findByCode('code'))?.revokedAt, 1100)
  })

  test(`${name}: PP-27 of 50 proofs with one c_nonce ${once}, and one entry is in the register`, async () => {
    const stores = open()
    await withGrant(stores)
    const results = await race((n) =>
      stores.issuedCredentials.register({ claims: claim('c_nonce', 'same'), credential: credential(n.toString(36)) }),
    )
    assert.equal(winners(results, 'registered'), 1)
    assert.equal((await stores.issuedCredentials.search({ subject: 'pairwise' })).length, 1)
  })

  test(`${name}: PP-75 a revoked grant issues nothing and spends nothing`, async () => {
    const stores = open()
    await withGrant(stores)
    await stores.grants.revokeByCode('code-1', 1100)
    assert.equal((await stores.grants.findByToken('token-1'))?.revokedAt, 1100)
    const refused = await stores.issuedCredentials.register({
      claims: claim('c_nonce', 'n'),
      credential: credential('1'),
    })
    assert.equal(refused, 'grant_revoked')
    await withGrant(stores, 'code-2', 'token-2')
    const second = credential('2', { tokenId: 'token-2' })
    assert.equal(
      await stores.issuedCredentials.register({ claims: claim('c_nonce', 'n'), credential: second }),
      'registered',
    )
    assert.deepEqual(await stores.issuedCredentials.find('2'), second)
    assert.deepEqual(await stores.issuedCredentials.search({ holderThumbprint: 'holder-2' }), [second])
  })

  test(`${name}: personal data of a grant goes when its code and token are over`, async () => {
    const stores = open()
    await withGrant(stores)
    await stores.grants.prune(1599)
    assert.ok(await stores.grants.findByToken('token-1'))
    await stores.grants.prune(1601)
    assert.equal(await stores.grants.findByToken('token-1'), undefined)
  })

  test(`${name}: a NUL in a text, which JSON lets through, comes back as it was, and is found by nobody else`, async () => {
    const { pushedRequests, authorizationSessions, grants, issuedCredentials } = open()
    const strange = { ...pushed(nul), clientId: nul, state: nul, walletProviderName: nul }
    await pushedRequests.push({ claims: claim('request_object_jti', nul), pushed: strange })
    assert.deepEqual(await pushedRequests.find(nul, 1000), strange)
    assert.equal(await pushedRequests.find('\0', 1000), undefined)
    const begun = { ...session(nul), request: strange, pendingLogin: { state: nul }, consentToken: nul }
    await authorizationSessions.begin(begun)
    const answered = { provider: nul, authenticatedAt: 1000, claims: { ...login.claims, given_name: nul } }
    const newId = `${nul}2`
    await authorizationSessions.recordLogin({ id: nul, newId, login: answered })
    assert.deepEqual(await authorizationSessions.find(newId, 1000), { ...begun, id: newId, login: answered })
    assert.equal(await authorizationSessions.find('\0', 1000), undefined)
    const given = { ...grant(nul), subject: nul, login: answered }
    const end = { id: newId, requestUri: nul, claims: claim('request_uri', nul) }
    assert.equal(await authorizationSessions.end({ ...end, grant: given }), 'ended')
    assert.equal(await grants.redeem({ code: nul, claims: claim('code', nul), token: token(nul) }), 'redeemed')
    assert.deepEqual(await grants.findByCode(nul), { ...given, token: token(nul) })
    assert.equal(await grants.findByToken('\0'), undefined)
    const names = { id: nul, format: nul, holderThumbprint: nul, subject: nul, clientId: nul, walletProvider: nul }
    const issued = credential('1', { ...names, tokenId: nul })
    assert.equal(await issuedCredentials.register({ claims: claim('c_nonce', nul), credential: issued }), 'registered')
    assert.deepEqual(await issuedCredentials.find(nul), issued)
    assert.deepEqual(await issuedCredentials.search({ holderThumbprint: nul, subject: nul }), [issued])
    const change = { credentialId: nul, status: 'revoked', at: 1, actor: nul, reason: nul } as const
    assert.equal(await issuedCredentials.changeStatus({ ...change, credentialId: '\0' }), 'unknown')
    assert.equal(await issuedCredentials.changeStatus(change), 'changed')
    assert.deepEqual(await issuedCredentials.changes(nul), [change])
  })
}
