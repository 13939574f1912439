/** Concurrent requests: a one-time step happens once, sessions stay separate; and the cost of a response. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withKeyCache } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { furtherProfileNames, profileNames } from '../../../src/profiles/index.ts'
import { countingCrypto } from '../../support/crypto-counter.ts'
import { erasingApplication, presentForErasure } from '../../support/erasure.ts'
import { mdocQuery, presentedMdoc } from '../../support/mdoc-presentation.ts'
import { applicationFixture, begin, order } from '../../support/relying-party-application.ts'
import {
  answerForm,
  attestationOf,
  type Browser,
  bodyOf,
  createBrowser,
  fetchRequest,
  post,
  present,
  type RelyingPartyFixture,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../../support/relying-party-profiles.ts'

const statuses = (responses: readonly Response[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Creates browsers with the cookies of this one. */
const browsersLike = (fixture: RelyingPartyFixture, browser: Browser, length: number): readonly Browser[] =>
  Array.from({ length }, () => createBrowser(fixture, browser))

for (const profile of profileNames)
  test(`RP-51 ${profile}: only one of 50 racing responses is accepted`, async () => {
    const fixture = await profileFixture(profile)
    const started = await start(fixture)
    const request = await requestObjectOf(await fetchRequest(fixture, started))
    const form = await answerForm(fixture, await testWallet(fixture), request, answerIn(profile, request))
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(fixture, form)))
    assert.deepEqual(statuses(responses), { 200: 1, 400: 49 })
    const won = responses.find(({ status }) => status === 200) as Response
    const page = await (await started.browser.get((await bodyOf(won)).redirect_uri)).text()
    assert.match(page, /class="claim">Ada</)
  })

for (const profile of profileNames)
  test(`RP-135 ${profile}: only one of 50 racing browsers without a cookie gets a page`, async () => {
    const fixture = await profileFixture(profile)
    const { response } = await present(fixture, { query: 'variant=dcql&flow=cross-device' })
    const { redirect_uri: redirectUri } = await bodyOf(response)
    const shows = await Promise.all(Array.from({ length: 50 }, () => createBrowser(fixture).get(redirectUri)))
    assert.deepEqual(statuses(shows), { 200: 1, 403: 49 })
  })

for (const profile of furtherProfileNames)
  test(`RP-140 ${profile}: 50 racing returns of one erasure give one receipt and one task`, async () => {
    const fixture = await profileFixture(profile, { config: { applications: [erasingApplication()] } })
    const { browser, redirectUri } = await presentForErasure(fixture)
    const returns = await Promise.all(browsersLike(fixture, browser, 50).map((each) => each.get(redirectUri)))
    assert.deepEqual(statuses(returns), { 204: 1, 403: 49 })
    const receipt = returns.find(({ status }) => status === 204)?.headers.get('erasure-receipt')
    const { erasures, presentationAudit } = fixture.stores
    const tasks = await erasures?.due(fixture.clock.now(), 100)
    assert.deepEqual(
      tasks?.map((task) => task.receipt),
      [receipt],
    )
    const entries = await presentationAudit.list({ application: '', since: 0, limit: 100 })
    assert.deepEqual(
      entries.map(({ presentation }) => presentation),
      [receipt],
    )
    const refused = fixture.sink.decisions.flatMap(({ checks }) => checks.filter(({ passed }) => !passed))
    assert.deepEqual(
      [...new Set(refused.map(({ requirement, code }) => `${requirement} ${code}`))],
      ['RP-17 response_code_unknown'],
    )
    assert.deepEqual(fixture.faults, [])
  })

test('RP-51 RP-92 only one of 20 racing refusals is accepted, and the browser returns with its response code', async () => {
  const fixture = await applicationFixture()
  const ordered = await order(fixture, { flow: 'same-device' })
  const started = await begin(fixture, ordered)
  const state = (await fixture.stores.presentationSessions.find(ordered.id))?.state ?? ''
  const posted = await Promise.all(Array.from({ length: 20 }, () => post(fixture, { error: 'access_denied', state })))
  assert.deepEqual(statuses(posted), { 200: 1, 400: 19 })
  const { redirect_uri } = await bodyOf(posted.find(({ status }) => status === 200) as Response)
  assert.equal((await started.browser.get(redirect_uri)).status, 303)
})

test('RP-97 50 racing returns of one browser get the same data', async () => {
  const fixture = await relyingPartyFixture()
  const started = await start(fixture)
  const request = await requestObjectOf(await fetchRequest(fixture, started))
  const response = await post(fixture, await answerForm(fixture, await testWallet(fixture), request))
  const { redirect_uri } = await bodyOf(response)
  const browsers = browsersLike(fixture, started.browser, 50)
  const pages = await Promise.all(browsers.map((browser) => browser.get(redirect_uri)))
  assert.deepEqual(statuses(pages), { 200: 50 })
  const [first, ...others] = await Promise.all(pages.map((page) => page.text()))
  assert.match(first ?? '', /class="claim">Ada</)
  assert.ok(others.every((page) => page === first))
  const cookies = browsers.map((browser) => [...browser.cookies.values()].join())
  assert.equal(new Set(cookies).size, 1, 'all have one cookie')
})

test('RP-33 ten racing fetches of one request get the same nonce', async () => {
  const fixture = await relyingPartyFixture()
  const started = await start(fixture)
  const fetched = await Promise.all(Array.from({ length: 10 }, () => fetchRequest(fixture, started)))
  assert.deepEqual(statuses(fetched), { 200: 10 })
  const objects = await Promise.all(fetched.map(requestObjectOf))
  assert.equal(new Set(objects.map(({ payload }) => payload.nonce)).size, 1)
})

test('a Request Object costs one signature; a response costs one key agreement, two key imports and three verifications', async () => {
  const counter = countingCrypto(createNodeCrypto())
  const fixture = await relyingPartyFixture({ crypto: withKeyCache(counter.crypto) })
  const holder = await testWallet(fixture)
  const answer = async (wallet = holder, attestation?: string) => {
    const started = await start(fixture)
    counter.take()
    const request = await requestObjectOf(await fetchRequest(fixture, started))
    const fetched = counter.take()
    let jwt = ''
    const bend = {
      attestationJwt: (made: string) => {
        jwt = attestation ?? made
        return jwt
      },
    }
    const form = await answerForm(fixture, wallet, request, bend)
    counter.take()
    assert.equal((await post(fixture, form)).status, 200)
    return { fetched, responded: counter.take(), attestation: jwt }
  }
  await answer(await testWallet(fixture))
  const first = await answer()
  assert.deepEqual(first.fetched, { verify: 0, importKey: 0, sign: 1, agree: 0, decrypt: 0, encrypt: 0 })
  assert.deepEqual(first.responded, { verify: 3, importKey: 2, sign: 0, agree: 1, decrypt: 1, encrypt: 0 })
  const again = await answer(holder, first.attestation)
  assert.deepEqual(again.responded, { verify: 2, importKey: 1, sign: 0, agree: 1, decrypt: 1, encrypt: 0 })
})

test('an mdoc with an attestation verified before costs one key agreement and three verifications', async () => {
  const counter = countingCrypto(createNodeCrypto())
  const fixture = await relyingPartyFixture({
    crypto: withKeyCache(counter.crypto),
    config: { dcqlQuery: mdocQuery },
  })
  const wallet = await testWallet(fixture)
  const attestation = await attestationOf(fixture, wallet)
  const answer = async () => {
    const started = await start(fixture)
    const request = await requestObjectOf(await fetchRequest(fixture, started))
    const pid = await presentedMdoc(fixture, wallet, request.payload.nonce)
    const bend = {
      members: (members: { vp_token: object }) => {
        members.vp_token = { pid, wallet_attestation: attestation }
      },
    }
    const form = await answerForm(fixture, wallet, request, bend)
    counter.take()
    assert.equal((await post(fixture, form)).status, 200)
    return counter.take()
  }
  await answer()
  assert.deepEqual(await answer(), { verify: 3, importKey: 1, sign: 0, agree: 1, decrypt: 1, encrypt: 0 })
})

test('the status endpoint costs no cryptography beyond a hash', async () => {
  const counter = countingCrypto(createNodeCrypto())
  const fixture = await relyingPartyFixture({ crypto: counter.crypto })
  const started = await start(fixture)
  counter.take()
  await started.browser.get(`${rpId}/session-state?id=${started.id}`)
  assert.deepEqual(counter.take(), { verify: 0, importKey: 0, sign: 0, agree: 0, decrypt: 0, encrypt: 0 })
})
