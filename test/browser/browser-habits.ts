/**
 * Automatic actions of Chromium, and repeated ones of people, at an application behind `requirePresentation` and its
 * Relying Party: prefetches, reloads, the back button, two tabs, double presses, lost answers, restored tabs and a
 * restarted browser. Each ends on the guarded page, or on a page that leads there (RP-95, RP-97).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type BrowserWindows,
  openBrowserWindows,
  openTab,
  prefetch,
  restartBrowser,
  type Visitor,
} from '../support/browser.ts'
import { fixture, guardWith, inExpress, inFastify, inWebHandler, origin, type Send } from '../support/guarded-portal.ts'
import { answer } from '../support/relying-party-application.ts'

const guard = guardWith({ ordersPerMinute: 6000 })
const adapters: readonly [string, () => Promise<Send> | Send][] = [
  ['Fetch', () => inWebHandler(guard)],
  ['Express', () => inExpress(guard)],
  ['Fastify', () => inFastify(guard)],
]

let windows: BrowserWindows
before(async () => {
  windows = await openBrowserWindows((request) => fixture.network.fetch(request))
})
after(() => windows?.close())

/** True while the person who reads German has not confirmed in the wallet. The tests of a portal run concurrently. */
let isUndecided = false
const reads = (language: string, { headers }: Request): boolean =>
  headers.get('accept-language')?.startsWith(language) === true

/** Answers a link to the wallet: the wallet presents, and redirects its browser. */
async function openWallet(request: Request): Promise<Response> {
  const { searchParams: parameters } = new URL(request.url)
  const page = '<!doctype html><title>Wallet</title><p id="wallet">The wallet.</p>'
  if (isUndecided && reads('de', request)) return new Response(page, { headers: { 'content-type': 'text/html' } })
  const requestUri = parameters.get('request_uri') ?? ''
  const { redirect_uri: location } = await answer(fixture, { parameters, requestUri } as never)
  return new Response(null, { status: 303, headers: { location: String(location) } })
}

/** Part of a URL. The proxy loses its next answer to the person who reads French. */
let lost: string | undefined

/** Connects the application behind a proxy: an open page, and guarded pages. */
async function connectPortal(open: () => Promise<Send> | Send): Promise<void> {
  const send = await open()
  fixture.network.connect(origin, async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/home')
      return new Response('<!doctype html><title>Home</title>', { headers: { 'content-type': 'text/html' } })
    const body = request.method === 'POST' ? await request.text() : undefined
    const answered = await send(pathname + search, {
      method: request.method,
      headers: request.headers,
      ...(body && { body }),
    })
    if (lost === undefined || !reads('fr', request) || !request.url.includes(lost)) return answered
    lost = undefined
    return new Response('<!doctype html><title>Lost</title><p id="lost">', {
      status: 504,
      headers: { 'content-type': 'text/html' },
    })
  })
}

const visit = async (visitor: Visitor, path = '/area'): Promise<void> => void (await visitor.page.goto(origin + path))
/** Presses the button for this device, and comes back from the wallet. */
async function presentHere({ page }: Visitor, path = '/area'): Promise<void> {
  await page.click('#begin-same-device')
  await page.waitForURL(origin + path)
}
const isIn = async ({ page }: Visitor, path = '/area'): Promise<void> => {
  await page.getByText(`${path}: Ada`, { exact: true }).waitFor()
  assert.equal(page.url(), origin + path)
}
const isAsked = async ({ page }: Visitor): Promise<void> => void (await page.waitForSelector('#presentation-begin'))
const waitForLink = async ({ page }: Visitor): Promise<string> => {
  await page.waitForSelector('#state-waiting', { state: 'visible' })
  return (await page.getAttribute('#wallet-link', 'href')) ?? ''
}
/** Presents on another device, whose browser shows that the first device continues. */
async function presentElsewhere(link: string): Promise<void> {
  const phone = await windows.open('en')
  await phone.page.goto(link)
  await phone.page.waitForSelector('#continue-elsewhere')
  await phone.page.context().close()
}

/** Names of the adapters. */
export const adapterNames: readonly string[] = adapters.map(([name]) => name)

/** Registers the tests of applications with these adapters. */
export function testHabits(names: readonly string[]): void {
  for (const [name, open] of adapters.filter(([one]) => names.includes(one)))
    describe(`a portal with ${name}`, { concurrency: true }, () => {
      before(async () => {
        fixture.network.connect('https://wallet.example', openWallet)
        await connectPortal(open)
      })

      test(`RP-95 ${name}: a prefetch of the guarded page by Chromium begins nothing`, async () => {
        const visitor = await windows.open('en')
        await visit(visitor, '/home')
        const cookies = await visitor.page.context().cookies()
        assert.deepEqual(await prefetch(visitor, `${origin}/area`), [503, 503])
        assert.deepEqual(await visitor.page.context().cookies(), cookies)
        await visit(visitor)
        await presentHere(visitor)
        await isIn(visitor)
      })

      test(`RP-97 ${name}: a person who reloads each page reaches the guarded page`, async () => {
        const visitor = await windows.open('en')
        const { page } = visitor
        await visit(visitor)
        await page.reload()
        await isAsked(visitor)
        await page.click('#begin-cross-device')
        const link = await waitForLink(visitor)
        await page.reload()
        assert.equal(await waitForLink(visitor), link)
        await presentElsewhere(link)
        await isIn(visitor)
        await page.reload()
        await isIn(visitor)
      })

      test(`RP-97 ${name}: the back button works at the QR code, in the wallet and on the guarded page`, async () => {
        const visitor = await windows.open('de')
        const { page } = visitor
        await visit(visitor, '/home')
        await visit(visitor)
        await page.click('#begin-cross-device')
        await waitForLink(visitor)
        await page.goBack()
        await isAsked(visitor)
        isUndecided = true
        await page.click('#begin-same-device')
        await page.waitForSelector('#wallet')
        isUndecided = false
        await page.goBack()
        await isAsked(visitor)
        await presentHere(visitor)
        await isIn(visitor)
        await page.goBack()
        await isIn(visitor)
      })

      test(`RP-97 ${name}: two tabs present independently`, async () => {
        const first = await windows.open('en')
        const second = await openTab(first)
        await visit(first, '/one')
        await visit(second, '/two')
        await first.page.click('#begin-cross-device')
        const link = await waitForLink(first)
        await presentHere(second, '/two')
        await isIn(second, '/two')
        await presentElsewhere(link)
        await isIn(first, '/one')
      })

      test(`RP-97 ${name}: a double press of a button leads to the guarded page`, async () => {
        for (const [id, path] of [
          ['same', '/area'],
          ['cross', '/other'],
        ] as const) {
          const visitor = await windows.open('en')
          await visit(visitor, path)
          await visitor.page.dblclick(`#begin-${id}-device`, { noWaitAfter: true })
          if (id === 'cross') await presentElsewhere(await waitForLink(visitor))
          await isIn(visitor, path)
        }
      })

      test(`RP-97 ${name}: a person reaches the guarded page although answers to the order and to the return are lost`, async () => {
        const visitor = await windows.open('fr')
        const { page } = visitor
        await visit(visitor)
        for (const part of ['begin=', 'reference=']) {
          lost = part
          await page.click('#begin-same-device')
          await page.waitForSelector('#lost', { state: 'attached' })
          if (part === 'begin=') await visit(visitor)
        }
        await page.reload()
        await isIn(visitor)
      })

      test(`RP-97 ${name}: a restarted browser continues in its restored tab`, async () => {
        const first = await windows.open('en')
        await visit(first)
        await first.page.click('#begin-cross-device')
        const link = await waitForLink(first)
        const again = await restartBrowser(first)
        assert.equal(await waitForLink(again), link)
        await presentElsewhere(link)
        await isIn(again)
        const last = await restartBrowser(again)
        await isIn(last)
        await last.page.context().clearCookies()
        await last.page.reload()
        await isAsked(last)
      })
    })
}
