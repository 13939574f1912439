/** `error` at the redirect URI, in every profile (RP-135). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNames } from '../../../src/profiles/index.ts'
import {
  createBrowser,
  fetchRequest,
  present,
  type RelyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const sameDevice = 'variant=dcql&flow=same-device'

async function refused(at: RelyingPartyFixture, response: Response, code: string): Promise<void> {
  const check = at.sink.decisions.at(-1)?.checks.at(-1)
  assert.deepEqual([response.status, check?.requirement, check?.code], [403, 'RP-135', code])
}

for (const profile of profileNames) {
  test(`RP-135 ${profile}: an error with cookie and state ends an open presentation`, async () => {
    const at = await profileFixture(profile)
    const started = await start(at, sameDevice)
    const { payload } = await requestObjectOf(await fetchRequest(at, started))
    const url = `${rpId}/presentation-result?error=access_denied&state=${payload.state}`
    await refused(at, await createBrowser(at).get(url), 'error_unbound')
    await refused(at, await (await start(at, sameDevice)).browser.get(url), 'error_unbound')
    await refused(at, await started.browser.get(`${rpId}/presentation-result?error=access_denied`), 'error_unbound')
    assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'fetched')
    await refused(at, await started.browser.get(url.replace('access_denied', '%22')), 'error_malformed')
    await refused(at, await started.browser.get(url), 'wallet_refused')
    const session = await at.stores.presentationSessions.find(started.id)
    assert.deepEqual([session?.status, session?.rejection], ['rejected', 'access_denied'])
  })

  test(`RP-135 ${profile}: an error does not change a completed presentation`, async () => {
    const at = await profileFixture(profile)
    const { started, response } = await present(at, { query: sameDevice })
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    await refused(at, await started.browser.get(`${redirectUri}&error=server_error`), 'session_completed')
    await refused(at, await createBrowser(at).get(`${redirectUri}&error=server_error`), 'error_unbound')
    assert.equal((await started.browser.get(redirectUri)).status, 200)
  })

  test(`RP-135 ${profile}: an error for a presentation that expired is not called an error for a completed one`, async () => {
    const at = await profileFixture(profile)
    const started = await start(at, sameDevice)
    const { payload } = await requestObjectOf(await fetchRequest(at, started))
    at.clock.advance(300)
    const url = `${rpId}/presentation-result?error=access_denied&state=${payload.state}`
    await refused(at, await started.browser.get(url), 'session_over')
    assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'fetched')
  })

  test(`RP-135 ${profile}: across devices, only one browser without the cookie can open the redirect URI`, async () => {
    const at = await profileFixture(profile)
    const { started, response } = await present(at, { query: 'variant=dcql&flow=cross-device' })
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    assert.equal((await createBrowser(at).get(redirectUri)).status, 200)
    await refused(at, await createBrowser(at).get(redirectUri), 'response_code_unknown')
    assert.equal((await started.browser.get(redirectUri)).status, 200)
  })
}
