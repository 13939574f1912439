/** The answer to a wallet's error response on the same device, and the page to which it leads (RP-217). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNames } from '../../../src/profiles/index.ts'
import { beginErasure } from '../../support/erasure.ts'
import {
  type Browser,
  createBrowser,
  fetchRequest,
  post,
  type RelyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'
import { crossDevice, pageRefused, sameDevice } from '../../support/relying-party-sessions.ts'

interface Refused {
  readonly browser: Browser
  readonly redirectUri: string | undefined
}

/** Refuses the request as a wallet does. */
async function refuse(at: RelyingPartyFixture, state: unknown): Promise<string | undefined> {
  const answer = await post(at, { error: 'access_denied', state: String(state) })
  assert.equal(answer.status, 200)
  const { redirect_uri: redirectUri, ...others } = (await answer.json()) as { redirect_uri?: string }
  assert.deepEqual(others, {})
  return redirectUri
}

async function refusePresentation(at: RelyingPartyFixture, query: string): Promise<Refused> {
  const started = await start(at, query)
  const { payload } = await requestObjectOf(await fetchRequest(at, started))
  return { browser: started.browser, redirectUri: await refuse(at, payload.state) }
}

async function refuseErasure(at: RelyingPartyFixture): Promise<Refused> {
  const { browser, request } = await beginErasure(at)
  return { browser, redirectUri: await refuse(at, request.payload.state) }
}

for (const [name, begin] of [
  ['presentation', (at: RelyingPartyFixture) => refusePresentation(at, sameDevice)],
  ['erasure', refuseErasure],
] as const) {
  test(`RP-217 1.4: a refused ${name} leads its own browser to the page of a refusal, also again`, async () => {
    let received = 0
    const at = await profileFixture('it-wallet-1.4', {
      receive: () => {
        received += 1
        return undefined
      },
    })
    const { browser, redirectUri = '' } = await begin(at)
    assert.ok(redirectUri.startsWith(`${rpId}/presentation-result?response_code=`), redirectUri)
    for (let count = 0; count < 2; count += 1) {
      const shown = await browser.get(redirectUri)
      const page = await shown.text()
      assert.equal(shown.status, 200)
      assert.match(page, /id="rejected" role="alert"/)
      assert.ok(!page.includes('presentation-complete'))
    }
    assert.equal(received, 0)
  })

  test(`RP-217 RP-81 1.4: a refused ${name} shows nothing to another browser`, async () => {
    const at = await profileFixture('it-wallet-1.4')
    const { redirectUri = '' } = await begin(at)
    await pageRefused(at, await createBrowser(at).get(redirectUri), 'RP-81', 'session_elsewhere')
    const { browser } = await start(at, sameDevice)
    await pageRefused(at, await browser.get(redirectUri), 'RP-17', 'session_foreign')
  })
}

test('RP-217 1.4: the page of a refusal is not shown after the lifetime of a result', async () => {
  const at = await profileFixture('it-wallet-1.4')
  const { browser, redirectUri = '' } = await refusePresentation(at, sameDevice)
  at.clock.advance(at.config.requestLifetimeSeconds + at.config.startLifetimeSeconds + at.config.resultLifetimeSeconds)
  await pageRefused(at, await browser.get(redirectUri), 'RP-17', 'response_code_expired')
})

for (const profile of profileNames)
  test(`RP-217 RP-83 ${profile}: a refusal on another device gets no redirect_uri, nor in other profiles on the same one`, async () => {
    const at = await profileFixture(profile)
    assert.equal((await refusePresentation(at, crossDevice)).redirectUri, undefined)
    if (profile !== 'it-wallet-1.4') assert.equal((await refusePresentation(at, sameDevice)).redirectUri, undefined)
  })
