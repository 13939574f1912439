import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNetwork } from '../../test/support/network.ts'
import { createCookieJar } from './cookie-jar.ts'
import { parseForms } from './html-forms.ts'
import { createUserAgent, isDeparture } from './user-agent.ts'

const setting = (...lines: string[]): Headers => {
  const headers = new Headers()
  for (const line of lines) headers.append('set-cookie', line)
  return headers
}

describe('the cookie jar', () => {
  test('is shared by all ports of a host, but not with another host', () => {
    const jar = createCookieJar()
    jar.store(new URL('http://localhost:4003/a'), setting('pid-session=1; Path=/; Secure; HttpOnly; SameSite=Lax'))
    assert.equal(jar.header(new URL('http://localhost:4005/')), 'pid-session=1')
    assert.equal(jar.header(new URL('http://127.0.0.1:4003/')), undefined)
  })

  test('matches cookies by path, and sends the longest path first', () => {
    const jar = createCookieJar()
    jar.store(new URL('http://localhost/x/y'), setting('a=root; Path=/', 'a=deep; Path=/interaction/1', 'b=default'))
    assert.equal(jar.header(new URL('http://localhost/interaction/1')), 'a=deep')
    assert.equal(jar.header(new URL('http://localhost/interaction/12')), 'a=root')
    assert.equal(jar.header(new URL('http://localhost/x/z')), 'b=default; a=root')
  })

  test('deletes expired cookies, and replaces a cookie that is set again', () => {
    let now = 1_000_000
    const jar = createCookieJar(() => now)
    const url = new URL('http://localhost/')
    jar.store(url, setting('a=1; Max-Age=10', 'b=2; Expires=Thu, 01 Jan 1970 00:30:00 GMT', 'c=3', 'c=4', 'nonsense'))
    assert.equal(jar.header(url), 'a=1; b=2; c=4')
    now += 10_000
    assert.equal(jar.header(url), 'b=2; c=4')
    jar.store(url, setting('c=; Max-Age=0'))
    assert.equal(jar.header(url), 'b=2')
  })
})

describe('forms', () => {
  const page = `<form action="/next?a=1&amp;b=2" method="POST"><input name="token" type=hidden value="&quot;x&#39;&#x41;">
    <input name="on" type="checkbox" checked value="yes"><input name="off" type="checkbox" value="no">
    <input name="bare" type="checkbox" checked>
    <input type="submit" name="go" value="Go"><textarea name="text">t</textarea>
    <select name="level"><option value="">-</option><option value="low" selected>Low</option></select>
    <button type="button" name="nothing">x</button><button class="big primary" name="action" value="consent">OK</button>
    <button name="action" value="cancel">No</button></form>`

  test('are read with the fields that a browser would submit', () => {
    const [form] = parseForms(page, 'http://localhost/page')
    assert.equal(form?.action, 'http://localhost/next?a=1&b=2')
    assert.equal(form?.method, 'post')
    assert.deepEqual(Object.fromEntries(form?.fields ?? []), {
      token: '"x\'A',
      on: 'yes',
      bare: 'on',
      text: 't',
      level: 'low',
    })
    assert.deepEqual(
      form?.buttons.map(({ value, primary }) => [value, primary]),
      [
        ['Go', false],
        ['consent', true],
        ['cancel', false],
      ],
    )
  })
})

describe('the user agent', () => {
  function setUp() {
    const network = createNetwork()
    const seen: string[] = []
    network.connect('http://localhost:1', async (request) => {
      const { pathname, search } = new URL(request.url)
      seen.push(
        `${request.method} ${pathname}${search} ${request.headers.get('cookie') ?? '-'} ${await request.text()}`,
      )
      if (pathname === '/')
        return new Response('', { status: 302, headers: { location: '/form', 'set-cookie': 'a=1' } })
      if (pathname === '/form')
        return new Response('<form method="post" action="/done"><input name="n" value="1"><button>OK</button></form>')
      if (pathname === '/search') return new Response('<form action="/form"><input name="q"></form>')
      if (pathname === '/loop') return new Response('', { status: 302, headers: { location: '/loop' } })
      return new Response('', { status: 303, headers: { location: 'wallet://callback?code=1' } })
    })
    return { agent: createUserAgent({ fetch: network.fetch }), seen }
  }

  test('follows redirects with cookies, posts a form, and stops at a URL that is not http or https', async () => {
    const { agent, seen } = setUp()
    const page = await agent.open('http://localhost:1/')
    assert.ok(!isDeparture(page))
    const visit = await agent.submit(page, { fields: { n: 'è' } })
    assert.deepEqual(visit, { location: 'wallet://callback?code=1' })
    assert.deepEqual(seen, ['GET / - ', 'GET /form a=1 ', 'POST /done a=1 n=%C3%A8'])
  })

  test('submits a GET form in the query, and stops at the given URL', async () => {
    const { agent } = setUp()
    const page = await agent.open('http://localhost:1/search')
    assert.ok(!isDeparture(page))
    const found = await agent.submit(page, { fields: { q: 'x y' } })
    assert.ok(!isDeparture(found))
    assert.equal(found.url, 'http://localhost:1/form?q=x+y')
    assert.deepEqual(await agent.open('http://localhost:1/', () => true), { location: 'http://localhost:1/form' })
  })

  test('fails on a loop of redirects, on a page without the form and on a missing button', async () => {
    const { agent } = setUp()
    await assert.rejects(agent.open('http://localhost:1/loop'), /redirects/)
    const page = await agent.open('http://localhost:1/form')
    assert.ok(!isDeparture(page))
    assert.throws(() => agent.submit(page, { form: 1 }), /no form/)
    assert.throws(() => agent.submit(page, { button: 'cancel' }), /no button/)
  })
})
