/**
 * The pages of a presentation in the browser: loaded again, in two tabs, in both languages.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import { openSqliteStores } from '../../../src/stores/index.ts'
import { changing } from '../../support/cases.ts'
import { erasingApplication } from '../../support/erasure.ts'
import {
  createBrowser,
  fetchRequest,
  present,
  relyingPartyFixture,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { crossDevice, redirectUriOf, sameDevice, stateOf } from '../../support/relying-party-sessions.ts'

const fixture = await relyingPartyFixture()

test('two tabs of one browser keep separate sessions', async () => {
  const browser = createBrowser(fixture)
  const one = await start(fixture, crossDevice, browser)
  const two = await start(fixture, crossDevice, browser)
  for (const { id } of [one, two]) assert.equal((await stateOf(browser, id)).status, 201)
})

test('RP-196 the page for a store that does not answer asks the store only once', async () => {
  const { stores } = openSqliteStores('relying-party', ':memory:')
  let asked = 0
  const fail = async (): Promise<never> => {
    asked += 1
    throw new Unavailable('the store does not answer')
  }
  const lookups = { find: fail, findByState: fail, findByResponseCode: fail }
  const presentationSessions = { ...stores.presentationSessions, ...lookups }
  const at = await relyingPartyFixture({
    stores: { ...stores, presentationSessions },
    config: { applications: [erasingApplication()] },
  })
  for (const target of [
    '/presentations/begin?id=x',
    '/presentations/leave?id=x',
    `/presentation-result?response_code=${'x'.repeat(43)}&state=s`,
    '/presentation-result?session=x',
  ]) {
    asked = 0
    const response = await createBrowser(at).get(rpId + target)
    assert.deepEqual([response.status, asked], [503, 1], target)
    assert.match(await response.text(), /id="error"/)
  }
})

test('RP-29 RP-75 a reload of the QR page shows the same request to the same browser until the request expires', async () => {
  const at = await relyingPartyFixture()
  const one = await start(at, crossDevice)
  const again = `${crossDevice}&session=${one.id}`
  at.clock.advance(10)
  const second = await start(at, again, one.browser)
  assert.equal(second.engagementUrl, one.engagementUrl)
  assert.deepEqual(second.response.headers.getSetCookie(), [])
  assert.match(second.page, /id="time-left">1:50</)
  assert.match(second.page, /<p id="state-waiting">.*<p id="state-fetched" hidden>/s)
  await fetchRequest(at, one)
  const third = await start(at, again, one.browser)
  assert.equal(third.id, one.id)
  assert.match(
    third.page,
    /<p id="state-waiting" hidden>.*<p id="state-fetched">/s,
    'the page shows the state without a script',
  )
  for (const query of [again, `${crossDevice}&session=unknown`]) {
    const other = await start(at, query, createBrowser(at))
    assert.notEqual(other.id, one.id)
    assert.equal(other.response.headers.getSetCookie().length, 1)
  }
  const phone = await start(at, sameDevice, one.browser)
  assert.notEqual((await start(at, `${crossDevice}&session=${phone.id}`, one.browser)).id, phone.id)
  at.clock.advance(400)
  assert.notEqual((await start(at, again, one.browser)).id, one.id)
})

test('RP-20 RP-29 a reload of the QR page starts a new session after the finished presentation expires', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: crossDevice })
  const again = `${crossDevice}&session=${started.id}`
  at.clock.advance(299)
  const link = /id="reload" href="([^"]*)"/.exec(started.page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const redirected = await started.browser.get(link)
  assert.deepEqual(
    [redirected.status, redirected.headers.get('location')],
    [303, await redirectUriOf(response)],
    'the link redirects without a script',
  )
  at.clock.advance(1)
  assert.notEqual((await start(at, again, started.browser)).id, started.id)
})

test('RP-79 the QR page has a message for each state, a countdown and a way to try again, in both languages', async () => {
  const { page } = await start(fixture)
  for (const id of ['waiting', 'fetched', 'completed', 'rejected', 'expired', 'lost', 'unreachable'])
    assert.match(page, new RegExp(`<p id="state-${id}"`))
  assert.match(page, /id="time-left">2:00</)
  assert.match(page, /id="retry" href="[^"]*variant=dcql&amp;flow=cross-device/)
  assert.match(page, /role="status" aria-live="polite"/)
  const english = await (
    await createBrowser(fixture).get(`${rpId}/presentations/new`, { 'accept-language': 'en' })
  ).text()
  assert.match(english, /<html lang="en">/)
  assert.match(english, /The request has expired\./)
})

test('the start page has a button for each variant and flow', async () => {
  const page = await (await createBrowser(fixture).get(`${rpId}/`)).text()
  for (const variant of ['dcql', 'scope'])
    for (const flow of ['same-device', 'cross-device'])
      assert.ok(page.includes(`id="start-${variant}-${flow}"`) && page.includes(`variant=${variant}&amp;flow=${flow}`))
})

test('the page shows disclosed values as text, not as markup', async () => {
  const { started, response } = await present(fixture, {
    bend: { credential: changing({ given_name: '<script src="x"></script>"&' }, 'disclosable') },
  })
  const page = await (await started.browser.get(await redirectUriOf(response))).text()
  assert.ok(page.includes('&lt;script src=&quot;x&quot;&gt;') && !page.includes('<script'))
})
