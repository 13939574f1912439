/** Tests of every store of the PID Provider for grants, from the code to the end of the access token. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PidProviderStores } from '../pid-provider/index.ts'
import { claim, credential, grant, once, race, session, token, winners, withGrant } from './pid-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function pidProviderGrantsContract(name: string, open: () => PidProviderStores): void {
  test(`${name}: PP-17 of 50 uses of one code ${once}`, async () => {
    const stores = open()
    await stores.authorizationSessions.begin(session('a'))
    const claims = claim('request_uri', 'urn:1')
    await stores.authorizationSessions.end({ id: 'a', requestUri: 'urn:1', claims, grant: grant('code') })
    const { code, ...kept } = (await stores.grants.findByCode('code')) ?? {}
    assert.deepEqual({ code, ...kept }, grant('code'))
    const results = await race((n) => stores.grants.redeem({ code: 'code', claims: [], token: token(`token-${n}`) }))
    assert.equal(winners(results, 'redeemed'), 1)
    const jti = `token-${results.indexOf('redeemed')}`
    assert.deepEqual((await stores.grants.findByToken(jti))?.token, token(jti))
    assert.equal(await stores.grants.redeem({ code: 'other', claims: [], token: token('x') }), 'gone')
    const late = await stores.grants.redeem({ code: 'code', claims: [], token: token('x') })
    assert.deepEqual(late, { lost: 'code' })
  })

  test(`${name}: PP-75 D-61 a repeated token request fails because of its used proof, and with a new proof because of its used code`, async () => {
    const stores = open()
    await stores.authorizationSessions.begin(session('a'))
    const ended = { id: 'a', requestUri: 'urn:1', claims: claim('request_uri', 'urn:1'), grant: grant('code') }
    await stores.authorizationSessions.end(ended)
    const redeem = (n: number, proof = 'proof') =>
      stores.grants.redeem({ code: 'code', claims: claim('dpop_jti', proof), token: token(`token-${n}`) })
    const together = await Promise.all([redeem(1), redeem(2)])
    const winner = 1 + together.indexOf('redeemed') // the database chooses which comes first
    assert.deepEqual(together[2 - winner], { lost: 'dpop_jti' })
    assert.deepEqual(await redeem(3), { lost: 'dpop_jti' })
    assert.deepEqual(await redeem(3, 'a new proof'), { lost: 'code' })
    await stores.authorizationSessions.begin(session('b'))
    await stores.authorizationSessions.end({ ...ended, id: 'b', claims: [], grant: grant('another') })
    const replayed = { code: 'another', claims: claim('dpop_jti', 'proof'), token: token('x') }
    assert.deepEqual(await stores.grants.redeem(replayed), { lost: 'dpop_jti' })
    assert.equal((await stores.grants.findByCode('another'))?.token, undefined)
    const anew = { ...replayed, claims: claim('dpop_jti', 'another proof') }
    assert.equal(await stores.grants.redeem(anew), 'redeemed')
    assert.equal(
      (await stores.grants.findByCode('another'))?.token?.jti,
      'x',
      'a grant is found with its token, even if it was found without a token before',
    )
    await stores.grants.revokeByCode('code', 1100)
    assert.equal((await stores.grants.findByToken(`token-${winner}`))?.revokedAt, 1100)
    assert.equal((await stores.grants.findByCode('code'))?.revokedAt, 1100)
    await stores.grants.revokeByCode('code', 1200)
    assert.equal((await stores.grants.findByCode('code'))?.revokedAt, 1100, 'the time of the first revocation stays')
  })

  test(`${name}: PP-27 of 50 proofs with one c_nonce ${once}, and the register has one entry`, async () => {
    const stores = open()
    await withGrant(stores)
    const results = await race((n) =>
      stores.issuedCredentials.register({ claims: claim('c_nonce', 'same'), credential: credential(n.toString(36)) }),
    )
    assert.equal(winners(results, 'registered'), 1)
    assert.equal((await stores.issuedCredentials.search({ subject: 'pairwise' })).length, 1)
  })

  test(`${name}: PP-75 under a revoked grant nothing is issued and nothing is spent`, async () => {
    const stores = open()
    await withGrant(stores)
    for (const found of [await stores.grants.findByToken('token-1'), await stores.grants.findByCode('code-1')])
      assert.ok(found && found.revokedAt === undefined)
    await stores.grants.revokeByCode('code-1', 1100)
    assert.equal((await stores.grants.findByCode('code-1'))?.revokedAt, 1100)
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

  test(`${name}: personal data of a grant is deleted after the expiry of its code and token`, async () => {
    const stores = open()
    await withGrant(stores)
    await stores.grants.prune(1599)
    assert.ok(await stores.grants.findByToken('token-1'))
    await stores.grants.prune(1601)
    assert.equal(await stores.grants.findByToken('token-1'), undefined)
  })

  test(`${name}: PP-17 a used code is found until it expires, even if its token expires first`, async () => {
    const stores = open()
    await withGrant(stores, 'code-1', 'token-1', 1030)
    await stores.grants.prune(1059)
    assert.equal((await stores.grants.findByCode('code-1'))?.token?.jti, 'token-1')
    await stores.grants.prune(1061)
    assert.equal(await stores.grants.findByCode('code-1'), undefined)
  })
}
