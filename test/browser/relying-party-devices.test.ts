/**
 * Both flows on two devices: a computer that shows the QR code and a phone whose browser the wallet opens, each with
 * its own cookies. Covers reloads, second tabs, stolen URLs and late answers.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PageLanguage } from '../../src/http/index.ts'
import {
  type BrowserWindows,
  type Device,
  examine,
  examineAndCapture,
  languagesOfRun,
  openBrowserWindows,
  openTab,
  pressByKeyboard,
  type Visitor,
} from '../support/browser.ts'
import {
  answerForm,
  fetchRequest,
  post,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const wallet = await testWallet(fixture)
const home = `${rpId}/`
const crossDevice = `${rpId}/presentations/new?variant=dcql&flow=cross-device`
let windows: BrowserWindows
/** The requests that the person will refuse. */
const refused = new Set<string>()

const page = (text: string): Response =>
  new Response(`<!doctype html><title>Wallet</title><p>${text}</p>`, { headers: { 'content-type': 'text/html' } })

/** Opens the wallet by its universal link: it sends a response, and redirects its browser to the URI of the answer. */
async function openWallet(request: Request): Promise<Response> {
  const parameters = new URL(request.url).searchParams
  const requestUri = parameters.get('request_uri')
  if (requestUri === null) return page('The wallet.')
  const object = await requestObjectOf(await fetchRequest(fixture, { requestUri, parameters }))
  if (refused.has(requestUri)) {
    await post(fixture, { error: 'access_denied', state: object.payload.state })
    return page('You said no.')
  }
  const answer = await post(fixture, await answerForm(fixture, wallet, object))
  const { redirect_uri: location } = (await answer.json()) as { redirect_uri?: string }
  return location ? new Response(null, { status: 302, headers: { location } }) : page('That went wrong.')
}

before(async () => {
  fixture.network.connect('https://wallet.example', openWallet)
  windows = await openBrowserWindows(fixture.network.fetch)
})
after(() => windows?.close())

const shows = async ({ page: opened }: Visitor, state: string): Promise<void> => {
  await opened.waitForSelector(`#state-${state}`, { state: 'visible' })
  assert.equal(await opened.locator('#state > p:visible').count(), 1)
}
const engagementOf = async ({ page: opened }: Visitor): Promise<string> =>
  (await opened.getAttribute('#wallet-link', 'href')) ?? ''
const idOf = (engagement: string): string =>
  new URL(new URL(engagement).searchParams.get('request_uri') ?? '').searchParams.get('id') ?? ''

async function waiting(
  language: PageLanguage,
  device: Device = 'desktop',
): Promise<Visitor & { readonly link: string }> {
  const visitor = await windows.open(language, device)
  await visitor.page.goto(crossDevice)
  await shows(visitor, 'waiting')
  return { ...visitor, link: await engagementOf(visitor) }
}
const hasResult = async ({ page: opened }: Visitor): Promise<void> => {
  await opened.waitForURL(`${rpId}/presentation-result?response_code=**`)
  assert.equal(await opened.textContent('#claim-given_name'), 'Ada')
}
/** Fetches the Request Object and sends no response. */
async function fetchOnly(link: string) {
  const parameters = new URL(link).searchParams
  return requestObjectOf(await fetchRequest(fixture, { requestUri: parameters.get('request_uri') ?? '', parameters }))
}

for (const language of languagesOfRun())
  describe(`two devices (${language})`, () => {
    test('RP-29 RP-82 cross device: the phone answers the computer’s request, and the computer continues', async () => {
      fixture.reseed(`two devices ${language}`)
      const computer = await waiting(language)
      await examineAndCapture(computer, 'relying-party-desktop-waiting')
      const phone = await windows.open(language)
      await phone.page.goto(computer.link)
      await phone.page.waitForSelector('#continue-elsewhere')
      assert.doesNotMatch(await phone.page.content(), /\bAda\b/)
      await examine(phone, 'the phone is done')
      await hasResult(computer)
      await examineAndCapture(computer, 'relying-party-desktop-result')
    })

    test('RP-18 RP-79 the person refuses on the phone: the computer shows it, and can try again', async () => {
      const computer = await waiting(language)
      const phone = await windows.open(language)
      refused.add(new URL(computer.link).searchParams.get('request_uri') ?? '')
      await phone.page.goto(computer.link)
      await shows(computer, 'rejected')
      await examineAndCapture(computer, 'relying-party-desktop-rejected')
      await pressByKeyboard(computer, '#retry')
      await shows(computer, 'waiting')
      await phone.page.goto(await engagementOf(computer))
      await hasResult(computer)
    })

    test('RP-33 RP-79 no answer in time: expired on the computer, refused on the phone, then a new start', async () => {
      const computer = await waiting(language)
      const before = await engagementOf(computer)
      fixture.clock.advance(400)
      await shows(computer, 'expired')
      await examineAndCapture(computer, 'relying-party-desktop-expired')
      const late = await fixture.send(new Request(new URL(before).searchParams.get('request_uri') ?? ''))
      assert.equal(late.status, 400)
      await computer.page.reload()
      await shows(computer, 'waiting')
      assert.notEqual(idOf(await engagementOf(computer)), idOf(before))
    })
  })

/** No test advances the clock, so they can run concurrently. */
describe('two devices', { concurrency: true }, () => {
  const language = 'it'

  test('RP-02 RP-28 same device: the wallet opens, answers, and redirects the phone’s browser to the result', async () => {
    for (const variant of ['dcql', 'scope']) {
      const phone = await windows.open(language)
      await phone.page.goto(home)
      await pressByKeyboard(phone, `#start-${variant}-same-device`)
      await hasResult(phone)
      await examine(phone, 'result on the phone')
    }
  })

  test('RP-79 a reloaded page keeps its request, while it waits and after the phone has fetched the request', async () => {
    const computer = await waiting(language)
    await computer.page.reload()
    await shows(computer, 'waiting')
    assert.equal(await engagementOf(computer), computer.link)
    const request = await fetchOnly(computer.link)
    await shows(computer, 'fetched')
    await computer.page.reload()
    await shows(computer, 'fetched')
    assert.equal(await engagementOf(computer), computer.link)
    await examine(computer, 'continue on your phone, after a refresh')
    await post(fixture, await answerForm(fixture, wallet, request))
    await hasResult(computer)
  })

  test('RP-75 a second tab has its own session: each tab shows only its own phone’s result', async () => {
    const first = await waiting(language)
    const second = await openTab(first)
    await second.page.goto(crossDevice)
    await shows(second, 'waiting')
    const link = await engagementOf(second)
    assert.notEqual(idOf(link), idOf(first.link))
    const phone = await windows.open(language)
    await phone.page.goto(link)
    await hasResult(second)
    await shows(first, 'waiting')
    await phone.page.goto(first.link)
    await hasResult(first)
  })

  test('RP-75 another browser with a stolen id learns nothing of the session from the status or a page', async () => {
    const computer = await waiting(language)
    const thief = await windows.open(language)
    const answer = await thief.page.goto(`${rpId}/session-state?id=${idOf(computer.link)}`)
    assert.equal(answer?.status(), 403)
    const told = (await answer?.text()) ?? ''
    assert.match(told, /invalid_session/)
    for (const secret of ['redirect_uri', 'response_code', 'issued', 'expires_in']) assert.ok(!told.includes(secret))
    await thief.page.goto(`${crossDevice}&session=${idOf(computer.link)}`)
    await shows(thief, 'waiting')
    assert.notEqual(idOf(await engagementOf(thief)), idOf(computer.link))
    const phone = await windows.open(language)
    await phone.page.goto(computer.link)
    await hasResult(computer)
    await shows(thief, 'waiting')
    const completed = await thief.page.goto(`${rpId}/session-state?id=${idOf(computer.link)}`)
    assert.equal(completed?.status(), 403)
    assert.ok(!((await completed?.text()) ?? '').includes('redirect_uri'))
  })

  test('RP-17 RP-80 RP-81 a response code works only in the browser that began the session', async () => {
    const computer = await waiting(language)
    const phone = await windows.open(language)
    await phone.page.goto(computer.link)
    await hasResult(computer)
    const used = computer.page.url()
    const replayed = await computer.page.reload()
    assert.equal(replayed?.status(), 200, 'the reloaded page must show the result (RP-97)')
    assert.match(await computer.page.content(), /\bAda\b/)
    const stranger = await windows.open(language)
    await stranger.page.goto(used)
    assert.doesNotMatch(await stranger.page.content(), /\bAda\b/)

    const { engagementUrl } = await start(fixture, 'variant=dcql&flow=same-device')
    const victim = await windows.open(language)
    const opened = await victim.page.goto(engagementUrl)
    assert.equal(opened?.status(), 403)
    assert.doesNotMatch(await victim.page.content(), /\bAda\b/)
    await examine(victim, 'a same-device answer in another browser')
    await pressByKeyboard(victim, '#start-again')
    await victim.page.waitForURL(home)
  })
})
