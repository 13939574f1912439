/**
 * Logins and requests at the OpenID Provider of a Relying Party that end without a person's data, each with its code.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'
import { origins } from '../support/ecosystem.ts'
import {
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
