/** The choice of a wallet: configured links and names, and a search without script. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relyingPartyConfig } from '../../../src/relying-party/index.ts'
import { createBrowser, relyingPartyFixture, rpId } from '../../support/relying-party-fixture.ts'

const walletLinks = [
  { name: 'Prova Wallet', link: 'openid4vp://' },
  { name: 'Città Wallet', link: 'https://app.example/open' },
]
const open = async () => {
  const fixture = await relyingPartyFixture({ config: { walletLinks } })
  const browser = createBrowser(fixture)
  const get = async (query: string): Promise<string> => (await browser.get(`${rpId}/presentations/new?${query}`)).text()
  return { fixture, browser, get }
}
const namesOf = (page: string): string[] =>
  [...page.matchAll(/id="wallet-\d+"[^>]*>[\s\S]*?<span>([^<]*)</g)].map(([, name = '']) => name)
const hrefOf = (page: string, id: string): string =>
  new RegExp(`id="${id}"[^>]* href="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''

test('on the same device, the person first chooses a wallet, and its link then opens that wallet', async () => {
  const { browser, get } = await open()
  const page = await get('variant=dcql&flow=same-device')
  assert.deepEqual(namesOf(page), ['Città Wallet', 'Prova Wallet'])
  assert.equal(browser.cookies.size, 0, 'no session yet')
  const opened = await browser.get(hrefOf(page, 'wallet-2'))
  assert.equal(opened.status, 302)
  assert.match(opened.headers.get('location') ?? '', /^openid4vp:\/\/\?client_id=/)
  const other = await browser.get(hrefOf(page, 'wallet-1'))
  assert.match(other.headers.get('location') ?? '', /^https:\/\/app\.example\/open\?client_id=/)
})

test('the search ignores case and accents, keeps the request, and shows that nothing is found', async () => {
  const { get } = await open()
  assert.deepEqual(namesOf(await get('variant=dcql&flow=same-device&q=CITTA')), ['Città Wallet'])
  const none = await get('variant=dcql&flow=same-device&q=%3Cb%3E')
  assert.deepEqual(namesOf(none), [])
  assert.ok(none.includes('id="none-found"') && none.includes('value="&lt;b&gt;"') && !none.includes('<b>'))
  assert.match(hrefOf(none, 'show-all'), /variant=dcql&flow=same-device$/)
  assert.ok(none.includes('<input type="hidden" name="flow" value="same-device">'))
})

test('the QR code has the default link until a wallet is chosen, and the session stays the same', async () => {
  const { get, browser } = await open()
  const page = await get('variant=dcql&flow=cross-device')
  assert.match(hrefOf(page, 'wallet-link'), /^https:\/\/wallet\.example\/authorization\?/)
  const choice = await (await browser.get(hrefOf(page, 'choose-wallet'))).text()
  const chosen = await (await browser.get(hrefOf(choice, 'wallet-2'))).text()
  const [before, after] = [page, chosen].map((one) =>
    new URL(hrefOf(one, 'wallet-link')).searchParams.get('request_uri'),
  )
  assert.equal(after, before)
  assert.match(hrefOf(chosen, 'wallet-link'), /^openid4vp:\/\/\?/)
  assert.match(/id="reload" href="([^"]*)"/.exec(chosen)?.[1] ?? '', /wallet=1$/)
})

test('without links there is no choice, and an unusable link is refused at start', async () => {
  const fixture = await relyingPartyFixture()
  const page = await (await createBrowser(fixture).get(`${rpId}/presentations/new?flow=cross-device`)).text()
  assert.ok(!page.includes('choose-wallet'))
  for (const [link, name = 'x'] of [
    ['wallet'],
    ['https://w.example/#x'],
    [`https://w.example/${'x'.repeat(3000)}`],
    ['https://w.example/', 'x\u202e'],
  ] as const) {
    const { config } = fixture
    const given = {
      entityId: rpId,
      clientName: 'x',
      organization: config.organization,
      authorityHints: config.authorityHints,
    }
    const parsed = relyingPartyConfig.safeParse({ ...given, walletLinks: [{ name, link }] })
    assert.equal(parsed.success, false, link.slice(0, 40))
  }
})
