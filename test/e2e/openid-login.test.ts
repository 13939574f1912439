/**
 * Applications log people in with OpenID Connect, at a Relying Party that is their OpenID Provider. Two replicas answer
 * in turn.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'
import { session } from '../../src/store-contracts/relying-party-records.ts'
import { adminToken, origins } from '../support/ecosystem.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import {
  clientSecret,
  issuer,
  logIn,
  type OpenIdEcosystem,
  openIdEcosystem,
  openWithoutWallet,
  personWithPid,
  pkce,
  portalUrl,
  post,
  presented,
  reachWallet,
  redeem,
  redirectUri,
  requestUrl,
} from '../support/openid-login.ts'

describe('an OpenID Provider for applications', () => {
  let ecosystem: OpenIdEcosystem
  let mario: DemoWallet
  const file = join(freshDirectory(), 'relying-party.sqlite')

  before(async () => {
    ecosystem = await openIdEcosystem('openid-login', { file })
    mario = await personWithPid(ecosystem)
  })

  const codeOf = async (changes = {}, person = mario): Promise<string> =>
    (await logIn(ecosystem, person, requestUrl(changes))).searchParams.get('code') ?? ''
  const userinfo = (bearer: string) => post(ecosystem, '/userinfo', {}, { bearer })
  const refusal = () => ecosystem.decisions.lastRefusal()?.checks.at(-1)

  const throughNetwork = (url: string, options: object) => ecosystem.fetch(new Request(url, options as RequestInit))
  const discover = (id: string, authentication: client.ClientAuth) =>
    client.discovery(new URL(issuer), id, undefined, authentication, { [client.customFetch]: throughNetwork })

  for (const [id, authentication] of [
    ['portal', () => client.ClientSecretBasic(clientSecret)],
    ['signing', () => client.PrivateKeyJwt(ecosystem.clientKey)],
  ] as const)
    test(`RP-120 RP-121 openid-client logs a person in as ${id}`, async () => {
      const config = await discover(id, authentication())
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectUri, scope: 'openid profile', state: expectedState, nonce: expectedNonce },
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      })
      const arrived = await logIn(ecosystem, mario, url.href)
      const tokens = await client.authorizationCodeGrant(config, arrived, {
        ...{ pkceCodeVerifier, expectedState, expectedNonce },
      })
      const { sub = '', ...stated } = tokens.claims() ?? {}
      assert.equal('tax_id_number' in stated, false)
      assert.deepEqual(await client.fetchUserInfo(config, tokens.access_token, sub), { ...presented, sub })
      const end = client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${portalUrl}/bye` })
      assert.equal(end.pathname, '/openid/logout')
    })

  test('oauth4webapi logs a person in with max_age', async () => {
    const options = { [oauth.customFetch]: throughNetwork }
    const found = await oauth.discoveryRequest(new URL(issuer), options)
    const server = await oauth.processDiscoveryResponse(new URL(issuer), found)
    assert.deepEqual(server.subject_types_supported, ['pairwise'])
    const app = { client_id: 'app' }
    const uri = 'https://keycloak.example/app'
    const arrived = await logIn(ecosystem, mario, requestUrl({ client_id: 'app', redirect_uri: uri, max_age: '0' }))
    const callback = oauth.validateAuthResponse(server, app, arrived, 'of-the-portal')
    const response = await oauth.authorizationCodeGrantRequest(
      ...[server, app, oauth.None(), callback, uri, pkce.verifier, options],
    )
    const checks = { expectedNonce: 'once', maxAge: 0, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, app, response, checks)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    const answer = await oauth.userInfoRequest(server, app, tokens.access_token, options)
    const person = await oauth.processUserInfoResponse(server, app, claims?.sub ?? '', answer)
    assert.equal(person.family_name, presented.family_name)
  })

  test('a login with the parameters of Keycloak succeeds: a secret in the form, response_mode, no PKCE', async () => {
    const redirect_uri = 'https://keycloak.example/broker/wallet/endpoint'
    const request = requestUrl({
      ...{ client_id: 'keycloak', redirect_uri, scope: 'openid profile email', response_mode: 'query' },
      ...{ code_challenge: '', code_challenge_method: '', prompt: 'login', ui_locales: 'de', login_hint: 'mario' },
    })
    const arrived = await logIn(ecosystem, mario, request)
    assert.equal(arrived.searchParams.get('iss'), issuer)
    const code = arrived.searchParams.get('code') ?? ''
    const client = { client_id: 'keycloak', client_secret: clientSecret }
    const form = { grant_type: 'authorization_code', code, redirect_uri, ...client }
    const { status, json } = await post(ecosystem, '/token', form)
    assert.equal(status, 200)
    assert.equal(decodeJwt(String(json.id_token)).payload.nonce, 'once')
    assert.equal(json.refresh_token, undefined)
    const { sub: _, ...claims } = (await userinfo(String(json.access_token))).json
    assert.deepEqual(claims, presented)
  })

  for (const prompt of ['select_account', 'login consent', 'consent select_account'])
    test(`RP-204 a login with prompt=${prompt} succeeds as any other login`, async () => {
      const { status, json } = await redeem(ecosystem, await codeOf({ prompt }))
      assert.equal(status, 200)
      assert.equal((await userinfo(String(json.access_token))).json.given_name, presented.given_name)
    })

  test('form_post returns a page that submits the code itself, and permits no other script', async () => {
    const link = await reachWallet(ecosystem, mario, requestUrl({ response_mode: 'form_post' }))
    await mario.wallet.present(link)
    const page = mario.opened()
    assert.match(page?.text ?? '', /name="code"/)
    assert.match(page?.headers.get('content-security-policy') ?? '', /script-src 'sha256-[\w+/=]{44}'/)
    assert.equal(page?.headers.get('cache-control'), 'no-store')
    assert.equal(page?.forms[0]?.action, redirectUri)
  })

  test('acr_values or a scope selects the query, and acr names the selected query', async () => {
    const claimsOf = async (changes: object) => {
      const { json } = await redeem(ecosystem, await codeOf(changes))
      const { sub, ...claims } = (await userinfo(String(json.access_token))).json
      return { sub, claims, acr: decodeJwt(String(json.id_token)).payload.acr }
    }
    const byScope = await claimsOf({ scope: 'openid name' })
    assert.deepEqual(byScope.claims, { name: 'Mario' })
    const byAcr = await claimsOf({ acr_values: 'urn:example:unknown urn:example:name' })
    assert.deepEqual([byAcr.claims, byAcr.acr], [{ name: 'Mario' }, 'urn:example:name'])
    assert.notEqual(byAcr.sub, byScope.sub)
    assert.deepEqual((await claimsOf({ acr_values: 'urn:example:pid' })).acr, 'urn:example:pid')
  })

  test('an acr that the parameter claims requests selects the query too', async () => {
    const acr = { essential: true, values: ['urn:example:unknown', 'urn:example:name'] }
    for (const changes of [{}, { acr_values: 'urn:example:pid' }]) {
      const claims = JSON.stringify({ id_token: { acr } })
      const { status, json } = await redeem(ecosystem, await codeOf({ claims, ...changes }))
      assert.equal(status, 200)
      assert.equal(decodeJwt(String(json.id_token)).payload.acr, 'urn:example:name')
    }
  })

  test('the ID Token contains a claim that the request asks for in id_token', async () => {
    const claims = JSON.stringify({ id_token: { given_name: null, email: null } })
    const { json } = await redeem(ecosystem, await codeOf({ claims }))
    const { payload } = decodeJwt(String(json.id_token))
    assert.deepEqual([payload.given_name, payload.family_name, payload.email], ['Mario', undefined, undefined])
  })

  test('RP-150 an administrator cannot register an application with the id of the OpenID Provider', async () => {
    const registered = await ecosystem.fetch(
      new Request(`${origins.relyingParty}/admin/applications`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'openid', apiKeyDigests: ['x'.repeat(42).concat('A')] }),
      }),
    )
    assert.deepEqual([registered.status, refusal()?.code], [409, 'application_configured'])
  })

  test('RP-122 a person keeps one sub within a sector, and it differs from that of other sectors and persons', async () => {
    const subOf = async (person: DemoWallet, changes = {}, form = {}) => {
      const { json } = await redeem(ecosystem, await codeOf(changes, person), form)
      return String(decodeJwt(String(json.id_token)).payload.sub)
    }
    const nicolo = await personWithPid(ecosystem, 'nicolo.dangelo')
    const first = await subOf(mario)
    assert.equal(await subOf(mario), first)
    assert.notEqual(await subOf(nicolo), first)
    const redirect_uri = 'https://keycloak.example/broker/wallet/endpoint'
    const code = await codeOf({ client_id: 'keycloak', redirect_uri })
    const client = { client_id: 'keycloak', client_secret: clientSecret, redirect_uri, code_verifier: pkce.verifier }
    const { json } = await post(ecosystem, '/token', { grant_type: 'authorization_code', code, ...client })
    assert.notEqual(decodeJwt(String(json.id_token)).payload.sub, first)
    assert.doesNotMatch(first, /RSSMRA/)
  })

  test('RP-120 a code is redeemed once, by its client, with its redirect URI and its verifier', async () => {
    const faults = {
      'a forged code': { code: 'x'.repeat(43) },
      'another redirect URI': { redirect_uri: `${redirectUri}/` },
      'another verifier': { code_verifier: 'y'.repeat(43) },
      'no verifier': { code_verifier: '' },
    }
    const code = await codeOf()
    for (const [name, change] of Object.entries(faults)) {
      const { status, json } = await redeem(ecosystem, code, change)
      assert.deepEqual([status, json.error], [400, 'invalid_grant'], name)
      assert.equal(refusal()?.code, 'openid_grant_invalid')
    }
    const other = await post(ecosystem, '/token', {
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: pkce.verifier },
      ...{ client_id: 'keycloak', client_secret: clientSecret },
    })
    assert.equal(other.json.error, 'invalid_grant')
    const { json } = await redeem(ecosystem, code)
    assert.equal((await userinfo(String(json.access_token))).status, 200)
    const replayed = await redeem(ecosystem, code)
    assert.equal(replayed.json.error, 'invalid_grant')
    assert.ok(replayed.headers.get('fiducia-trace'))
    assert.equal((await userinfo(String(json.access_token))).status, 401, 'the tokens of a replayed code are revoked')
  })

  test('RP-120 at most one of six concurrent redemptions at two replicas succeeds', async () => {
    const code = await codeOf()
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(ecosystem, code)))
    const served = answers.filter(({ status }) => status === 200)
    assert.ok(served.length <= 1, `${served.length} were served`)
    assert.ok(answers.every(({ status, json }) => status === 200 || json.error === 'invalid_grant'))
  })

  test('RP-120 RP-123 a code expires after 60 seconds, and the claims expire after 300 seconds', async () => {
    const late = await codeOf()
    ecosystem.clock.advance(61)
    assert.equal((await redeem(ecosystem, late)).json.error, 'invalid_grant')
    const { json } = await redeem(ecosystem, await codeOf())
    assert.equal((await userinfo(String(json.access_token))).status, 200)
    ecosystem.clock.advance(301)
    const { status, headers } = await userinfo(String(json.access_token))
    assert.equal(status, 401)
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer .*error="invalid_token"/)
  })

  const isHeld = (): boolean =>
    [file, `${file}-wal`].some((name) => readFileSync(name, 'latin1').includes(presented.tax_id_number))

  test('RP-123 the file of the store does not contain the claims of an expired login', async () => {
    const { json } = await redeem(ecosystem, await codeOf())
    assert.equal((await userinfo(String(json.access_token))).status, 200)
    assert.ok(isHeld(), 'the store must contain the claims until they expire')
    const { services, clock, prune } = ecosystem
    clock.advance(301)
    await services['relying-party'].runUpkeep(clock.now())
    await prune(clock.now())
    assert.equal(isHeld(), false)
  })

  test('RP-123 RP-140 an erasure leaves the claims of a login encrypted, until they expire after 300 seconds', async () => {
    const { json } = await redeem(ecosystem, await codeOf())
    const { parts, services, clock, prune } = ecosystem
    const { erasures, presentationSessions } = parts.stores['relying-party']
    await presentationSessions.begin({ ...session('erasure'), createdAt: clock.now() })
    const audit = { at: clock.now(), application: '', presentation: 'receipt', event: 'erased' } as const
    const texts = [JSON.stringify(presented.tax_id_number)]
    assert.ok(isHeld())
    assert.equal(await erasures?.erase({ session: 'erasure', texts, tasks: [], audit }), 'erased')
    await prune(clock.now())
    assert.equal(isHeld(), false)
    assert.equal((await userinfo(String(json.access_token))).json.tax_id_number, presented.tax_id_number)
    clock.advance(301)
    await services['relying-party'].runUpkeep(clock.now())
    const database = new DatabaseSync(file, { readOnly: true })
    const left = database.prepare('SELECT count(*) AS count FROM openid_record WHERE expires_at <= ?').get(clock.now())
    database.close()
    assert.equal(left?.count, 0)
    assert.equal((await userinfo(String(json.access_token))).status, 401)
  })

  test('RP-120 a request with a wrong client or URI ends on a page with a reference, other wrong requests at the application', async () => {
    const pages = {
      'an unknown client': requestUrl({ client_id: 'nobody' }),
      'another redirect URI': requestUrl({ redirect_uri: 'https://evil.example/' }),
    }
    for (const [name, url] of Object.entries(pages)) {
      const page = await mario.browser.open(url)
      assert.ok(!isDeparture(page))
      assert.equal(page.status, 400, name)
      assert.match(page.text, /id="reference"/)
      // The language switch leads to the same address on this origin.
      const words = page.text.replaceAll(/ href="https:\/\/rp\.example\/[^"]*"/g, '')
      assert.doesNotMatch(words, /evil|nobody|invalid_/)
    }
    const answers = {
      'no PKCE': [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
      'silent re-authentication': [{ prompt: 'none' }, 'login_required'],
      "another client's login": [
        { client_id: 'app', redirect_uri: 'https://keycloak.example/app', scope: 'openid name' },
        'invalid_scope',
      ],
    } as const
    for (const [name, [changes, error]] of Object.entries(answers)) {
      const arrived = await openWithoutWallet(mario, requestUrl(changes))
      assert.equal(arrived.searchParams.get('error'), error, name)
      assert.equal(arrived.searchParams.get('state'), 'of-the-portal')
    }
    const { status, json } = await post(ecosystem, '/token', { grant_type: 'authorization_code' }, { basic: 'nobody' })
    assert.deepEqual([status, json.error], [401, 'invalid_client'])
    assert.doesNotMatch(JSON.stringify(json), /\bat \/|node_modules/)
  })

  test('RP-121 the application gets access_denied if the person cancels', async () => {
    await reachWallet(ecosystem, mario, requestUrl())
    const jar = [...mario.browser.cookies.cookiesFor(new URL(`${issuer}`)).keys()]
    assert.ok(jar.length > 0)
    const session = jar.find((name) => name.includes('relying-party-session')) ?? ''
    assert.ok(session)
    const { id } = (await lastOrder()) ?? { id: '' }
    const arrived = await openWithoutWallet(mario, `https://rp.example/presentations/leave?id=${id}`)
    assert.equal(arrived.searchParams.get('error'), 'access_denied')
    assert.equal(refusal()?.code, 'openid_access_denied')
    const own = ecosystem.decisions.decisions.findLast(({ surface }) => surface.endsWith('/interaction/:uid'))
    assert.equal(own?.checks.at(-1)?.code, 'login_cancelled')
  })

  /** Returns the ID of the presentation that the audit log lists as begun last. */
  const lastOrder = async () => {
    const list = await ecosystem.parts.stores['relying-party'].presentationAudit.list({
      ...{ application: 'openid', since: 0, limit: 1000 },
    })
    const last = list.findLast(({ event }) => event === 'begun')
    return last && { id: last.presentation }
  }

  test('RP-121 a login without the required acr ends with access_denied, without a second login', async () => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: 'urn:example:other' } } })
    const arrived = await logIn(ecosystem, mario, requestUrl({ claims }))
    assert.equal(arrived.searchParams.get('error'), 'access_denied')
    assert.equal(arrived.searchParams.get('error_description'), 'the login does not give what the request requires')
    assert.equal(refusal()?.code, 'openid_access_denied')
  })

  test('RP-121 a return to another login, in another browser or to a finished login is refused on a page', async () => {
    await codeOf()
    const { searchParams: returned } = new URL(ecosystem.visited.findLast((url) => url.includes('/return?')) ?? '')
    await reachWallet(ecosystem, mario, requestUrl())
    const newer = ecosystem.visited.findLast((url) => url.includes('/interaction/')) ?? ''
    const open = async (person: DemoWallet, url: string) => {
      const page = await person.browser.open(url)
      assert.ok(!isDeparture(page))
      return { status: page.status, code: refusal()?.code }
    }
    const reused = await open(mario, `${newer}?reference=${returned.get('reference')}`)
    assert.deepEqual(reused, { status: 403, code: 'login_foreign' })
    const stranger = ecosystem.person()
    assert.deepEqual(await open(stranger, newer), { status: 400, code: 'login_over' })
    assert.deepEqual(await open(stranger, `${issuer}/interaction/${'x'.repeat(21)}`), {
      status: 400,
      code: 'login_over',
    })
    assert.deepEqual(await open(stranger, `${issuer}/return?state=a%2Fb&reference=r`), {
      ...{ status: 400, code: 'login_state_malformed' },
    })
    assert.deepEqual(await open(stranger, `${issuer}/return?state=ab`), {
      status: 400,
      code: 'login_reference_missing',
    })
    assert.equal((await open(stranger, `${issuer}/authorize/${'x'.repeat(21)}`)).status, 400)
  })

  test('RP-121 a page that is opened again after the login links to the application and starts no login', async () => {
    const arrived = ecosystem.arrived.length
    await codeOf()
    const steps = ecosystem.visited.filter((url) =>
      /\/(?:return|interaction|authorize)\b.*/.test(new URL(url).pathname),
    )
    const [begun = '', , finished = '', resumed = ''] = steps.slice(-5).slice(1)
    assert.equal(ecosystem.arrived.length, arrived + 1)
    for (const url of [begun, finished, resumed]) {
      const page = await mario.browser.open(url)
      assert.ok(!isDeparture(page))
      assert.match(page.text, /id="back-to-service"[^>]*href="https:\/\/portal\.example\/"/, url)
    }
    assert.equal(ecosystem.arrived.length, arrived + 1)
  })

  test('logout shows that the person is logged out, and redirects only to a registered URL of the client', async () => {
    const page = await mario.browser.open(`${issuer}/logout`)
    assert.ok(!isDeparture(page))
    assert.match(page.text, /id="logged-out"/)
    const { json } = await redeem(ecosystem, await codeOf())
    const query = new URLSearchParams({ id_token_hint: String(json.id_token), state: 's' })
    query.set('post_logout_redirect_uri', `${portalUrl}/bye`)
    assert.equal((await openWithoutWallet(mario, `${issuer}/logout?${query}`)).href, `${portalUrl}/bye?state=s`)
    query.set('post_logout_redirect_uri', `${portalUrl}/bye?next=%2Fa%20b&flag`)
    const encoded = `${portalUrl}/bye?next=%2Fa%20b&flag&state=s`
    assert.equal((await openWithoutWallet(mario, `${issuer}/logout?${query}`)).href, encoded)
    const hintFor = (claims: string): string => `x.${Buffer.from(claims).toString('base64url')}.z`
    for (const changes of [
      { post_logout_redirect_uri: 'https://evil.example/' },
      { id_token_hint: 'x.y.z' },
      { id_token_hint: hintFor('{"aud":"other","aud":"portal"}') },
      { id_token_hint: hintFor('{"aud":"keycloak"}'), client_id: 'portal' },
    ]) {
      const changed = new URLSearchParams({ ...Object.fromEntries(query), ...changes })
      const refused = await mario.browser.open(`${issuer}/logout?${changed}`)
      assert.ok(!isDeparture(refused))
      assert.equal(refused.status, 400)
      assert.equal(refusal()?.code, 'openid_logout_uri_unknown')
    }
  })
})
