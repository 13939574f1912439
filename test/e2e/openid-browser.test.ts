/**
 * The OpenID Provider as browsers use it: CORS of public clients, the language of the request, and a login by
 * passport.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import express from 'express'
import * as client from 'openid-client'
import { Strategy } from 'openid-client/passport'
import passport from 'passport'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'
import {
  appOrigin,
  clientSecret,
  issuer,
  logIn,
  type OpenIdEcosystem,
  openIdEcosystem,
  openWithoutWallet,
  personWithPid,
  pkce,
  portalUrl,
  presented,
  reachWallet,
  redeem as redeemCode,
  redirectUriOfWords,
  redirectUriWithQuery,
  requestUrl,
} from '../support/openid-login.ts'
import { assertPrefetchRefused } from '../support/page-loads.ts'

describe('an OpenID Provider for programs in a browser', () => {
  let ecosystem: OpenIdEcosystem
  let mario: DemoWallet

  before(async () => {
    ecosystem = await openIdEcosystem('openid-browser')
    mario = await personWithPid(ecosystem)
  })

  const ask = (path: string, init: RequestInit & { readonly origin?: string } = {}) =>
    ecosystem.fetch(
      new Request(issuer + path, { ...init, headers: { ...init.headers, origin: init.origin ?? appOrigin } }),
    )
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')
  const redirect_uri = `${appOrigin}/app`
  const codeOf = async () => {
    const arrived = await logIn(ecosystem, mario, requestUrl({ client_id: 'app', redirect_uri }))
    return arrived.searchParams.get('code') ?? ''
  }
  const redeem = (code: string, origin: string) => {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      code_verifier: pkce.verifier,
      client_id: 'app',
    }
    return ask('/token', { method: 'POST', body: new URLSearchParams(form), origin })
  }

  test('RP-120 a page of a public client redeems its code and reads the claims, if the operator allows its origin', async () => {
    const answered = await redeem(await codeOf(), appOrigin)
    assert.deepEqual([answered.status, allowed(answered)], [200, appOrigin])
    assert.equal(answered.headers.get('access-control-allow-credentials'), null)
    const { access_token } = (await answered.json()) as { access_token: string }
    const preflight = await ask('/userinfo', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
    assert.deepEqual([preflight.status, allowed(preflight)], [204, appOrigin])
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization')
    const person = await ask('/userinfo', { headers: { authorization: `Bearer ${access_token}` } })
    assert.equal(allowed(person), appOrigin)
    assert.equal(((await person.json()) as { given_name: string }).given_name, presented.given_name)
  })

  test('RP-120 a page of another origin, or of another client, gets no answer that it can read', async () => {
    const evil = 'https://evil.example'
    const code = await codeOf()
    const refused = await redeem(code, evil)
    assert.deepEqual([refused.status, allowed(refused)], [400, null])
    assert.equal(ecosystem.decisions.lastRefusal()?.checks.at(-1)?.code, 'openid_request_invalid')
    assert.equal((await redeem(code, appOrigin)).status, 200, 'the code can still be redeemed')
    const preflight = await ask('/token', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
      origin: evil,
    })
    assert.equal(allowed(preflight), null)
    const form = new URLSearchParams({ grant_type: 'authorization_code', code: 'x', client_id: 'portal' })
    form.set('client_secret', clientSecret)
    const secretive = await ask('/token', { method: 'POST', body: form })
    assert.deepEqual([secretive.status, allowed(secretive)], [400, null])
  })

  test('RP-228 a page reads the refusals of the envelope if the operator allows its origin', async () => {
    const type = 'application/x-www-form-urlencoded'
    const send = (body: string, contentType = type, origin = appOrigin) =>
      ask('/token', { method: 'POST', body, headers: { 'content-type': contentType }, origin })
    for (const [status, body, contentType] of [
      [400, 'client_id=app&client_id=app', type],
      [413, 'x'.repeat(20_000), type],
      [415, '{}', 'application/json'],
    ] as const) {
      const refused = await send(body, contentType)
      assert.deepEqual([refused.status, allowed(refused), refused.headers.get('vary')], [status, appOrigin, 'Origin'])
      const hidden = await send(body, contentType, 'https://evil.example')
      assert.deepEqual([hidden.status, allowed(hidden), hidden.headers.get('vary')], [status, null, 'Origin'])
    }
    const elsewhere = await ask('/authorize', { method: 'POST', body: 'client_id=a&client_id=a' })
    assert.deepEqual([allowed(elsewhere), elsewhere.headers.get('vary')], [null, null])
  })

  test('RP-228 OPTIONS that is no preflight is answered with the methods of the endpoint', async () => {
    for (const [path, methods] of [
      ['/token', 'OPTIONS, POST'],
      ['/userinfo', 'GET, OPTIONS, POST'],
    ] as const) {
      const answer = await ask(path, { method: 'OPTIONS' })
      assert.deepEqual([answer.status, answer.headers.get('allow'), await answer.text()], [204, methods, ''])
    }
  })

  test('RP-121 ui_locales sets the language if the person has not chosen one', async () => {
    const languageAt = async (ui_locales: string, chosen?: string) => {
      const person = ecosystem.person()
      if (chosen) await person.browser.open(`${issuer}/logout?lang=${chosen}`)
      await reachWallet(ecosystem, person, requestUrl({ ui_locales }))
      return [...person.browser.cookies.cookiesFor(new URL(issuer))].find(([name]) => name.endsWith('language'))?.[1]
    }
    assert.equal(await languageAt('xx de-AT fr'), 'de')
    assert.equal(await languageAt('de', 'sl'), 'sl', 'the person’s own choice has priority')
    assert.equal(await languageAt('xx'), undefined)
  })

  test('RP-120 ui_locales sets the language of the page after a logout if the person has not chosen one', async () => {
    const person = ecosystem.person()
    const languageOf = async (query: string) => {
      const page = await person.browser.open(`${issuer}/logout?${query}`)
      return isDeparture(page) ? undefined : /<html lang="(\w+)"/.exec(page.text)?.[1]
    }
    assert.equal(await languageOf('ui_locales=xx+de-AT'), 'de')
    assert.equal(await languageOf('ui_locales=de&lang=sl'), 'sl')
    assert.equal(await languageOf('ui_locales=de'), 'sl', 'the person’s own choice has priority')
  })

  test('RP-212 a form logs a person in, as a query with the same parameters does', async () => {
    const fields = new Map(new URL(requestUrl({ state: 'of-a-form' })).searchParams)
    const form = { action: `${issuer}/authorize`, method: 'post', fields, buttons: [] } as const
    const page = { url: portalUrl, status: 200, headers: new Headers(), text: '', forms: [form] }
    const isWallet = ({ href }: URL) => href.startsWith(ecosystem.parts.walletAuthorizationEndpoint)
    const submit = (changes = {}) => mario.browser.submit(page, { fields: changes, stopAt: isWallet })
    const begun = await submit()
    assert.ok(isDeparture(begun))
    await mario.wallet.present(begun.location)
    const { searchParams } = new URL(ecosystem.arrived.at(-1)?.url ?? '')
    assert.deepEqual([searchParams.has('code'), searchParams.get('state')], [true, 'of-a-form'])
    await submit({ prompt: 'none' })
    assert.equal(new URL(ecosystem.arrived.at(-1)?.url ?? '').searchParams.get('error'), 'login_required')
    const refused = await submit({ client_id: 'nobody' })
    assert.ok(!isDeparture(refused))
    assert.equal(refused.status, 400)
    assert.match(refused.text, /id="reference"/)
  })

  test('RP-95 RP-121 a browser that loads each page of a login ahead spends nothing, and the login succeeds', async () => {
    const { browser } = mario
    const { open } = browser
    const loads = {
      get: (url: string, headers: Record<string, string>) => {
        const cookie = browser.cookies.header(new URL(url)) ?? ''
        return ecosystem.fetch(new Request(url, { headers: { ...headers, cookie }, redirect: 'manual' }))
      },
    }
    const loaded: string[] = []
    /** Number of decisions, without those about the form of a request. */
    const decisionCount = () =>
      ecosystem.decisions.decisions.filter(({ surface }) => !surface.endsWith(' envelope')).length
    /** Follows redirects until `ends`. Loads each page of the OpenID Provider ahead before it opens the page. */
    const follow = async (start: string, ends: (url: string) => boolean): Promise<string> => {
      let url = start
      while (!ends(url)) {
        const decided = decisionCount()
        if (url.startsWith(issuer)) {
          loaded.push(new URL(url).pathname.replace(/[\w-]{43}$/, ':uid'))
          await assertPrefetchRefused(loads, url)
        }
        assert.equal(decisionCount(), decided)
        const visit = await open(url, () => true)
        assert.ok(isDeparture(visit), url)
        url = visit.location
      }
      return url
    }
    const isWallet = (url: string) => url.startsWith(ecosystem.parts.walletAuthorizationEndpoint)
    const link = await follow(requestUrl(), isWallet)
    browser.open = async (url, stopAt) => {
      browser.open = open
      return open(await follow(url, (next) => next.startsWith(portalUrl)), stopAt)
    }
    assert.equal((await mario.wallet.present(link)).kind, 'presented')
    const pages = ['authorize', 'interaction/:uid', 'return', 'interaction/:uid', 'authorize/:uid']
    assert.deepEqual(
      loaded,
      pages.map((page) => `/openid/${page}`),
    )
    await assertPrefetchRefused(loads, `${issuer}/logout?ui_locales=de`)
    const code = new URL(ecosystem.arrived.at(-1)?.url ?? '').searchParams.get('code') ?? ''
    assert.equal((await redeemCode(ecosystem, code)).status, 200)
  })

  test('RP-120 the query of a redirect URI reaches the application as it is registered', async () => {
    const changes = { client_id: 'signing', redirect_uri: redirectUriWithQuery, state: 'a b+c&d' }
    const code = await logIn(ecosystem, mario, requestUrl(changes))
    const error = await openWithoutWallet(mario, requestUrl({ ...changes, prompt: 'none' }))
    for (const { href, searchParams } of [code, error]) {
      assert.ok(href.startsWith(`${redirectUriWithQuery}&`), href)
      assert.deepEqual([searchParams.get('state'), searchParams.get('iss')], [changes.state, issuer])
    }
    assert.ok(code.searchParams.has('code'))
    assert.equal(error.searchParams.get('error'), 'login_required')
    const inFragment = await openWithoutWallet(
      mario,
      requestUrl({ ...changes, prompt: 'none', response_mode: 'fragment' }),
    )
    assert.ok(inFragment.href.startsWith(`${redirectUriWithQuery}#error=login_required&`), inFragment.href)
    const escaped = requestUrl({ ...changes, prompt: 'none', redirect_uri: redirectUriOfWords })
    const { pathname } = await openWithoutWallet(mario, escaped)
    assert.equal(pathname, '/citt%C3%A0/%E2%86%92')
  })

  test('RP-120 RP-121 passport logs a person in, by the strategy of openid-client', async (t) => {
    const throughNetwork = (url: string, options: object) => ecosystem.fetch(new Request(url, options as RequestInit))
    const authentication = client.ClientSecretBasic(clientSecret)
    const config = await client.discovery(new URL(issuer), 'portal', undefined, authentication, {
      [client.customFetch]: throughNetwork,
    })
    const authenticator = new passport.Passport()
    const options = { name: 'wallet', config, callbackURL: `${portalUrl}/callback`, scope: 'openid' }
    authenticator.use(
      new Strategy(options, async (tokens, verified) => {
        const { sub = '' } = tokens.claims() ?? {}
        verified(null, await client.fetchUserInfo(config, tokens.access_token, sub))
      }),
    )
    const session = {}
    const app = express().set('trust proxy', true)
    app.use((request, _response, next) => {
      Object.assign(request, { session })
      next()
    })
    app.use(authenticator.authenticate('wallet', { session: false }), (request, response) => {
      response.json(request.user)
    })
    const server = app.listen(0, '127.0.0.1')
    t.after(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    ecosystem.network.connect(portalUrl, ({ url, headers }) => {
      const { pathname, search, host } = new URL(url)
      const forwarded = { ...Object.fromEntries(headers), 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { headers: forwarded, redirect: 'manual' })
    })
    const link = await reachWallet(ecosystem, mario, `${portalUrl}/login`)
    assert.equal((await mario.wallet.present(link)).kind, 'presented')
    const page = mario.opened()
    const { sub, ...claims } = JSON.parse(page?.text ?? '{}')
    assert.deepEqual(claims, presented)
    assert.ok(sub)
  })
})
