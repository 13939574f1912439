/** The pages of the sandbox's national identity providers, in a real browser. Both providers render the same pages. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Html, respondPage, toWebResponse } from '../../src/http/index.ts'
import {
  renderAnswerPage,
  renderConsentPage,
  renderLoginPage,
  renderMessagePage,
  style,
} from '../../src/sandbox/national-idp/pages.ts'
import { type BrowserWindows, examine, type Language, openBrowserWindows, pressByKeyboard } from '../support/browser.ts'
import { person } from '../support/scripted-identity-provider.ts'

const origin = 'https://idp.example'
/** A service without a name is shown by its identifier, which has no space at which it could wrap. */
const clientName = 'https://pid-provider.with-a-name-that-is-long.sandbox.example'
const pages: Readonly<Record<string, (language: Language) => Html>> = {
  '/login': (language) => renderLoginPage(language, { clientName, wrong: true }),
  '/consent': (language) =>
    renderConsentPage(language, { clientName, claims: { ...person, place_of_birth: { ...person.place_of_birth } } }),
  '/answer': (language) => renderAnswerPage(language, `${origin}/done`, { SAMLResponse: 'x' }),
  '/unregistered': (language) => renderMessagePage(language, 'unregistered', `chain_untrusted at ${clientName}`),
  '/expired': (language) => renderMessagePage(language, 'expired'),
}
let windows: BrowserWindows

before(async () => {
  windows = await openBrowserWindows(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/style.css') return new Response(style, { headers: { 'content-type': 'text/css' } })
    const language = request.headers.get('accept-language')?.startsWith('en') ? 'en' : 'it'
    const page = pages[pathname]
    return page ? toWebResponse(await respondPage(page(language))) : new Response('', { status: 404 })
  })
})
after(() => windows?.close())

for (const language of ['it', 'en'] as const)
  test(`each page of a national login fits a phone and has its own title, and the answer is sent by keyboard (${language})`, async () => {
    const visitor = await windows.open(language, 'narrow')
    const titles = new Set<string>()
    for (const path of Object.keys(pages)) {
      await visitor.page.goto(origin + path)
      await examine(visitor, path)
      const [title, heading] = [await visitor.page.title(), await visitor.page.textContent('h1')]
      assert.ok(title.startsWith(heading ?? '?'), `${path}: ${title}`)
      titles.add(title)
    }
    assert.equal(titles.size, Object.keys(pages).length, 'two pages have the same title')
    await visitor.page.goto(`${origin}/answer`)
    await visitor.page.evaluate('document.activeElement.blur()')
    await pressByKeyboard(visitor, 'button')
    await visitor.page.waitForURL(`${origin}/done`)
  })
