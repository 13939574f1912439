/**
 * Tests the adapter with our own provider, which can be made to misbehave.
 * `sandbox/national-idp/national-login.test.ts` tests it with a provider by other authors. `oidc-answers.test.ts` tests
 * the provider's answers.
 */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { observeOutput } from '../../test/support/decisions.ts'
import {
  callbackUrl,
  clientId,
  createNationalLogin,
  ctx,
  issuer,
  now,
  pair,
  person,
} from '../../test/support/oidc-provider.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { failed, type Json, type PublicJwk } from '../base/index.ts'
import { parseJws, verifyJws } from '../jose/index.ts'

const { key_ops, ext, ...rpPublic } = await crypto.subtle.exportKey('jwk', pair.publicKey)
const rpPublicJwk = rpPublic as PublicJwk

/** The library reads the machine's clock again, so a second can have passed. */
const isAbout = (value: unknown, time: number): boolean => value === time || value === time + 1

describe('the authorization request', () => {
  test('PP-113 the redirect keeps the query of the authorization endpoint as it is written', async () => {
    const endpoint = `${issuer}/authorize?tenant=a%20b&signed`
    const { national } = createNationalLogin({ metadata: { authorization_endpoint: endpoint } })
    const begun = await national.begin({ callbackUrl, now })
    assert.ok(!failed(begun))
    assert.ok(begun.location.startsWith(`${endpoint}&client_id=`), begun.location)
  })

  test('PP-113 PP-61 is a signed request object with PKCE, a long state and nonce, level High and a fresh login', async () => {
    const begun = await createNationalLogin().national.begin({ callbackUrl, now })
    assert.ok(!failed(begun))
    const { searchParams } = new URL(begun.location)
    assert.deepEqual([...searchParams.keys()].sort(), [
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'request',
      'response_type',
      'scope',
    ])
    const jws = parseJws(
      searchParams.get('request') ?? '',
      { typ: ['oauth-authz-req+jwt'], algorithms: ['ES256'] },
      'r',
    )
    assert.ok(!failed(jws))
    assert.ok(!failed(await verifyJws(ctx, jws, rpPublicJwk, 'r')))
    assert.equal(jws.header.kid, 'rp')
    const { jti, nbf, iat, exp, state, nonce, code_challenge, claims, ...rest } = jws.payload
    assert.deepEqual(rest, {
      iss: clientId,
      aud: issuer,
      client_id: clientId,
      response_type: 'code',
      scope: searchParams.get('scope'),
      redirect_uri: callbackUrl,
      code_challenge_method: 'S256',
      prompt: 'consent login',
      acr_values: 'https://www.spid.gov.it/SpidL3',
    })
    assert.ok(isAbout(iat, now) && isAbout(exp, now + 60))
    assert.ok(String(state).length >= 32 && String(nonce).length >= 32 && state !== nonce)
    assert.equal(state, begun.requestId)
    assert.match(`${state} ${nonce}`, /^[A-Za-z0-9]+ [A-Za-z0-9]+$/)
    assert.equal(String(code_challenge).length, 43)
    assert.deepEqual(
      [searchParams.get('code_challenge'), searchParams.get('code_challenge_method')],
      [code_challenge, 'S256'],
    )
    const asked = claims as { id_token: Record<string, Json>; userinfo: Record<string, Json> }
    assert.deepEqual(asked.id_token.acr, { essential: true, value: 'https://www.spid.gov.it/SpidL3' })
    assert.deepEqual(Object.keys(asked.userinfo).sort(), Object.keys(person).sort())
    observeOutput('PP-61')
  })

  for (const [what, scopes, scope] of [
    ['CIE id', ['openid', 'offline_access', 'profile', 'email'], 'openid profile'],
    ['SPID', ['openid', 'offline_access'], 'openid'],
    ['a provider that does not publish its scopes', undefined, 'openid profile'],
  ] as const)
    test(`PP-113 asks ${what} for ${scope}`, async () => {
      const begun = await createNationalLogin(
        scopes ? { metadata: { scopes_supported: [...scopes] } } : {},
      ).national.begin({
        callbackUrl,
        now,
      })
      assert.ok(!failed(begun))
      const { searchParams } = new URL(begun.location)
      const policy = { typ: ['oauth-authz-req+jwt'], algorithms: ['ES256'] } as const
      const jws = parseJws(searchParams.get('request') ?? '', policy, 'r')
      assert.ok(!failed(jws))
      assert.deepEqual([searchParams.get('scope'), jws.payload.scope], [scope, scope])
    })

  test('PP-113 has a new state, nonce and code verifier at each login', async () => {
    const { national } = createNationalLogin()
    const both = [await national.begin({ callbackUrl, now }), await national.begin({ callbackUrl, now })]
    const values = both.flatMap((begun) =>
      failed(begun) ? [] : ['state', 'loginNonce', 'codeVerifier'].map((name) => begun.pending[name]),
    )
    assert.equal(new Set(values).size, 6)
  })

  test('PP-62 redeems the code with private_key_jwt and the PKCE verifier', async () => {
    const { login, forms } = createNationalLogin()
    assert.equal(codeOf(await login()), 'accepted')
    const [form] = forms
    assert.equal(form?.get('redirect_uri'), callbackUrl)
    assert.equal(form?.get('code_verifier')?.length, 43)
    assert.equal(form?.has('client_secret'), false)
    const assertion = parseJws(form?.get('client_assertion') ?? '', { typ: [undefined], algorithms: ['ES256'] }, 'a')
    assert.ok(!failed(assertion))
    assert.ok(!failed(await verifyJws(ctx, assertion, rpPublicJwk, 'a')))
    assert.deepEqual([assertion.payload.iss, assertion.payload.sub], [clientId, clientId])
    assert.equal(assertion.payload.aud, `${issuer}/token`)
    assert.ok(isAbout(assertion.payload.iat, now + 1))
  })
})

describe('the session that the answer belongs to', () => {
  for (const [what, change, later, code] of [
    ['another channel', { provider: 'spid' }, 1, 'pending_foreign'],
    ['a session that took too long', {}, 600, 'pending_expired'],
    ['a session without its state', { state: '' }, 1, 'pending_malformed'],
  ] as const)
    test(`PP-65 refuses ${what}: ${code}`, async () => {
      const { login, wire } = createNationalLogin()
      assert.equal(codeOf(await login(change, {}, later)), code)
      assert.equal(wire.calls, 0)
    })

  for (const [error, code] of [
    ['access_denied', 'user_denied'],
    ['login_required', 'user_login_required'],
    ['interaction_required', 'user_login_required'],
    ['consent_required', 'user_consent_required'],
    ['unmet_authentication_requirements', 'user_level_unavailable'],
    ['temporarily_unavailable', 'provider_unreachable'],
    ['server_error', 'provider_error'],
    ['invalid_request', 'provider_error'],
    ['constructor', 'provider_error'],
  ] as const)
    test(`PP-66 reports the provider's ${error} as ${code}, despite a code in the same answer`, async () => {
      const { login, wire } = createNationalLogin()
      assert.equal(codeOf(await login({}, { error })), code)
      assert.equal(wire.calls, 0)
    })

  test('PP-62 refuses an error with a wrong state or iss', async () => {
    const { login } = createNationalLogin()
    assert.equal(codeOf(await login({}, { error: 'access_denied', state: 'x' })), 'state_mismatch')
    assert.equal(
      codeOf(await login({}, { error: 'access_denied', iss: 'https://evil.example' })),
      'response_iss_mismatch',
    )
  })
})
