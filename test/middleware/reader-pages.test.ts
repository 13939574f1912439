/** The pages of the middleware for their readers: look, style sheet, language and links. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fixture,
  guardWith,
  inExpress,
  inFastify,
  inWebHandler,
  origin,
  pathOf,
  person,
  type Send,
} from '../support/guarded-portal.ts'
import { returnUrl } from '../support/relying-party-application.ts'

/** Path of the return URL. */
const back = new URL(returnUrl).pathname

const look = {
  organization: 'Comune di Prova',
  logoUrl: `${origin}/logo.svg`,
  colour: '#5c1f6b',
  homeUrl: `${origin}/home`,
  links: { privacy: `${origin}/privacy` },
  isTest: true,
}
const adapters: readonly [string, () => Promise<Send> | Send][] = [
  ['web', () => inWebHandler(guardWith({ look }))],
  ['Express', () => inExpress(guardWith({ look }))],
  ['Fastify', () => inFastify(guardWith({ look }))],
]
const hrefOf = (page: string, id: string): string =>
  new RegExp(`id="${id}" href="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''

for (const [name, open] of adapters) {
  test(`${name}: the pages have the organisation's look, and their own style sheet in its colour`, async () => {
    const one = person(await open())
    const page = await (await one.visit('/area')).text()
    for (const part of [
      'Comune di Prova',
      'src="https://portal.example/logo.svg"',
      'id="link-privacy"',
      'id="test-environment"',
    ])
      assert.ok(page.includes(part), part)
    const url = /rel="stylesheet" href="([^"]*)"/.exec(page)?.[1] ?? ''
    assert.ok(url.startsWith(`${origin}${back}?style=`))
    const sheet = await one.visit(pathOf(url))
    assert.deepEqual([sheet.status, sheet.headers.get('content-type')], [200, 'text/css; charset=utf-8'])
    const css = await sheet.text()
    assert.ok(css.endsWith(':root{--page-primary:#5c1f6b}'))
    assert.doesNotMatch(css, /url\(|@import/, 'the style sheet names a file that is not served')
  })

  test(`${name}: the language switch keeps the choice, orders nothing, and leads back to the page`, async () => {
    const one = person(await open())
    const asked = fixture.network.exchanges.length
    const first = await (await one.visit('/area?x=1')).text()
    assert.match(first, /<html lang="it">/)
    const chosen = await one.visit(pathOf(hrefOf(first, 'language-de')))
    assert.deepEqual([chosen.status, chosen.headers.get('location')], [303, `${origin}/area?x=1`])
    assert.match(await (await one.visit('/area?x=1')).text(), /<html lang="de">[\s\S]*Mit IT-Wallet anmelden/)
    const ended = await (await one.visit(`${back}?state=a&reference=b`)).text()
    assert.match(
      ended,
      /<html lang="de">[\s\S]*id="presentation-foreign"[\s\S]*id="go-on" href="https:\/\/portal\.example\/home"/,
    )
    assert.equal(fixture.network.exchanges.length, asked)
  })

  test(`${name}: the language switch refuses another site and an unknown language`, async () => {
    const one = person(await open())
    for (const query of ['lang=de&path=https://evil.example/', 'lang=de', 'lang=xx&path=/', 'path=/'])
      assert.equal((await one.visit(`${back}?${query}`)).status, 403, query)
    const slashes = await one.visit(`${back}?lang=de&path=//evil.example/`)
    assert.equal(slashes.headers.get('location'), `${origin}//evil.example/`)
    const euro = await one.visit(`${back}?lang=de&path=/%E2%82%AC%0D%0Ax`)
    assert.deepEqual([euro.status, euro.headers.get('location')], [303, `${origin}/%E2%82%ACx`])
  })
}

test('a look with an invalid or illegible colour, a logo outside the origin or a relative home URL is refused at once', () => {
  for (const wrong of [
    { colour: 'red' },
    { colour: '#ffee00' },
    { logoUrl: 'https://elsewhere.example/logo.svg' },
    { logoUrl: '/logo.svg' },
    { homeUrl: '/' },
  ])
    assert.throws(() => guardWith({ look: wrong }), /look\.(?:colour|logoUrl|homeUrl)/)
})

test('RP-240 the page shows the purpose in the language of the reader, or in a stated other language', async () => {
  const read = async (purpose: string | { it: string; en: string }, language: string): Promise<string> => {
    const one = person(inWebHandler(guardWith({ purpose })))
    const page = await (await one.visit('/area', { headers: { 'accept-language': language } })).text()
    return /<strong id="presentation-purpose"(.*)<\/strong>/.exec(page)?.[1] ?? ''
  }
  const both = { it: 'Accesso', en: 'Access' }
  assert.equal(await read(both, 'it'), '>Accesso')
  assert.equal(await read(both, 'de'), ' lang="en">Access')
  assert.equal(await read('Accesso', 'de'), ' lang="">Accesso')
})
