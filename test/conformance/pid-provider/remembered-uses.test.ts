/**
 * A used value stays used for as long as it could be presented again, and a request fails if its authorization ends
 * between its verification and its last store call.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim } from '../../../src/base/index.ts'
import { openProvider } from '../../support/authorizing-browser.ts'
import {
  authorize,
  beginIssuance,
  bodyOf,
  callback,
  decide,
  locationOf,
  obtainCode,
  obtainPid,
  obtainTokens,
  openBrowser,
  pushed,
  redeem,
  requestCredential,
  sessionCookieOf,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

interface Claiming {
  readonly claims: readonly Claim<string>[]
}

/** Records the inputs of a store's method from now on. */
function recorded<Input extends Claiming>(store: object, verb: string): Input[] {
  const asked: Input[] = []
  const verbs = store as Record<string, (input: Input) => Promise<unknown>>
  const own = verbs[verb]?.bind(store)
  assert.ok(own)
  verbs[verb] = (input) => {
    asked.push(input)
    return own(input)
  }
  return asked
}

const expiryOf = (asked: readonly Claiming[], name: string): number =>
  asked.at(-1)?.claims.find((claim) => claim.name === name)?.expiresAt ?? 0

test('PP-11 a refused authorization ends the other authorization of the same request', async () => {
  const { loggedIn, onPage } = await openProvider()
  const { issuance, requestUri, browser } = await loggedIn()
  const second = await openBrowser(issuance, requestUri)
  await callback(issuance, second)
  const refusal = locationOf(await decide(issuance, browser, { decision: 'refuse' }))
  assert.equal(refusal.searchParams.get('error'), 'access_denied')
  await onPage(await decide(issuance, second), 'PP-11', 'request_uri_used')
})

test('PP-11 a used request_uri is remembered until the last session that began with it expires', async () => {
  const config = { authorizationLifetimeSeconds: 3600 }
  const at = await pidProviderFixture({ config, identityProviders: ['cie', 'other'] })
  const ended = recorded(at.stores.authorizationSessions, 'end')
  const issuance = await beginIssuance(at)
  const requestUri = await pushed(issuance)
  assert.equal((await authorize(issuance, requestUri)).status, 200, 'the choice keeps the request')
  const open = async () => {
    const response = await authorize(issuance, requestUri, { provider: 'cie' })
    const state = locationOf(response).searchParams.get('state') ?? ''
    return { cookie: sessionCookieOf(response) ?? '', state }
  }
  const first = await open()
  at.clock.advance(3590)
  const last = await open()
  const overAt = at.clock.now() + 3600
  await callback(issuance, first)
  assert.ok(locationOf(await decide(issuance, first)).searchParams.has('code'))
  assert.ok(expiryOf(ended, 'request_uri') >= overAt)
  at.clock.advance(3599)
  await callback(issuance, last)
  const used = { id: 'PP-11', code: 'request_uri_used', status: 400 }
  await assertRefusal(await decide(issuance, last), at.sink, used)
})

test('PP-75 a used code and its grant are remembered until the access token expires', async () => {
  const at = await pidProviderFixture()
  const redeemed = recorded<Claiming & { readonly token: { readonly expiresAt: number } }>(at.stores.grants, 'redeem')
  const issuance = await beginIssuance(at)
  const code = await obtainCode(issuance)
  const tokens = (await bodyOf(await redeem(issuance, code))) as unknown as Tokens
  const end = at.clock.now() + at.config.accessTokenLifetimeSeconds
  assert.equal(redeemed.at(-1)?.token.expiresAt, end)
  at.clock.advance(at.config.codeLifetimeSeconds + 1)
  await at.stores.grants.prune(at.clock.now())
  const used = { id: 'PP-17', code: 'code_used', status: 400, error: 'invalid_grant' }
  await assertRefusal(await redeem(issuance, code), at.sink, used)
  const revoked = { id: 'PP-75', code: 'grant_revoked', status: 401, error: 'invalid_token' }
  await assertRefusal(await requestCredential(issuance, tokens), at.sink, revoked)
})

test('PP-102 a used single-use token is remembered until its expiry plus the clock skew', async () => {
  const at = await pidProviderFixture({ config: { singleUseAccessToken: true } })
  const registered = recorded(at.stores.issuedCredentials, 'register')
  const issuance = await beginIssuance(at)
  await obtainPid(issuance, await obtainTokens(issuance))
  const { accessTokenLifetimeSeconds, clockSkewSeconds } = at.config
  const end = at.clock.now() + accessTokenLifetimeSeconds + clockSkewSeconds
  assert.ok(expiryOf(registered, 'access_token') >= end)
})

test('PP-75 a grant that is revoked while its credential is signed gets no credential', async () => {
  const at = await pidProviderFixture()
  const issuance = await beginIssuance(at)
  const code = await obtainCode(issuance)
  const tokens = (await bodyOf(await redeem(issuance, code))) as unknown as Tokens
  const { issuedCredentials, grants } = at.stores
  const register = issuedCredentials.register.bind(issuedCredentials)
  Object.assign(issuedCredentials, {
    register: async (input: Parameters<typeof register>[0]) => {
      await grants.revokeByCode(code, at.clock.now())
      return register(input)
    },
  })
  const revoked = { id: 'PP-75', code: 'grant_revoked', status: 401, error: 'invalid_token' }
  await assertRefusal(await requestCredential(issuance, tokens), at.sink, revoked)
  assert.deepEqual(await issuedCredentials.search({}), [])
})

test('PP-60 a session that ends while its login is verified leads to no consent', async () => {
  const { fixture, begun, onPage } = await openProvider()
  const { issuance, browser } = await begun()
  const sessions = fixture.stores.authorizationSessions
  const recordLogin = sessions.recordLogin.bind(sessions)
  Object.assign(sessions, {
    recordLogin: async (input: Parameters<typeof recordLogin>[0]) => {
      await recordLogin(input)
      return recordLogin(input)
    },
  })
  const before = browser.cookie
  await onPage(await callback(issuance, browser), 'PP-60', 'session_unknown')
  assert.equal(browser.cookie, before, 'an ended session gets no cookie')
})
