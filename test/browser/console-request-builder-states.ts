/** States of the request builder in a browser. */
import assert from 'node:assert/strict'
import { waitForValue } from '../support/browser.ts'
import type { ConsoleState, ConsoleVisitor } from '../support/browser-console.ts'
import type { DeskConsole } from '../support/desk-console.ts'

/** Orders the presentation that the page describes, and returns the link that a wallet gets. */
async function order({ page }: ConsoleVisitor): Promise<string> {
  await page.locator('#ask-send').click()
  return (await page.locator('#ask-link').textContent()) ?? ''
}

/** Prepares the wallet that presents in some of the states. */
export async function prepareAsk(desk: DeskConsole): Promise<readonly ConsoleState[]> {
  const person = await desk.holder()
  return [
    {
      name: 'ask: a switch rewrites the query',
      path: '/ask',
      enter: async (visitor) => {
        await visitor.page.locator('[id="ask-claim.birthdate"]').check()
        await waitForValue(visitor, '#ask-query', 'birthdate')
      },
    },
    { name: 'ask: variant 1 with its definitions', path: '/ask?switches=1&variant=scope&wallet_attestation=on' },
    {
      name: 'ask: the QR code of an ordered presentation, then its result without a reload',
      path: '/ask',
      enter: async (visitor) => {
        const link = await order(visitor)
        assert.equal(await visitor.page.locator('#ask-qr svg').count(), 1)
        assert.equal((await person.wallet.present(link)).kind, 'presented')
        await visitor.page.locator('#ask-result-heading').waitFor()
        for (const summary of await visitor.page.locator('main summary').all()) await summary.click()
      },
    },
    {
      name: 'ask: an order that the API refuses',
      path: '/ask',
      enter: async ({ page }) => {
        await page.locator('#ask-query').fill('{"credentials": []}')
        await page.locator('#ask-send').click()
        await page.locator('#ask-refused').waitFor()
      },
    },
    {
      name: 'ask: without script, on the same device',
      path: '/ask?switches=1&flow=same-device&claim.given_name=on&wallet_attestation=on',
      settings: { javaScriptEnabled: false },
      enter: async ({ page }) => {
        await page.locator('#ask-send').click()
        await page.locator('#ask-open').waitFor()
        assert.ok(await page.locator('#ask-refresh').isVisible())
      },
    },
  ]
}
