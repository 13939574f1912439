/**
 * A person at the console of a running sandbox, with a mouse alone: sets up the wallet, gets a PID, and presents it on
 * the same device. The whole walk continues: the other login, presentations across devices, a refusal, and a revoked
 * wallet. The person types only in login forms.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startSandbox } from '../../src/sandbox/index.ts'
import { launchChromium } from '../support/browser.ts'

/** Opens the service beside the wallet, as the console offers it. */
async function openService(wallet: Page): Promise<Page> {
  const [service] = await Promise.all([wallet.context().waitForEvent('page'), wallet.click('#wallet-service')])
  return service
}

/** Clicks each element as soon as it exists. */
async function click(page: Page, ...selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) await page.click(selector)
}

/** Waits until the phone shows this heading. */
const shows = async (page: Page, heading: string): Promise<void> => {
  await page.locator('#wallet-heading', { hasText: heading }).waitFor()
}

/** Gets a PID with a login at one of the two identity providers. */
async function getPid(page: Page, provider: 'cie' | 'spid', format: 'sd-jwt' | 'mdoc'): Promise<void> {
  await click(page, '#wallet-tab-add', `#wallet-format-${format}`, '#wallet-request-pid', '#wallet-go-to-provider')
  await click(page, `#provider-${provider}`)
  await page.fill('#username', 'mario.rossi')
  await page.fill('#password', 'sandbox')
  await click(page, 'button.primary')
  await page.waitForSelector('button[name=action][value=consent]')
  await click(page, 'button.primary')
  // SAML answers with a page whose button returns to the service.
  if (provider === 'spid') await click(page, 'button.primary:not([name])')
  await click(page, '#consent-accept')
  await page.waitForSelector('#wallet-show')
}

/** Agrees to everything that the service asks. */
async function agree(page: Page): Promise<void> {
  await click(page, '#wallet-agree')
  await shows(page, 'Dati inviati')
}

/** Declares the test of the whole walk, or of its beginning. */
export function testConsoleWalk({ whole }: { readonly whole: boolean }): void {
  const title = whole
    ? 'a person completes every flow with the mouse'
    : 'a person gets and presents a PID with the mouse'
  test(title, { timeout: 90_000 }, async (t) => {
    const [sandbox, browser] = await Promise.all([startSandbox(), launchChromium()])
    t.after(async () => {
      await browser.close()
      await sandbox.stop()
    })
    const context = await browser.newContext({ locale: 'it-IT' })
    context.setDefaultTimeout(20_000)
    const wallet = await context.newPage()
    await wallet.goto(sandbox.state.console)
    await click(wallet, '#go-wallet', '#wallet-set-up')
    await shows(wallet, 'Il wallet è attivo')
    await getPid(wallet, 'cie', 'sd-jwt')
    await presentHere(wallet)
    if (!whole) return
    await presentAcrossDevices(wallet)
    const flow = await presentRevoked(wallet)
    if (process.env.TEST_GOLDEN === 'update') await takePictures(wallet, sandbox.state.console, { ...screens, flow })
  })
}

/** Presents on the same device: the link opens the wallet in the tab of the service, and the wallet redirects back. */
async function presentHere(wallet: Page): Promise<void> {
  const service = await openService(wallet)
  await click(service, '#start-dcql-same-device', '#wallet-see')
  await agree(service)
  await click(service, '#wallet-continue')
  assert.equal(await service.textContent('#claim-given_name'), 'Mario')
}

/** Gets an mdoc by the other login. Answers one request of another device, and refuses one. */
async function presentAcrossDevices(wallet: Page): Promise<void> {
  await getPid(wallet, 'spid', 'mdoc')
  await click(wallet, '#wallet-tab-home')
  assert.equal(await wallet.locator('.wallet-card').count(), 2)

  const computer = await openService(wallet)
  await click(computer, '#start-scope-cross-device')
  await computer.waitForSelector('#qr-code')
  await click(wallet, '#wallet-scan', '#wallet-take-0')
  await agree(wallet)
  await computer.waitForSelector('#presentation-complete')
  const message = (await computer.getAttribute('#console-flow', 'href')) ?? ''
  await click(computer, '#console-flow')
  await computer.waitForSelector('#flows-diagram, [id^="flows-"]')
  assert.notEqual(computer.url(), message, 'the link must lead to the whole flow')

  const other = await openService(wallet)
  await click(other, '#start-dcql-cross-device')
  const image = await other.locator('#qr-code').screenshot()
  await click(wallet, '#wallet-tab-scan')
  // The script of the page shows the field when it handles what is chosen there.
  await wallet.waitForSelector('#wallet-drop', { state: 'visible' })
  await wallet.setInputFiles('#wallet-scan-image', { name: 'code.png', mimeType: 'image/png', buffer: image })
  await click(wallet, '#wallet-decline')
  await shows(wallet, 'Hai rifiutato la richiesta')
  await other.waitForSelector('#state-rejected', { state: 'visible' })
}

/** Revokes the wallet, and presents what it holds. Returns the path of the refused flow. */
async function presentRevoked(wallet: Page): Promise<string> {
  await click(wallet, '#wallet-tab-device', '#wallet-revoke', '#wallet-confirm')
  await shows(wallet, 'Wallet revocato')
  await click(wallet, '#wallet-back')
  while ((await wallet.locator('.wallet-revoked').count()) < 2) {
    await wallet.waitForTimeout(300)
    await wallet.reload()
  }
  const last = await openService(wallet)
  await click(last, '#start-dcql-same-device', '#wallet-see', '#wallet-acknowledge')
  await shows(last, 'Presentazione rifiutata')
  assert.match((await last.textContent('#wallet-refusal-sentence')) ?? '', /revocato/)
  const flow = (await last.getAttribute('#wallet-flow', 'href')) ?? ''
  assert.match(flow, /^\/flows\/trace\/./)
  return flow
}

/** Screens of the pictures in guides and README. */
const screens = {
  map: '/',
  flows: '/flows',
  ask: '/ask',
  decoder: '/decoder',
  register: '/register',
  phones: '/phones',
  federation: '/federation',
  break: '/break',
}

/** Writes a picture of each screen in English. */
async function takePictures(page: Page, at: string, paths: Readonly<Record<string, string>>): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  const { hostname: domain } = new URL(at)
  await page.context().addCookies([{ name: 'console-language', value: 'en', domain, path: '/' }])
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(new URL(path, at).href)
    await page.screenshot({ path: `docs/screenshots/console-${name}-en.png`, animations: 'disabled' })
  }
}
