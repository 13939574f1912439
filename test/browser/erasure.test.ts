/** The page on which a person confirms an erasure, opened by a link of another site. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type BrowserWindows,
  examine,
  languagesOfRun,
  openBrowserWindows,
  pressByKeyboard,
} from '../support/browser.ts'
import { rpId } from '../support/relying-party-fixture.ts'
import { profileFixture } from '../support/relying-party-profiles.ts'

const fixture = await profileFixture('it-wallet-1.4')
let windows: BrowserWindows
before(async () => {
  const pages = {
    'https://other.example': `<a href="${rpId}/erasure">log in</a>`,
    'https://wallet.example': 'the wallet',
  }
  for (const [origin, body] of Object.entries(pages))
    fixture.network.connect(
      origin,
      async () => new Response(`<!doctype html>${body}`, { headers: { 'content-type': 'text/html' } }),
    )
  windows = await openBrowserWindows(fixture.network.fetch)
})
after(() => windows?.close())

for (const language of languagesOfRun())
  describe(`the page of an erasure (${language})`, () => {
    test('RP-140 a link of another site begins no erasure; the button of the page opens the wallet', async () => {
      const { page, ...visitor } = await windows.open(language)
      await page.goto('https://other.example/')
      await page.click('a')
      await page.waitForURL(`${rpId}/erasure`)
      await examine({ page, ...visitor }, 'relying-party-erasure')
      assert.deepEqual(await page.context().cookies(rpId), [])
      await pressByKeyboard({ page, ...visitor }, '#confirm-erasure')
      await page.waitForURL('https://wallet.example/**')
      assert.equal((await page.context().cookies(rpId)).length, 1)
    })
  })
