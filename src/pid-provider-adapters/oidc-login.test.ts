/** A login over OpenID Connect: its result, and the values that bind it to its beginning. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf, issuer, type Misbehaviour, now, person, setUp } from '../../test/support/oidc-provider.ts'
import { fail } from '../base/index.ts'
import { fiscalNumberClaim, type NationalLoginCode } from '../pid-provider/index.ts'

test('PP-68 says who vouches, for whom, at which level and when, and what a PID needs', async () => {
  const { [fiscalNumberClaim]: fiscal_number, ...names } = person
  assert.deepEqual(await setUp({ idToken: { auth_time: now - 10 } }).login(), {
    provider: 'cie',
    issuer,
    levelOfAssurance: 'high',
    subject: 'user-1',
    authenticatedAt: now - 10,
    attributes: { ...names, fiscal_number },
  })
})

describe('the times of the ID Token are judged by when the login began and by now', () => {
  for (const [what, idToken, later, code] of [
    ['a login of before, by the skew', { auth_time: now - 30 }, 1, 'accepted'],
    ['a login of before', { auth_time: now - 31 }, 1, 'login_stale'],
    ['an ID Token of before', { auth_time: now, iat: now - 31 }, 1, 'login_stale'],
    ['a login to come, by the skew', { auth_time: now + 31 }, 1, 'accepted'],
    ['a login to come', { auth_time: now + 32 }, 1, 'not_yet_valid'],
    ['an ID Token that is over, by less than the skew', { exp: now + 300 }, 320, 'accepted'],
    ['an ID Token that is over', { exp: now + 300 }, 330, 'expired'],
  ] as const)
    test(`PP-61 PP-62 ${code === 'accepted' ? 'takes' : 'refuses'} ${what}: ${code}`, async () => {
      assert.equal(codeOf(await setUp({ idToken }).login({}, {}, later)), code)
    })
})

describe('the callback of a provider', () => {
  const silent = { authorization_response_iss_parameter_supported: false }
  const rows: readonly (readonly [string, Misbehaviour, NationalLoginCode | 'accepted', number])[] = [
    ['that says in its metadata that it names itself', {}, 'response_iss_missing', 0],
    ['that says that it does not', { metadata: silent }, 'accepted', 2],
  ]
  for (const [what, misbehaviour, code, calls] of rows)
    test(`PP-62 without iss, ${what}: ${code} (RFC 9207 §2.4)`, async () => {
      const { login, wire } = setUp(misbehaviour)
      assert.equal(codeOf(await login({}, { without: 'iss' })), code)
      assert.equal(wire.calls, calls)
    })
})

test('PP-58 a provider whose registration is out of reach since the login began ends it', async () => {
  const { login, wire } = setUp({ registeredLater: fail('provider_unreachable', 'openid_provider') })
  assert.equal(codeOf(await login()), 'provider_unreachable')
  assert.equal(wire.calls, 0)
})

test('PP-62 code, assertion and access token follow no redirect', async () => {
  const { login, wire } = setUp()
  assert.equal(codeOf(await login()), 'accepted')
  assert.deepEqual([...wire.redirects], ['manual'])
  const moved = setUp({ token: () => Response.redirect('https://evil.example/token', 307) })
  assert.equal(codeOf(await moved.login()), 'provider_error')
  assert.equal(moved.wire.calls, 1)
})
