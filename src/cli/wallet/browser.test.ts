/** The user's browser and the scripted browser. */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { terminal } from '../../../test/support/wallet-command.ts'
import { UserError } from '../user-error.ts'
import { createScriptedBrowser, createUserBrowser } from './browser.ts'

test("only a redirect to the loopback page with the right state ends the login in the user's browser", async () => {
  const launched: string[] = []
  const browser = await createUserBrowser(terminal(), (url) => void launched.push(url))
  try {
    assert.match(browser.redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/issued$/)
    const back = browser.authorize('https://pid.example/login', browser.redirectUri, 's')
    assert.deepEqual(launched, ['https://pid.example/login'])
    assert.equal((await fetch(new URL('/favicon.ico', browser.redirectUri))).status, 404)
    for (const target of [
      '//[',
      '//other.example/issued?state=s',
      '/issued',
      '/issued?code=c&iss=i',
      '/issued?code=c&state=x',
    ])
      assert.equal(await statusOf(browser.redirectUri, target), 404, target)
    const stranger = await fetch(`${browser.redirectUri}?code=c&state=x`)
    assert.match(await stranger.text(), /<h1>Not expected<\/h1>/)
    const page = await fetch(`${browser.redirectUri}?code=c&state=s&iss=i`)
    for (const { headers } of [page, stranger]) {
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'no-store')
    }
    const html = await page.text()
    assert.match(html, /<html lang="en">.*<meta charset="utf-8">.*width=device-width.*<main>\s*<h1>/s)
    assert.match(html, /close this page/)
    assert.equal(await back, `${browser.redirectUri}?code=c&state=s&iss=i`)
  } finally {
    browser.close()
  }
})

/** Returns the status for a target that `fetch` would not send. */
const statusOf = (url: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { path }, (response) => resolve(response.resume().statusCode)).once('error', reject)
  })

const page = (html: string): Response => new Response(html, { headers: { 'content-type': 'text/html' } })
const form = (action: string, inner: string): string =>
  `<form method="post" action="${action}">${inner}<button class="primary">Go</button></form>`

test('a scripted browser logs in once, consents, and stops at the redirect URI of the wallet', async () => {
  const posted: string[] = []
  const browser = createScriptedBrowser(
    async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST') posted.push(`${pathname} ${await request.text()}`)
      if (pathname === '/login')
        return page(form('/password', '<input name="username"><input name="password" type="password">'))
      if (pathname === '/password') return page(form('/consent', '<input type="hidden" name="t" value="1">'))
      return new Response(null, { status: 302, headers: { location: `${browser.redirectUri}?code=c` } })
    },
    { username: 'ada', password: 'secret' },
    terminal(),
  )
  assert.equal(await browser.authorize('https://idp.example/login', '', 's'), `${browser.redirectUri}?code=c`)
  assert.deepEqual(posted, ['/password username=ada&password=secret', '/consent t=1'])
})

test('a scripted browser uses the named identity provider, or else the preselected one', async () => {
  const choice = form(
    '/choice',
    '<input type="radio" name="provider" value="a" checked><input type="radio" name="provider" value="b">',
  )
  const chosen = async (provider?: string): Promise<string | undefined> => {
    const posted: string[] = []
    const browser = createScriptedBrowser(
      async (request) => {
        if (request.method !== 'POST') return page(choice)
        posted.push(await request.text())
        return provider === 'none'
          ? page(choice)
          : new Response(null, { status: 302, headers: { location: `${browser.redirectUri}?code=c` } })
      },
      { username: 'ada', password: 'secret', ...(provider !== undefined && { provider }) },
      terminal(),
    )
    await browser.authorize('https://pid.example/authorize', '', 's')
    return posted[0]
  }
  assert.equal(await chosen(), 'provider=a')
  assert.equal(await chosen('b'), 'provider=b')
  await assert.rejects(
    chosen('none'),
    /^UserError: The login stopped at https:\/\/pid\.example \(status 200\): see --username, --password and --identity-provider\.$/,
  )
})

test('a scripted browser lists the identity providers if the named one is not among their buttons', async () => {
  const choice = form('/choice', '<button name="provider" value="cie"></button><button name="provider" value="spid">')
  const person = { username: 'a', password: 'b', provider: 'saml' }
  await assert.rejects(
    createScriptedBrowser(async () => page(choice), person, terminal()).authorize('https://pid.example/', '', 's'),
    /^UserError: --identity-provider: the PID Provider offers cie, spid\.$/,
  )
})

test('a scripted browser refuses an identity provider if the PID Provider offers no choice', async () => {
  const login = form('/login', '<input name="username"><input name="password" type="password">')
  const person = { username: 'a', password: 'b', provider: 'spid' }
  const browser = createScriptedBrowser(async () => page(login), person, terminal())
  await assert.rejects(
    browser.authorize('https://idp.example/login', '', 's'),
    /^UserError: The PID Provider offers no choice of identity providers: leave out --identity-provider\.$/,
  )
})

test('a scripted browser fails at a second login form, and at a page without a button', async () => {
  const login = form('/again', '<input name="username"><input name="password" type="password">')
  for (const html of [login, '<p>Sorry']) {
    const browser = createScriptedBrowser(async () => page(html), { username: 'a', password: 'b' }, terminal())
    await assert.rejects(browser.authorize('https://idp.example/login', '', 's'), UserError)
  }
})
