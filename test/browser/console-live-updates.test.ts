/** Pages of the console that update while they are open: what an update keeps, and the switch that pauses them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pressByKeyboard } from '../support/browser.ts'
import { type BrowserConsole, type ConsoleVisitor, openBrowserConsole } from '../support/browser-console.ts'
import { startConsoleFederation } from '../support/console-federation.ts'
import { consoleUrl, createDeskConsole } from '../support/desk-console.ts'
import { breakScreens } from './console-break-states.ts'
import { recordedScreen } from './console-flows-states.ts'

describe('pages that update while they are open', { timeout: 120_000 }, () => {
  let browser: BrowserConsole
  let person: Awaited<ReturnType<Awaited<ReturnType<typeof createDeskConsole>>['holder']>>
  let credential = ''

  before(async () => {
    const desk = await createDeskConsole()
    person = await desk.holder()
    const [pid] = await desk.ecosystem.parts.stores['pid-provider'].issuedCredentials.search({})
    credential = `/register/${pid?.id}`
    const { screens } = await startConsoleFederation()
    const live = [
      ...screens,
      ...desk.screens,
      await recordedScreen(),
      ...breakScreens.filter(({ id }) => id === 'break'),
    ]
    browser = await openBrowserConsole(live, { publicUrl: consoleUrl })
  })
  after(() => browser?.close())

  /** Opens a page whose timers run only when the test advances them. */
  async function open(path: string, language: 'it' | 'en' = 'en'): Promise<ConsoleVisitor> {
    const visitor = await browser.open('/health', { language, device: 'narrow', theme: 'light' })
    await visitor.page.clock.install()
    await visitor.page.goto(`${consoleUrl}${path}`)
    return visitor
  }

  /** Advances the timers by a second, and waits for the answer of the poll. */
  async function poll({ page }: ConsoleVisitor, path: string): Promise<void> {
    const answered = page.waitForResponse((response) => response.url().endsWith(path))
    await page.clock.runFor(1000)
    await (await answered).finished()
    await page.evaluate('new Promise((resolve) => queueMicrotask(resolve))')
  }

  /** Opens the page of a new order. */
  async function order(): Promise<ConsoleVisitor> {
    const visitor = await open('/ask')
    await visitor.page.locator('#ask-send').click()
    await visitor.page.locator('#ask-qr').waitFor()
    return visitor
  }

  /** Marks elements of the page, selects the text of the first one, and scrolls `scroller` to the right. */
  const mark = ({ page }: ConsoleVisitor, selectors: readonly string[], scroller: string): Promise<unknown> =>
    page.evaluate(`(() => {
      window.kept = ${JSON.stringify(selectors)}.map((one) => document.querySelector(one))
      getSelection().selectAllChildren(window.kept[0])
      const scroller = document.querySelector('${scroller}')
      scroller.style.width = '40px'
      scroller.style.overflow = 'auto'
      scroller.scrollLeft = 10
    })()`)

  const keptBy = ({ page }: ConsoleVisitor, selectors: readonly string[], scroller: string): Promise<unknown> =>
    page.evaluate(`[
      ...${JSON.stringify(selectors)}.map((one, index) => document.querySelector(one) === window.kept[index]),
      getSelection().toString() !== '' && window.kept[0].contains(getSelection().anchorNode),
      document.querySelector('${scroller}')?.scrollLeft,
    ]`)

  test('two updates of a credential keep its elements, the selection and the scroll position', async () => {
    const visitor = await open(credential)
    const selectors = ['#register-list-facts', '#register-reader-relying-party', '#register-travel']
    await mark(visitor, selectors, '#register-live')
    await poll(visitor, '/travel')
    await poll(visitor, '/travel')
    assert.deepEqual(await keptBy(visitor, selectors, '#register-live'), [true, true, true, true, 10])
  })

  test('two updates of an order keep its elements, and its status remains the same live region until the end', async () => {
    const visitor = await order()
    const { page } = visitor
    const selectors = ['#ask-wallet-link', '#ask-status', '#ask-qr svg']
    const link = (await page.locator('#ask-link').textContent()) ?? ''
    await mark(visitor, selectors, '#ask-state')
    await poll(visitor, '/state')
    await poll(visitor, '/state')
    assert.deepEqual(await keptBy(visitor, selectors, '#ask-state'), [true, true, true, true, 10])
    assert.equal((await person.wallet.present(link)).kind, 'presented')
    await poll(visitor, '/state')
    await page.locator('#ask-result-heading').waitFor()
    const [, isSame] = (await keptBy(visitor, selectors, '#ask-state')) as readonly unknown[]
    assert.equal(isSame, true)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.clock.runFor(5000)
    assert.deepEqual(requests, [])
  })

  test('GEN-74 the switch pauses the updates of every page by the keyboard, and resumes them', async () => {
    const paths = ['/', '/flows', '/break', credential]
    const opened = [
      ...paths.map((path) => async () => open(path, 'it')),
      order, // a page that a form leads to
    ]
    for (const [index, openPage] of opened.entries()) {
      const visitor = await openPage()
      const { page } = visitor
      const name = paths[index] ?? 'an order'
      assert.equal(await page.locator('#updates').getAttribute('aria-pressed'), 'false', name)
      const below = "getComputedStyle(document.querySelector('form:has(> #updates)')).marginBottom"
      assert.equal(await page.evaluate(below), '16px', name)
      const url = page.url()
      await pressByKeyboard(visitor, '#updates')
      await page.locator('#updates-paused').waitFor()
      assert.deepEqual(
        [page.url(), await page.locator('#updates').getAttribute('aria-pressed')],
        [`${url}#updates`, 'true'],
      )
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.clock.runFor(20_000)
      assert.deepEqual(requests, [], name)
      assert.equal(await page.evaluate('document.activeElement.id'), 'updates', name)
      await page.keyboard.press('Space')
      await page.locator('#updates[aria-pressed=false]').waitFor()
      assert.ok((await page.locator('main [hx-trigger]').count()) > 0, name)
    }
  })
})
