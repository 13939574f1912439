/** A login over OpenID Connect: its result, and the values that bind it to the browser's session. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNationalLogin, issuer, type Misbehaviour, now, person } from '../../test/support/oidc-provider.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { fail } from '../base/index.ts'
import { fiscalNumberClaim, type NationalLoginCode } from '../pid-provider/index.ts'
import { parseProviderMetadata } from './oidc-provider-registration.ts'

test('PP-68 returns issuer, subject, level, time and the attributes of a PID', async () => {
  const { [fiscalNumberClaim]: fiscal_number, ...names } = person
  assert.deepEqual(await createNationalLogin({ idToken: { auth_time: now - 10 } }).login(), {
    provider: 'cie',
    issuer,
    levelOfAssurance: 'high',
    subject: 'user-1',
    authenticatedAt: now - 10,
    attributes: { ...names, fiscal_number },
  })
})

test('PP-62 checks the times of the ID Token when it arrives, not when the completion of the login began (D-420)', async () => {
  const issuedLate = { iat: now + 60, exp: now + 360 }
  const codeAt = async (arrival: number) =>
    codeOf(await createNationalLogin({ idToken: issuedLate, clock: { now: () => arrival } }).login())
  assert.equal(await codeAt(now + 61), 'accepted')
  assert.equal(await codeAt(now + 20), 'not_yet_valid')
  assert.equal(await codeAt(now + 390), 'expired')
})

describe('the callback of a provider', () => {
  const silent = { authorization_response_iss_parameter_supported: false }
  const rows: readonly (readonly [string, Misbehaviour, NationalLoginCode | 'accepted', number])[] = [
    ['although its metadata announce it', {}, 'response_iss_missing', 0],
    ['which its metadata do not announce', { metadata: silent }, 'accepted', 2],
  ]
  for (const [what, misbehaviour, code, calls] of rows)
    test(`PP-62 without iss, ${what}: ${code} (RFC 9207 §2.4)`, async () => {
      const { login, wire } = createNationalLogin(misbehaviour)
      assert.equal(codeOf(await login({}, { without: 'iss' })), code)
      assert.equal(wire.calls, calls)
    })
})

test('PP-58 ends a login if the registration has become unreachable since its start', async () => {
  const { login, wire } = createNationalLogin({ registeredLater: fail('provider_unreachable', 'openid_provider') })
  assert.equal(codeOf(await login()), 'provider_unreachable')
  assert.equal(wire.calls, 0)
})

test('PP-65 sends no code to a provider that was registered in place of the one at the start', async () => {
  const other = 'https://other-idp.example'
  const metadata = {
    issuer: other,
    authorization_endpoint: `${other}/auth`,
    token_endpoint: `${other}/token`,
    userinfo_endpoint: `${other}/userinfo`,
  }
  const registeredLater = parseProviderMetadata(metadata, [], other, { loopbackHttp: false })
  const { login, wire } = createNationalLogin({ registeredLater })
  assert.equal(codeOf(await login()), 'pending_foreign')
  assert.equal(wire.calls, 0)
})

test('PP-62 does not follow a redirect with code, client assertion and access token', async () => {
  const { login, wire } = createNationalLogin()
  assert.equal(codeOf(await login()), 'accepted')
  assert.deepEqual([...wire.redirects], ['manual'])
  const moved = createNationalLogin({ token: () => Response.redirect('https://evil.example/token', 307) })
  assert.equal(codeOf(await moved.login()), 'provider_error')
  assert.equal(moved.wire.calls, 1)
})
