/**
 * Logins and requests at the OpenID Provider of a Relying Party that end without a person's data, each with its code.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { createUserAgent, isDeparture, type UserAgent } from '../../src/sandbox/user-agent.ts'
import { origins } from '../support/ecosystem.ts'
import {
  issuer,
  logIn,
  type OpenIdEcosystem,
  openIdEcosystem,
  openWithoutWallet,
  personWithPid,
  post,
  reachWallet,
  requestUrl,
} from '../support/openid-login.ts'

describe('an OpenID Provider that refuses', () => {
  let ecosystem: OpenIdEcosystem
  let mario: DemoWallet

  before(async () => {
    ecosystem = await openIdEcosystem('openid-refusals')
    mario = await personWithPid(ecosystem)
  })

  const codes = () =>
    ecosystem.decisions.decisions
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ checks }) => checks.at(-1)?.code)
  const startUrl = (): string => ecosystem.visited.findLast((url) => url.includes('/presentations/begin')) ?? ''

  test('RP-121 a login that the wallet refuses, or that expires, ends with access_denied', async () => {
    const ends = {
      login_refused: async (link: string) => {
        const state = new URL(link).searchParams.get('state') ?? ''
        const form = new URLSearchParams({ error: 'access_denied', state })
        await ecosystem.fetch(new Request(`${origins.relyingParty}/response`, { method: 'POST', body: form }))
      },
      login_expired: async () => ecosystem.clock.advance(200),
    }
    for (const [code, end] of Object.entries(ends)) {
      await end(await reachWallet(ecosystem, mario, requestUrl()))
      const arrived = await openWithoutWallet(mario, startUrl())
      assert.equal(arrived.searchParams.get('error'), 'access_denied', code)
      assert.ok(codes().includes(code), `${code}: ${codes().slice(-3)}`)
    }
  })

  test('RP-121 a login whose presentation has no subject ends with access_denied', async () => {
    const arrived = await logIn(ecosystem, mario, requestUrl({ scope: 'openid odd' }))
    assert.equal(arrived.searchParams.get('error'), 'access_denied')
    assert.ok(codes().includes('login_subject_missing'))
  })

  const isInteraction = ({ pathname }: URL): boolean => pathname.startsWith('/openid/interaction/')
  /** Begins a login in a browser that belongs to an attacker. Returns the URL of its interaction. */
  const beginAsAttacker = async (attacker: UserAgent): Promise<string> => {
    const visit = await attacker.open(requestUrl(), isInteraction)
    assert.ok(isDeparture(visit))
    return visit.location
  }
  const plant = (person: DemoWallet, lines: readonly string[]): void => {
    const headers = new Headers()
    for (const line of lines) headers.append('set-cookie', line)
    person.browser.cookies.store(new URL(issuer), headers)
  }
  const resumeUrl = (interaction: string): string => interaction.replace('/interaction/', '/authorize/')

  test('RP-210 a login has one cookie, which no sibling host can set, and which ends with the login', async () => {
    const answer = await ecosystem.fetch(new Request(requestUrl()))
    const [cookie = '', ...others] = answer.headers.getSetCookie()
    assert.match(
      cookie,
      /^__Host-openid-login-[\w-]{8}=[\w-]{43}; Path=\/; Max-Age=900; Secure; HttpOnly; SameSite=Lax$/,
    )
    assert.deepEqual(others, [])
    await logIn(ecosystem, mario, requestUrl())
    const names = [...mario.browser.cookies.cookiesFor(new URL(issuer)).keys()]
    assert.deepEqual(
      names.filter((name) => name.includes('openid')),
      [],
    )
  })

  test('RP-210 a browser with planted cookies of the library does not begin the login of another browser', async () => {
    const interaction = await beginAsAttacker(createUserAgent({ fetch: ecosystem.fetch }))
    const uid = interaction.split('/').at(-1)
    const names = ['openid-interaction', 'openid-resume', 'openid-session']
    plant(
      mario,
      names.map((name) => `${name}=${uid}; Path=/`),
    )
    for (const url of [interaction, resumeUrl(interaction)]) {
      const page = await mario.browser.open(url)
      assert.equal(!isDeparture(page) && page.status, 400)
    }
    assert.deepEqual(codes().slice(-2), ['login_over', 'openid_request_invalid'])
  })

  test('RP-210 a browser whose login cookie is planted in another browser does not get the login of that browser', async () => {
    const attacker = createUserAgent({ fetch: ecosystem.fetch })
    const interaction = await beginAsAttacker(attacker)
    const known = [...attacker.cookies.cookiesFor(new URL(issuer))].filter(([name]) => name.includes('openid-login'))
    plant(
      mario,
      known.map(([name, value]) => `${name}=${value}; Path=/`),
    )
    const link = await reachWallet(ecosystem, mario, interaction)
    const resume = async () => {
      const visit = await attacker.open(resumeUrl(interaction))
      return isDeparture(visit) ? visit.location : visit.status
    }
    const stolen = [await resume()]
    const { open } = mario.browser
    mario.browser.open = async (url, stopAt) => {
      mario.browser.open = open
      const finished = await open(url, ({ pathname }) => pathname.startsWith('/openid/authorize/'))
      assert.ok(isDeparture(finished))
      stolen.push(await resume())
      return open(finished.location, stopAt)
    }
    const arrived = ecosystem.arrived.length
    assert.equal((await mario.wallet.present(link)).kind, 'presented')
    assert.ok(ecosystem.arrived[arrived]?.url.includes('code='), 'the browser of the presentation goes on')
    stolen.push(await resume())
    assert.deepEqual(stolen, [400, 400, 400])
  })

  test('RP-210 two logins in one browser end independently, and a lost answer can be repeated', async () => {
    const links = [await reachWallet(ecosystem, mario, requestUrl()), await reachWallet(ecosystem, mario, requestUrl())]
    for (const link of links) {
      const arrived = ecosystem.arrived.length
      const { open } = mario.browser
      mario.browser.open = async (url, stopAt) => {
        mario.browser.open = open
        const isReturn = ({ pathname }: URL) => pathname.startsWith('/openid/return')
        const returned = await open(url, isReturn)
        assert.ok(isDeparture(returned))
        const lost = createUserAgent({ fetch: ecosystem.fetch })
        const cookies = [...mario.browser.cookies.cookiesFor(new URL(issuer))]
        lost.cookies.store(
          new URL(issuer),
          new Headers(cookies.map(([name, value]) => ['set-cookie', `${name}=${value}; Path=/`])),
        )
        await lost.open(returned.location, ({ pathname }) => pathname.startsWith('/openid/authorize/'))
        return open(returned.location, stopAt)
      }
      assert.equal((await mario.wallet.present(link)).kind, 'presented')
      assert.ok(ecosystem.arrived[arrived]?.url.includes('code='))
    }
  })

  test('RP-120 a request without the scope openid is refused before the person is asked for data', async () => {
    for (const scope of ['', 'profile', 'name']) {
      const arrived = await openWithoutWallet(mario, requestUrl({ scope, nonce: '' }))
      assert.equal(arrived.searchParams.get('error'), 'invalid_scope', scope)
      assert.equal(codes().at(-1), 'openid_scope_invalid', scope)
    }
  })

  test('RP-120 the provider refuses response types, request objects and grant types that it does not support', async () => {
    for (const [changes, code] of [
      [{ response_type: 'token' }, 'openid_response_type_unsupported'],
      [{ request: 'a.b.c' }, 'openid_request_refused'],
    ] as const) {
      const visit = await mario.browser.open(requestUrl(changes))
      assert.ok(!isDeparture(visit))
      assert.equal(codes().at(-1), code)
    }
    for (const [grant_type, code] of [
      ['password', 'openid_grant_type_unsupported'],
      ['client_credentials', 'openid_grant_type_unsupported'],
      ['refresh_token', 'openid_grant_type_unsupported'],
    ] as const) {
      const { status } = await post(ecosystem, '/token', { grant_type, refresh_token: 'x' }, { basic: 'portal' })
      assert.equal(status, 400)
      assert.equal(codes().at(-1), code, grant_type)
    }
  })
})
