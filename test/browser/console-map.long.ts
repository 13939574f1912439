/** The console's map in a real browser: each state in every view, and a page that stays open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { applicantId, publicUrl, startConsoleFederation, walletId } from '../support/console-federation.ts'
import { mapStates, openFederationConsole } from './console-map-states.ts'

examineMatrix(openFederationConsole, mapStates)

test('the open page shows a new member and an unreachable role, and keeps the focus', { timeout: 60_000 }, async () => {
  const { screens, anchor, network, clock } = await startConsoleFederation()
  const own = await openBrowserConsole(screens, { publicUrl })
  try {
    const { page, complaints } = await own.open('/', { language: 'en', device: 'desktop', theme: 'light' })
    await page.focus('#map-node-wallet-provider')
    await anchor.administer('POST', '/subordinates', { entity_id: applicantId })
    network.disconnect(walletId)
    clock.advance(10)
    await page.locator('#map-status', { hasText: '1 of 2 roles answer. 4 entities' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'map-node-wallet-provider')
    assert.equal(await page.locator('#map-graph a').count(), 4)
    assert.deepEqual(complaints, [])
  } finally {
    await own.close()
  }
})
