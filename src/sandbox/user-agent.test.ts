import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNetwork } from '../../test/support/network.ts'
import { createUserAgent, isDeparture } from './user-agent.ts'

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
