/**
 * Faults of the answers of an identity provider over OpenID Connect, at the callback endpoint: each one ends the
 * login with its rule and code, and no code is issued.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { casesOf } from '../../support/cases.ts'
import { createOidcBench, type LoginChange } from '../../support/oidc-login.ts'
import { json, jwt, person } from '../../support/oidc-provider.ts'
import {
  authorize,
  beginIssuance,
  consentPage,
  endingOf,
  locationOf,
  pushed,
  sessionCookieOf,
} from '../../support/pid-issuance.ts'

const { fixture, logIn } = await createOidcBench()
type StoredSession = NonNullable<Awaited<ReturnType<typeof fixture.stores.authorizationSessions.find>>>

const lastCheck = () => fixture.sink.lastRefusal()?.checks.at(-1)
const idToken = (payload: object): LoginChange => ({ idToken: { payload: { ...payload } } })
const claims = (given: object): LoginChange => ({ person: { ...given } })
const rows = casesOf<LoginChange, string>({
  acr_missing: { 'an ID Token without acr': idToken({ acr: undefined }) },
  at_hash_mismatch: { 'an ID Token of another access token': idToken({ at_hash: 'x'.repeat(22) }) },
  id_token_malformed: { 'an ID Token whose sub is not a string': idToken({ sub: 7 }) },
  id_token_missing: { 'an answer without ID Token': { token: { id_token: undefined } } },
  code_rejected: { 'a used code': { tokenResponse: () => json({ error: 'invalid_grant' }, 400) } },
  response_iss_mismatch: { 'a callback of another issuer': { callback: { iss: 'https://other.example' } } },
  response_iss_missing: { 'a callback without issuer': { callback: { iss: undefined } } },
  userinfo_sub_mismatch: { 'the userinfo of another person': claims({ sub: 'user-2' }) },
  userinfo_iss_mismatch: { 'the userinfo of another provider': claims({ iss: 'https://other.example' }) },
  userinfo_aud_mismatch: { 'the userinfo for another client': claims({ aud: 'https://other.example' }) },
  userinfo_malformed: {
    'userinfo whose sub is not a string': claims({ sub: 7 }),
    'userinfo of another media type': { userinfoResponse: () => jwt('x', 'text/plain') },
  },
  userinfo_unsigned: { 'userinfo as JSON': { userinfoResponse: () => json({ sub: 'user-1', ...person }) } },
  userinfo_undecryptable: { 'userinfo in five parts': { userinfoResponse: () => jwt('a.b.c.d.e') } },
})

describe('an answer over OpenID Connect', () => {
  for (const [what, change, code] of rows)
    test(`PP-62 refuses ${what}: ${code}`, async () => {
      const { response, issuance, ...browser } = await logIn(change)
      assert.deepEqual([lastCheck()?.requirement, lastCheck()?.code], ['PP-62', code])
      const { host, searchParams } = await endingOf(response)
      assert.deepEqual([host, searchParams.get('code')], ['wallet.example', null])
      assert.equal((await consentPage(issuance, browser)).status, 400, 'the session has ended')
    })

  test('PP-62 accepts a valid answer', async () => {
    assert.equal(locationOf((await logIn()).response).pathname, '/consent')
  })
})

describe('the login to which an answer belongs', () => {
  /** Sends the answer of a login whose stored session is changed. */
  const answerChanged = async (change: (session: StoredSession) => object, provider = 'cie'): Promise<Response> => {
    const issuance = await beginIssuance(fixture)
    const begun = await authorize(issuance, await pushed(issuance), { provider: 'cie' })
    const id = (sessionCookieOf(begun) ?? '').split(/[=.]/).at(-1) ?? ''
    const { authorizationSessions } = fixture.stores
    const session = await authorizationSessions.find(id, fixture.clock.now())
    assert.ok(session)
    const fresh = `${id.slice(0, -4)}${String(Math.trunc(fixture.clock.now()) % 10_000).padStart(4, '0')}`
    const state = `state-of-${fresh}`
    const request = { ...session.request, requestUri: `urn:again:${fresh}` }
    await authorizationSessions.begin({ ...session, id: fresh, request, loginRequestId: state, ...change(session) })
    fixture.clock.advance(1)
    const query = new URLSearchParams({ state, code: 'code', iss: 'https://idp.example' })
    return fixture.send(`/login/callback/${provider}?${query}`, {
      headers: { cookie: `__Host-pid-provider-session=${fresh}` },
    })
  }

  for (const [code, change] of [
    ['provider_foreign', () => ({ provider: 'other' })],
    ['pending_malformed', () => ({ pendingLogin: { provider: 'cie' } })],
    ['pending_foreign', ({ pendingLogin }) => ({ pendingLogin: { ...pendingLogin, provider: 'other' } })],
  ] as const satisfies readonly (readonly [string, (session: StoredSession) => object])[])
    test(`PP-65 refuses an answer that does not fit the stored login: ${code}`, async () => {
      await answerChanged(change)
      assert.deepEqual([lastCheck()?.requirement, lastCheck()?.code], ['PP-65', code])
    })

  test('PP-65 refuses the answer of a provider that the settings no longer contain', async () => {
    await answerChanged(() => ({ provider: 'gone' }), 'gone')
    const { requirement, code, at } = lastCheck() ?? {}
    assert.deepEqual([requirement, code, at], ['PP-65', 'provider_unknown', 'path.provider'])
  })

  test('PP-58 a login does not begin at a provider whose registration is invalid', async () => {
    for (const code of ['provider_malformed', 'provider_untrusted'] as const) {
      fixture.identityProvider.script = { ...fixture.identityProvider.script, beginFailure: code }
      const issuance = await beginIssuance(fixture)
      await authorize(issuance, await pushed(issuance), { provider: 'other' })
      assert.deepEqual([lastCheck()?.requirement, lastCheck()?.code], ['PP-58', code])
    }
  })
})
