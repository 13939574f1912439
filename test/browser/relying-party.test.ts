/**
 * The Relying Party's pages for a person: the choice, the QR code in each of its states, the result, and the view of
 * another person. The wallet is another device, simulated by the test.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Route } from 'playwright-core'
import { texts } from '../../src/relying-party/pages/texts.ts'
import {
  type BrowserWindows,
  examine,
  examineAndCapture,
  languagesOfRun,
  openBrowserWindows,
  pressByKeyboard,
  readAloud,
  type Visitor,
} from '../support/browser.ts'
import {
  answerForm,
  fetchRequest,
  post,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  testWallet,
} from '../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
let windows: BrowserWindows
before(async () => {
  fixture.network.connect('https://wallet.example', async () => {
    const page = '<!doctype html><title>the wallet</title><p>the wallet</p>'
    return new Response(page, { headers: { 'content-type': 'text/html' } })
  })
  windows = await openBrowserWindows(fixture.network.fetch)
})
after(() => windows?.close())

const home = `${rpId}/`
const crossDevice = `${rpId}/presentations/new?variant=dcql&flow=cross-device`

/** Returns the content of the QR code for the wallet. */
async function engagementOf({ page }: Visitor) {
  const link = (await page.getAttribute('#wallet-link', 'href')) ?? ''
  const parameters = new URL(link).searchParams
  return { parameters, requestUri: parameters.get('request_uri') ?? '' }
}

async function openQrCode(visitor: Visitor) {
  await visitor.page.goto(crossDevice)
  await visitor.page.waitForSelector('#state-waiting', { state: 'visible' })
  return engagementOf(visitor)
}

const stateOf = async ({ page }: Visitor, state: string): Promise<void> => {
  await page.waitForSelector(`#state-${state}`, { state: 'visible' })
  assert.equal(await page.locator('#state > p:visible').count(), 1)
}

for (const language of languagesOfRun())
  describe(`the pages of the Relying Party (${language})`, () => {
    test('RP-79 a person gets from the choice through the QR code to the result, by Tab and Enter', async () => {
      const visitor = await windows.open(language)
      await visitor.page.goto(home)
      await examineAndCapture(visitor, 'relying-party-home')
      fixture.reseed(`the pages ${language}`)
      await pressByKeyboard(visitor, '#start-dcql-cross-device')
      await visitor.page.waitForURL(`${rpId}/presentations/new**`)
      await stateOf(visitor, 'waiting')
      await examineAndCapture(visitor, 'relying-party-qr-waiting')
      const request = await requestObjectOf(await fetchRequest(fixture, await engagementOf(visitor)))
      await stateOf(visitor, 'fetched')
      await examineAndCapture(visitor, 'relying-party-qr-fetched')
      await post(fixture, await answerForm(fixture, await testWallet(fixture), request))
      await visitor.page.waitForURL(`${rpId}/presentation-result?response_code=**`)
      await examineAndCapture(visitor, 'relying-party-result')
      assert.equal(await visitor.page.textContent('#claim-given_name'), 'Ada')
    })

    test('RP-79 the page shows a request that the wallet refuses, and a request that expires', async () => {
      const visitor = await windows.open(language)
      const { parameters } = await openQrCode(visitor)
      await visitor.page.focus('#wallet-link')
      await post(fixture, { error: 'access_denied', state: parameters.get('state') ?? '' })
      await stateOf(visitor, 'rejected')
      assert.equal(
        await visitor.page.evaluate('document.activeElement.id'),
        'retry',
        'the focus must move from the removed link to the button',
      )
      const { ended } = texts[language]
      assert.equal(await visitor.page.textContent('h1'), ended)
      assert.ok((await visitor.page.title()).startsWith(`${ended} – `))
      await visitor.page.evaluate('document.activeElement.blur()')
      await examineAndCapture(visitor, 'relying-party-qr-rejected')
      await pressByKeyboard(visitor, '#retry')
      await stateOf(visitor, 'waiting')
      fixture.clock.advance(200)
      await stateOf(visitor, 'expired')
      await examineAndCapture(visitor, 'relying-party-qr-expired')
    })

    test('RP-75 a page without its cookie shows that it is no longer connected', async () => {
      const visitor = await windows.open(language)
      await openQrCode(visitor)
      await visitor.page.context().clearCookies()
      await stateOf(visitor, 'lost')
      await examine(visitor, 'relying-party-qr-lost')
    })

    test('RP-79 long names and identifiers without a space wrap, and nothing exceeds a narrow page', async () => {
      const visitor = await windows.open(language)
      await openQrCode(visitor)
      for (const id of ['organization', 'title', 'wallet-link'])
        await visitor.page.evaluate(`document.getElementById('${id}').textContent = 'https://' + 'x'.repeat(100)`)
      await examine(visitor, 'relying-party-qr-long')
    })

    test('RP-80 RP-81 RP-82 the pages for a wrong link, and for the wallet’s browser on another device', async () => {
      const visitor = await windows.open(language)
      for (const [path, name, status] of [
        ['/presentation-result?response_code=short', 'relying-party-error-refused', 403],
        ['/presentations/new?variant=none', 'relying-party-error-request', 400],
      ] as const) {
        const answer = await visitor.page.goto(rpId + path)
        assert.equal(answer?.status(), status)
        await examineAndCapture(visitor, name)
      }
      await pressByKeyboard(visitor, '#start-again')
      await visitor.page.waitForURL(home)
      const screen = await windows.open(language)
      const request = await requestObjectOf(await fetchRequest(fixture, await openQrCode(screen)))
      await screen.page.close()
      const answer = await post(fixture, await answerForm(fixture, await testWallet(fixture), request))
      await visitor.page.goto(((await answer.json()) as { redirect_uri: string }).redirect_uri)
      await visitor.page.waitForSelector('#continue-elsewhere')
      await examineAndCapture(visitor, 'relying-party-elsewhere')
    })
  })

/** Milliseconds by which the clock must advance before the page polls again. */
const turn = 1500

/** Holds the next three polls of the page, in order, until the test answers each. */
async function holdPolls({ page }: Visitor): Promise<readonly Promise<Route>[]> {
  const polls = [0, 1, 2].map(() => Promise.withResolvers<Route>())
  let count = 0
  await page.route('**/session-state?**', (route) => void polls[count++]?.resolve(route))
  return polls.map(({ promise }) => promise)
}

describe('the page that waits', () => {
  const language = 'en'

  test('RP-79 a person sees the state of the request without scrolling, on a phone and on a low screen', async () => {
    for (const device of ['phone', 'desktop'] as const) {
      const visitor = await windows.open(language, device)
      if (device === 'desktop') await visitor.page.setViewportSize({ width: 1280, height: 650 })
      await fetchRequest(fixture, await openQrCode(visitor))
      await stateOf(visitor, 'fetched')
      const { y, height } = (await visitor.page.locator('#state-fetched').boundingBox()) ?? assert.fail()
      assert.ok(y + height <= (visitor.page.viewportSize()?.height ?? 0), `${device}: the state begins at ${y}`)
    }
  })

  test('RP-79 the page shows that the service is unreachable, continues to poll, and recovers', async () => {
    const visitor = await windows.open(language)
    const { page } = visitor
    await page.clock.install()
    const { parameters } = await openQrCode(visitor)
    await page.context().setOffline(true)
    await page.clock.runFor(turn)
    await stateOf(visitor, 'unreachable')
    await examine(visitor, 'relying-party-qr-unreachable')
    const held = await holdPolls(visitor)
    await page.context().setOffline(false)
    await page.clock.runFor(turn)
    await (await held[0])?.fulfill({ status: 503, body: '{}' })
    await page.clock.runFor(turn)
    const second = await held[1]
    await stateOf(visitor, 'unreachable')
    await second?.continue()
    await stateOf(visitor, 'waiting')
    await page.unrouteAll()
    await post(fixture, { error: 'access_denied', state: parameters.get('state') ?? '' })
    await page.clock.runFor(turn)
    await stateOf(visitor, 'rejected')
  })

  test('RP-79 the page ignores one lost answer, and aborts a poll that gets no answer within ten seconds', async () => {
    const visitor = await windows.open(language)
    const { page } = visitor
    await page.clock.install()
    const held = await holdPolls(visitor)
    await page.goto(crossDevice)
    await (await held[0])?.abort()
    await page.clock.runFor(turn)
    await held[1]
    await stateOf(visitor, 'waiting')
    await page.clock.runFor(10_000)
    await stateOf(visitor, 'unreachable')
    await page.clock.runFor(turn)
    await (await held[2])?.continue()
    await stateOf(visitor, 'waiting')
  })

  test('RP-79 a screen reader finds one main part, one heading, one named image and one status', async () => {
    const visitor = await windows.open(language)
    await openQrCode(visitor)
    const read = await readAloud(visitor)
    assert.deepEqual(
      read.filter(([role]) => ['main', 'heading', 'image', 'status', 'link', 'button'].includes(role)),
      [
        ['link', 'Skip to main content'],
        ['link', 'Ente di Prova'],
        ['link', 'Italiano'],
        ['link', 'Deutsch'],
        ['link', 'Français'],
        ['link', 'Slovenščina'],
        ['link', 'Comune di Prova'],
        ['main', ''],
        ['heading', 'Scan the QR code'],
        ['status', ''],
        ['link', 'Open IT-Wallet on this device'],
        ['image', 'QR code of the presentation request'],
        ['link', 'Cancel and go back to the service'],
        ['link', 'Privacy policy'],
        ['link', 'Terms of service'],
      ],
    )
  })
})
