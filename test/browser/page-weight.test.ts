/** Weight of a page for citizens: no foreign origin, and at most 150 kB with its fonts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languageNames, type PageLanguage } from '../../src/http/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { type BrowserWindows, examine, openBrowserWindows } from '../support/browser.ts'
import { recordingSink } from '../support/decisions.ts'
import { composeInMemory, type ServedInMemory } from '../support/served-roles.ts'

const most = 150_000
const publicUrl = 'https://light.example'
const walletLinks = [
  { name: 'Prova Wallet', link: 'openid4vp://' },
  { name: 'Denarnica Čebelica', link: 'haip://' },
]
const environment = { FIDUCIA_ROLE_WALLET_LINKS: JSON.stringify(walletLinks) }
let windows: BrowserWindows
let served: ServedInMemory<'relying-party'>
/** Sizes of the answers since the last page, by URL. */
const files = new Map<string, number>()
before(async () => {
  served = await composeInMemory('relying-party', {
    crypto: createNodeCrypto(),
    decisions: recordingSink(),
    publicUrl,
    environment,
  })
  windows = await openBrowserWindows(async (request) => {
    const response = await served.service.app(request)
    files.set(request.url, (await response.clone().arrayBuffer()).byteLength)
    return response
  })
})
after(async () => {
  await windows?.close()
  await served?.close()
})

test('the language switch fits on one line of a phone, in every language', async () => {
  for (const language of Object.keys(languageNames) as PageLanguage[]) {
    const { page } = await windows.open(language)
    await page.goto(`${publicUrl}/privacy`)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const tops = await page.evaluate(`[...document.querySelectorAll('.languages li')].map((one) => one.offsetTop)`)
    assert.equal(new Set(tops as number[]).size, 1, `${language}: ${tops}`)
    await page.context().close()
  }
})

test('a page and its files have at most 150 kB, come from one origin, and use the typeface', async () => {
  // Slovene needs both parts of the typeface.
  const visitor = await windows.open('sl')
  const { page } = visitor
  let fonts = 0
  for (const path of [
    '/presentations/new?flow=cross-device',
    '/presentations/new?flow=same-device',
    '/presentations/new?flow=same-device&q=none',
    '/privacy',
    '/nowhere',
  ]) {
    files.clear()
    await page.goto(publicUrl + path)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    assert.deepEqual(
      [...files.keys()].filter((url) => new URL(url).origin !== publicUrl),
      [],
      path,
    )
    fonts += [...files.keys()].filter((url) => url.endsWith('.woff2')).length
    const total = [...files.values()].reduce((sum, size) => sum + size, 0)
    assert.ok(total <= most, `${path}: ${total} bytes in ${JSON.stringify([...files])}`)
    assert.ok(await page.evaluate(`document.fonts.check('1em "Titillium Web"')`))
    await examine(visitor, path)
  }
  assert.ok(fonts >= 2, `${fonts} files of the typeface`)
})
