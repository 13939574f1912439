/** The upkeep of a Relying Party, which its caller runs each minute. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from '../../../src/base/index.ts'
import { erasingApplication, presentForErasure } from '../../support/erasure.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

for (const profile of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`RP-20 RP-195 ${profile}: a step of the upkeep that fails stops neither the deletions nor the erasure requests`, async (t) => {
    const at = await profileFixture(profile, { config: { applications: [erasingApplication()] } })
    const received: string[] = []
    at.network.connect('https://portal.example', async (request) => {
      received.push(await request.text())
      return new Response(null, { status: 204 })
    })
    const { browser, redirectUri } = await presentForErasure(at)
    assert.equal((await browser.get(redirectUri)).status, 204)
    const { presentationSessions: sessions, presentationAudit: audit } = at.stores
    const failing = (message: string) => () => Promise.reject(new Error(message))
    t.mock.method(sessions, 'prune', failing('sessions'))
    t.mock.method(sessions, 'forgetUnbegun', failing('orders'))
    t.mock.method(sessions, 'forgetRedeemed', failing('results'))
    t.mock.method(audit, 'prune', failing('audit'))
    const faults = await at.rp.forgetOldSessions().then(() => [], faultsOf)
    const messages = faults.map((fault) => (fault as Error).message)
    assert.deepEqual(messages, ['sessions', 'orders', 'results', 'audit'])
    assert.equal(received.length, 1)
  })
