/**
 * Both variants in both flows, from the start page to the data on the page.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itWallet1Attestation } from '../../../src/wallet-attestation/index.ts'
import { changing } from '../../support/cases.ts'
import { type Bend, bodyOf, present, relyingPartyFixture, rpId } from '../../support/relying-party-fixture.ts'

for (const variant of ['dcql', 'scope'])
  for (const flow of ['same-device', 'cross-device'])
    test(`RP-10 RP-11 ${variant}, ${flow}: a presentation reaches the browser that asked for it`, async () => {
      const fixture = await relyingPartyFixture()
      const { started, response } = await present(fixture, { query: `variant=${variant}&flow=${flow}` })
      assert.deepEqual(fixture.faults, [])
      const body = await bodyOf(response)
      assert.equal(response.status, 200, JSON.stringify(body))
      const opened = await started.browser.get(body.redirect_uri)
      const page = await opened.text()
      assert.equal(opened.status, 200, page)
      assert.match(page, /id="claim-given_name" class="claim">Ada</)
      assert.ok(!page.includes('1980-01-10'))
      assert.ok(body.redirect_uri.startsWith(`${rpId}/presentation-result?response_code=`))
    })

const itWallet1: Bend = {
  attestation: changing({ profile: itWallet1Attestation }),
}
for (const variant of ['dcql', 'scope'])
  test(`WP-85 ${variant}: accepts an attestation of IT-Wallet 1.0 with a presentation`, async () => {
    const fixture = await relyingPartyFixture()
    const { response } = await present(fixture, { query: `variant=${variant}&flow=same-device`, bend: itWallet1 })
    assert.equal(response.status, 200, await response.text())
    assert.deepEqual(fixture.faults, [])
  })
