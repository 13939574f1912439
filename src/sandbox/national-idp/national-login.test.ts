/** A complete login over OpenID Connect: our adapter, a browser, and an independent OpenID Provider over HTTP. */

import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  begin,
  callbackUrl,
  clientId,
  complete,
  createProvider,
  idp,
  login,
  mediaTypes,
  metadata,
  now,
  privateKey,
} from '../../../test/support/national-login.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { rsaPair } from '../../../test/support/rsa-keys.ts'
import { failed } from '../../base/index.ts'
import type { NationalLoginCode } from '../../pid-provider/index.ts'
import { importNationalLoginKey } from '../../pid-provider-adapters/national-login-key.ts'
import { createUserAgent, isDeparture } from '../user-agent.ts'
import { sandboxUsers } from './accounts.ts'

const [high] = sandboxUsers

describe('the national login over OpenID Connect', () => {
  test('PP-13 a user of level High logs in, and their attributes arrive', async () => {
    assert.ok(high)
    const { begun, location } = await login(high)
    const result = await complete(begun, location)
    assert.ok(!failed(result), codeOf(result))
    assert.equal(result.levelOfAssurance, 'high')
    assert.equal(result.issuer, idp.issuer)
    assert.notEqual(result.subject, high.username)
    assert.ok(Math.abs(result.authenticatedAt - now()) < 10)
    assert.match(mediaTypes.get('/me') ?? '', /^application\/jose\b/)
    assert.deepEqual(result.attributes, {
      given_name: 'Mario',
      family_name: 'Rossi',
      birthdate: '1980-01-01',
      place_of_birth: { locality: 'H501', region: 'RM', country: 'IT' },
      fiscal_number: 'TINIT-RSSMRA80A01H501U',
    })
  })

  for (const [username, level, expected] of [
    ['lucia.bianchi', undefined, 'substantial'],
    ['paolo.verdi', undefined, 'low'],
    ['mario.rossi', 'low', 'low'],
    ['mario.rossi', 'substantial', 'substantial'],
  ] as const)
    test(`PP-61 a login of ${username}, for which High was requested, has the level that the provider states: ${expected}`, async () => {
      const credentials = { username, password: 'sandbox', ...(level === undefined ? {} : { level }) }
      const { begun, location } = await login(credentials)
      const result = await complete(begun, location)
      assert.equal(failed(result) ? result.code : result.levelOfAssurance, expected)
    })

  for (const [username, name] of [
    ['nicolo.dangelo', "Nicolò D'Angelò"],
    ['amelia.kowalska', 'Amélia Kowalska-Łuczak'],
    ['giulia.minore', 'Giulia Spataro'],
  ] as const)
    test(`PP-68 the name of ${username} arrives unchanged`, async () => {
      const { begun, location } = await login({ username, password: 'sandbox' })
      const result = await complete(begun, location)
      assert.equal(
        failed(result) ? result.code : `${result.attributes.given_name} ${result.attributes.family_name}`,
        name,
      )
    })

  test('PP-67 refuses a user without a tax code', async () => {
    const { begun, location } = await login({ username: 'senza.codice', password: 'sandbox' })
    assert.equal(codeOf(await complete(begun, location)), 'attribute_missing')
  })

  test('the same user has the same subject at the next login', async () => {
    const subjects = await Promise.all(
      [1, 2].map(async () => {
        const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
        const result = await complete(begun, location)
        return failed(result) ? result.code : result.subject
      }),
    )
    assert.equal(subjects[0], subjects[1])
  })

  for (const [username, expected] of [
    ['utente.sospeso', 'user_login_required'],
    ['servizio.fermo', 'provider_unreachable'],
  ] as const)
    test(`PP-66 the login of ${username} ends in ${expected}`, async () => {
      const { begun, location } = await login({ username, password: 'sandbox' })
      assert.equal(codeOf(await complete(begun, location)), expected)
    })
})

describe('the provider enforces the rules of a national provider', () => {
  test('PP-38 a client without the algorithms that encrypt its userinfo is not registered', async () => {
    const { userinfo_encrypted_response_alg, userinfo_encrypted_response_enc, ...others } = metadata
    const { serveNationalIdp } = await import('./serve.ts')
    await assert.rejects(serveNationalIdp({ port: 0, clients: [others] }), /userinfo_encrypted_response_alg/)
  })

  for (const name of ['code_challenge', 'code_challenge_method', 'scope'])
    test(`PP-113 a request without ${name} in the query is refused`, async () => {
      const url = new URL((await begin()).location)
      url.searchParams.delete(name)
      const visit = await createUserAgent().open(url.href, ({ port }) => port === '9')
      assert.ok(!isDeparture(visit))
      assert.equal(visit.status, 400)
      assert.match(visit.text, /^<!doctype html>[\s\S]*invalid_request/)
      assert.match(visit.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    })

  test('PP-113 an unknown client is refused on a page', async () => {
    const url = new URL((await begin()).location)
    url.searchParams.set('client_id', 'http://localhost:9/stranger')
    const visit = await createUserAgent({ language: 'en' }).open(url.href)
    assert.ok(!isDeparture(visit))
    assert.equal(visit.status, 400)
    assert.match(visit.text, /^<!doctype html>[\s\S]*The request cannot be accepted \(<code>invalid_client/)
  })

  test('PP-62 a client assertion must have the token endpoint as its audience', async () => {
    const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    const redeem = async (aud: string) => {
      const claims = { iss: clientId, sub: clientId, aud, jti: aud, iat: now(), exp: now() + 60 }
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'RS256', kid: 'rp' })}.${part(claims)}`
      const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_assertion: `${signed}.${signature}`,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        code: new URL(location).searchParams.get('code') ?? '',
        redirect_uri: callbackUrl,
        code_verifier: String(begun.pending.codeVerifier),
      })
      return (await fetch(`${idp.issuer}/token`, { method: 'POST', body })).status
    }
    assert.deepEqual([await redeem(idp.issuer), await redeem(`${idp.issuer}/token`)], [401, 200])
  })
})

test('the provider also runs in this process, and prints nothing after its library is loaded', async (t) => {
  const prints = (['info', 'log', 'error'] as const).map((name) => t.mock.method(console, name, () => {}))
  const warnings = t.mock.method(console, 'warn', () => {})
  const { serveNationalIdp } = await import('./serve.ts')
  const atImport = warnings.mock.callCount()
  const inProcess = await serveNationalIdp({ port: 0, clients: [] })
  const response = await fetch(`${inProcess.issuer}/.well-known/openid-configuration`)
  const document = (await response.json()) as Record<string, unknown>
  await inProcess.stop()
  assert.equal(document.issuer, inProcess.issuer)
  assert.deepEqual(document.token_endpoint_auth_methods_supported, ['private_key_jwt'])
  assert.equal(document.require_signed_request_object, true)
  await assert.rejects(fetch(inProcess.issuer))
  assert.equal(warnings.mock.callCount(), atImport)
  for (const print of prints) assert.equal(print.mock.callCount(), 0)
})

describe('an answer that is changed, used before, or of another login', () => {
  const rows: readonly (readonly [string, (parameters: Map<string, string>) => void, NationalLoginCode])[] = [
    ['state has another value', (p) => p.set('state', 'x'.repeat(43)), 'state_mismatch'],
    ['state is missing', (p) => p.delete('state'), 'state_missing'],
    ['iss has another value', (p) => p.set('iss', 'https://evil.example'), 'response_iss_mismatch'],
    ['iss is missing', (p) => p.delete('iss'), 'response_iss_missing'],
    ['code has another value', (p) => p.set('code', 'x'.repeat(43)), 'code_rejected'],
    ['code is missing', (p) => p.delete('code'), 'code_missing'],
  ]
  for (const [what, change, code] of rows)
    test(`PP-62 is refused when ${what}`, async () => {
      const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
      assert.equal(codeOf(await complete(begun, location, change)), code)
    })

  for (const [what, change, code] of [
    ['nonce', { loginNonce: 'n'.repeat(43) }, 'nonce_mismatch'],
    ['PKCE verifier', { codeVerifier: 'v'.repeat(43) }, 'code_rejected'],
  ] as const)
    test(`PP-62 is refused when the session has another ${what}`, async () => {
      const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
      const other = { ...begun, pending: { ...begun.pending, ...change } }
      assert.equal(codeOf(await complete(other, location)), code)
    })

  test('PP-65 is refused when the code was used already', async () => {
    const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    assert.equal(codeOf(await complete(begun, location)), 'accepted')
    assert.equal(codeOf(await complete(begun, location)), 'code_rejected')
  })

  test('PP-60 is refused when another session began the login', async () => {
    const { location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    assert.equal(codeOf(await complete(await begin(), location)), 'state_mismatch')
  })

  test('PP-62 is refused when our client assertion was signed with another key', async () => {
    const jwk = rsaPair(2).privateKey.export({ format: 'jwk' })
    const other = createProvider(idp.issuer, await importNationalLoginKey(jwk, 'rp', 'RS256'))
    const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    const parameters = new Map(new URL(location).searchParams)
    assert.equal(codeOf(await other.complete({ parameters, pending: begun.pending, now: now() })), 'client_rejected')
  })
})
