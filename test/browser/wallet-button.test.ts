/**
 * `<it-wallet-button>` on a page of another origin with a strict policy: look, language, keyboard, screen reader, no
 * script.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BrowserWindows, examine, openBrowserWindows, readAloud, type Visitor } from '../support/browser.ts'
import { relyingPartyFixture, rpId } from '../support/relying-party-fixture.ts'

const shop = 'https://shop.example'
const policy = `default-src 'none'; script-src ${rpId}; style-src 'self'; base-uri 'none'; require-trusted-types-for 'script'`
const element = (attributes: string, name: string): string =>
  `<p><it-wallet-button ${attributes}><a href="/area">${name}</a></it-wallet-button></p>`
const page = (language: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title><link rel="stylesheet" href="/shop.css">
<script type="module" src="${rpId}/assets/it-wallet-button.js"></script></head>
<body><main><h1>Shop</h1>
${element('id="own" href="/area?from=shop"', 'Area')}
${element('id="large" lang="de-AT" size="l"', 'Bereich')}
${element('id="small" lang="fr" size="s"', 'Espace')}
${element('id="unsafe" lang="sl" href="javascript:alert(1)"', 'Stran')}
<p><it-wallet-button id="bare" lang="en"><a>Area</a></it-wallet-button></p>
</main></body></html>`

const fixture = await relyingPartyFixture()
let windows: BrowserWindows
before(async () => {
  fixture.network.connect(shop, async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/shop.css')
      return new Response('body { margin: 1rem } a { color: #b00; display: block; padding: 9rem }', {
        headers: { 'content-type': 'text/css' },
      })
    const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
    const language = request.headers.get('accept-language')?.startsWith('it') ? 'it' : 'en'
    return new Response(pathname === '/' ? page(language) : '<!doctype html><title>The area</title>', { headers })
  })
  windows = await openBrowserWindows(fixture.network.fetch)
})
after(() => windows?.close())

/** Returns the names of the links in reading order. */
const linksOf = async (visitor: Visitor): Promise<readonly string[]> =>
  (await readAloud(visitor)).filter(([role]) => role === 'link').map(([, name]) => name)

test('the button keeps its look on any page, has the name of its language, and works by keyboard', async () => {
  const visitor = await windows.open('it', 'handset')
  await visitor.page.goto(shop)
  await visitor.page.waitForSelector('it-wallet-button:defined')
  await examine(visitor, 'button')
  assert.deepEqual(await linksOf(visitor), [
    'Accedi con IT-Wallet',
    'Mit IT-Wallet anmelden',
    'Se connecter avec IT-Wallet',
  ])
  const looks = await visitor.page.evaluate(`[...document.querySelectorAll('it-wallet-button')].map((one) => {
    const link = one.shadowRoot.querySelector('a')
    const { backgroundColor, color, height, display } = getComputedStyle(link)
    return { backgroundColor, color, height: parseFloat(height), display, lang: link.lang, href: link.hasAttribute('href') ? link.href : null }
  })`)
  assert.ok(Array.isArray(looks))
  for (const { backgroundColor, color, display } of looks)
    assert.deepEqual([backgroundColor, color, display], ['rgb(0, 102, 204)', 'rgb(255, 255, 255)', 'inline-flex'])
  assert.deepEqual(
    looks.map(({ lang, href }) => [lang, href]),
    [
      ['it', `${shop}/area?from=shop`],
      ['de', `${shop}/area`],
      ['fr', `${shop}/area`],
      ['sl', null],
      ['en', null],
    ],
  )
  const [own, large, small] = looks.map(({ height }) => height as number)
  assert.ok(
    Number(small) >= 24 && Number(small) < Number(own) && Number(own) < Number(large),
    String([small, own, large]),
  )
  await visitor.page.evaluate(`document.querySelector('#own').lang = 'en'`)
  assert.equal((await linksOf(visitor))[0], 'Sign in with IT-Wallet')
  await visitor.page.keyboard.press('Tab')
  const outline = `getComputedStyle(document.activeElement.shadowRoot.activeElement).outlineWidth`
  assert.deepEqual(
    [await visitor.page.evaluate('document.activeElement.id'), await visitor.page.evaluate(outline)],
    ['own', '3px'],
  )
  await visitor.page.keyboard.press('Enter')
  await visitor.page.waitForURL(`${shop}/area?from=shop`)
})

test('without script the link within the button works', async () => {
  const visitor = await windows.open('en', 'handset', { javaScriptEnabled: false })
  await visitor.page.goto(shop)
  await visitor.page.click('#own a')
  await visitor.page.waitForURL(`${shop}/area`)
})
