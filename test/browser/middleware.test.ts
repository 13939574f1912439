/** The middleware's pages in a real browser: the page that asks, the outcomes, the language switch. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signInWords } from '../../src/pages/index.ts'
import {
  type BrowserWindows,
  examine,
  examineAndCapture,
  languagesOfRun,
  openBrowserWindows,
  pressByKeyboard,
  type Visitor,
} from '../support/browser.ts'
import { fixture, guardWith, origin } from '../support/guarded-portal.ts'
import { returnUrl } from '../support/relying-party-application.ts'
import { post, rpId } from '../support/relying-party-fixture.ts'

const look = { organization: 'Comune di Prova', homeUrl: `${origin}/home`, isTest: true }
const guard = guardWith({
  look,
  ordersPerMinute: 3,
  visitorOf: (request) => (request as Request).headers.get('user-agent') ?? '',
})
let windows: BrowserWindows
before(async () => {
  windows = await openBrowserWindows((request) => fixture.network.fetch(request))
})
after(() => windows?.close())

const cameBack = async ({ page }: Visitor, id: string): Promise<void> => {
  await page.waitForSelector(`#presentation-${id}`)
}

for (const language of languagesOfRun())
  describe(`the pages of the middleware (${language})`, () => {
    before(() => {
      const welcome = guard.protect(
        () =>
          new Response('<!doctype html><title>Area</title><p id="area">Area</p>', {
            headers: { 'content-type': 'text/html' },
          }),
      )
      fixture.network.connect(origin, (request) => welcome(request))
      fixture.network.connect('https://wallet.example', async () => new Response('the wallet'))
    })

    test('RP-92 RP-113 the page asks, and the person cancels, is refused and tries again, by Tab and Enter', async () => {
      const visitor = await windows.open(language)
      const { page } = visitor
      const answer = await page.goto(`${origin}/area`)
      assert.equal(answer?.status(), 401)
      await examineAndCapture(visitor, 'middleware-begin')
      await pressByKeyboard(visitor, '#begin-cross-device')
      await page.waitForURL(`${rpId}/presentations/begin**`)
      await pressByKeyboard(visitor, '#cancel')
      await cameBack(visitor, 'cancelled')
      await examineAndCapture(visitor, 'middleware-cancelled')
      await pressByKeyboard(visitor, '#go-on')
      await page.waitForURL(`${origin}/area`)
      await pressByKeyboard(visitor, '#begin-cross-device')
      await page.waitForURL(`${rpId}/presentations/begin**`)
      const link = new URL((await page.getAttribute('#wallet-link', 'href')) ?? '')
      await post(fixture, { error: 'access_denied', state: link.searchParams.get('state') ?? '' })
      await page.waitForSelector('#retry', { state: 'visible' })
      await pressByKeyboard(visitor, '#retry')
      await cameBack(visitor, 'refused')
      await examine(visitor, 'middleware-refused')
      await pressByKeyboard(visitor, '#go-on')
      await page.waitForURL(`${origin}/area`)
      await pressByKeyboard(visitor, '#begin-same-device')
      await page.waitForURL('https://wallet.example/**')
      await page.goto(`${origin}/area`)
      await pressByKeyboard(visitor, '#begin-same-device')
      await cameBack(visitor, 'tooMany')
      await examine(visitor, 'middleware-too-many')
      fixture.clock.advance(60)
    })

    test('the page for a foreign reference can be used, and the language switch stays on the same page', async () => {
      const visitor = await windows.open(language)
      const { page } = visitor
      const other = language === 'it' ? 'sl' : 'it'
      await page.goto(`${returnUrl}&state=x&reference=y`)
      await examine(visitor, 'middleware-foreign')
      await page.goto(`${origin}/area`)
      await pressByKeyboard(visitor, `#language-${other}`)
      await page.waitForURL(`${origin}/area`)
      assert.equal(await page.textContent('h1'), signInWords[other].signIn)
      await examine({ ...visitor, language: other }, 'the page in another language')
    })
  })
