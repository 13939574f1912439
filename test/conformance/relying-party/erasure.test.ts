/** Deletion of presented claims at the request of a person (RP-140). */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ProfileName } from '../../../src/profiles/index.ts'
import { openSqliteStores } from '../../../src/stores/index.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { freshDirectory } from '../../support/fresh-directory.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  createBrowser,
  fetchRequest,
  post,
  present,
  type RelyingPartyFixture,
  requestObjectOf,
  rpId,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../../support/relying-party-profiles.ts'

const erasureUrl = 'https://portal.example/erasures'
const application = (change: object = {}) => ({
  id: 'portal',
  apiKeyDigests: ['47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFA'],
  returnUrls: ['https://portal.example/back'],
  erasureUrl,
  ...change,
})
const profiles = ['it-wallet-1.0', 'it-wallet-1.4'] as const
const taxId = 'TINIT-RSSDAA80A50H501X'

const serviceOf = (profile: ProfileName, options: object = {}) =>
  profileFixture(profile, { config: { applications: [application()] }, ...options })

async function erase(at: RelyingPartyFixture, query = '', change: Bend = {}) {
  const browser = createBrowser(at)
  const begun = await browser.get(`${rpId}/erasure${query}`)
  assert.equal(begun.status, 302)
  const parameters = new URL(begun.headers.get('location') ?? '').searchParams
  const started = { requestUri: parameters.get('request_uri') ?? '', parameters }
  const request = await requestObjectOf(await fetchRequest(at, started))
  const bend = answerIn(at.config.profile, request, change)
  const response = await post(at, await answerForm(at, await testWallet(at), request, bend))
  assert.equal(response.status, 200, await response.clone().text())
  const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
  return { browser, redirectUri }
}

for (const profile of profiles) {
  test(`RP-140 ${profile}: deletes what the person presented, and gives a receipt`, async () => {
    const at = await serviceOf(profile)
    const earlier = await present(at, { query: 'flow=cross-device' })
    assert.equal(earlier.response.status, 200)
    const { browser, redirectUri } = await erase(at, '?callback_url=https%3A%2F%2Fwallet.example%2Ferased')
    assert.notEqual((await at.stores.presentationSessions.find(earlier.started.id))?.result, undefined)
    const answer = await browser.get(redirectUri)
    assert.deepEqual([answer.status, answer.headers.get('location')], [204, 'https://wallet.example/erased'])
    assert.match(answer.headers.get('erasure-receipt') ?? '', /^[\w-]{43}$/)
    assert.equal(await at.stores.presentationSessions.find(earlier.started.id), undefined)
    assert.equal((await browser.get(redirectUri)).status, 403)
  })

  test(`RP-140 ${profile}: the application gets the erasure request again until it accepts the request`, async () => {
    const at = await serviceOf(profile)
    const received: string[] = []
    let status = 503
    at.network.connect('https://portal.example', async (request) => {
      received.push(await request.text())
      return new Response(null, { status })
    })
    const { browser, redirectUri } = await erase(at)
    const receipt = (await browser.get(redirectUri)).headers.get('erasure-receipt')
    await at.rp.forgetOldSessions()
    await at.rp.forgetOldSessions()
    assert.equal(received.length, 1)
    status = 204
    at.clock.advance(61)
    await at.rp.forgetOldSessions()
    at.clock.advance(86_400)
    await at.rp.forgetOldSessions()
    assert.equal(received.length, 2)
    const { header, payload } = decodeJwt(received[1] ?? '')
    assert.deepEqual([header.typ, header.kid], ['erasure-request+jwt', at.requestSigner.kid])
    const { iss, aud, jti, holder } = payload
    assert.deepEqual([iss, aud, jti, holder], [rpId, erasureUrl, receipt, { tax_id_code: taxId }])
  })

  test(`RP-140 ${profile}: a round that deletes a minute late sends the request at once, with the current time`, async () => {
    const at = await serviceOf(profile)
    const received: string[] = []
    at.network.connect('https://portal.example', async (request) => {
      received.push(await request.text())
      return new Response(null, { status: 204 })
    })
    const { browser, redirectUri } = await erase(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    const now = at.clock.now()
    await at.rp.forgetOldSessions(now - 60) // D-245
    assert.equal(received.length, 1)
    const { iat, exp } = decodeJwt(received[0] ?? '').payload
    assert.deepEqual([iat, exp], [now, now + 600])
  })

  test(`RP-140 ${profile}: no file of the store contains the person’s identifier after the erasure`, async () => {
    const directory = freshDirectory()
    const { stores, database } = openSqliteStores('relying-party', join(directory, 'store.sqlite'))
    const at = await serviceOf(profile, { stores })
    at.network.connect('https://portal.example', async () => new Response(null, { status: 200 }))
    await present(at, { query: 'flow=cross-device' })
    const { browser, redirectUri } = await erase(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    await at.rp.forgetOldSessions()
    await database.close()
    for (const file of readdirSync(directory))
      assert.ok(!readFileSync(join(directory, file)).includes(taxId), `${file} still has the identifier`)
  })

  test(`RP-140 RP-143 ${profile}: the audit records the erasure without naming the person`, async () => {
    const at = await serviceOf(profile)
    const { browser, redirectUri } = await erase(at)
    const receipt = (await browser.get(redirectUri)).headers.get('erasure-receipt')
    const entries = await at.stores.presentationAudit.list({ application: '', since: 0, limit: 5 })
    const erased = { application: '', presentation: receipt, event: 'erased', outcome: 'person_request' }
    assert.deepEqual(entries, [{ at: at.clock.now(), ...erased }])
  })

  for (const [name, query] of [
    ['with the scheme http', 'http://wallet.example/x'],
    ['with the scheme javascript', 'javascript:alert(1)'],
    ['with a character that a header cannot contain', 'https://wallet.example/€'],
    ['that is too long', `https://wallet.example/${'x'.repeat(2048)}`],
  ] as const)
    test(`RP-140 ${profile}: refuses a callback URL ${name}`, async () => {
      const at = await serviceOf(profile)
      const response = await createBrowser(at).get(`${rpId}/erasure?callback_url=${encodeURIComponent(query)}`)
      await assertRefused(at, response, ['RP-140', 'callback_url_malformed', 400, 'bad_request'])
    })

  test(`RP-137 ${profile}: refuses to begin an erasure if wallets cannot prove the required level`, async () => {
    const at = await serviceOf(profile, {
      config: { requiredWalletLevels: ['https://trust-list.eu/aal/high'], variants: ['scope'] },
    })
    const response = await createBrowser(at).get(`${rpId}/erasure`)
    await assertRefused(at, response, ['RP-137', 'wallet_level_unprovable', 400, 'bad_request'])
  })

  test(`RP-140 ${profile}: another browser erases nothing`, async () => {
    const at = await serviceOf(profile)
    const earlier = await present(at, { query: 'flow=cross-device' })
    const { redirectUri } = await erase(at)
    assert.equal((await createBrowser(at).get(redirectUri)).status, 403)
    assert.notEqual((await at.stores.presentationSessions.find(earlier.started.id))?.result, undefined)
  })
}

test('RP-140 a presentation without an identifier of the person erases nothing', async () => {
  const at = await serviceOf('it-wallet-1.4')
  const numbered: Bend = { credential: ({ disclosable }) => void Object.assign(disclosable, { tax_id_code: 5 }) }
  const { browser, redirectUri } = await erase(at, '', numbered)
  assert.equal((await browser.get(redirectUri)).status, 401)
  assert.equal(at.sink.decisions.at(-1)?.checks.at(-1)?.code, 'person_unidentified')
})

test('RP-140 a Relying Party of the specification’s profile has no erasure endpoint', async () => {
  const at = await serviceOf('seed')
  assert.equal((await createBrowser(at).get(`${rpId}/erasure`)).status, 404)
})
