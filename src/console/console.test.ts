import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleRequests, createTestConsole } from '../../test/support/console-app.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { createNetwork } from '../../test/support/network.ts'
import type { DecisionRecord } from '../base/index.ts'
import { respondJson, respondText, toWebResponse } from '../http/index.ts'
import { generateSigner, signJwt } from '../jose/index.ts'
import { createDecisionLog, createNodeCrypto } from '../node/index.ts'
import { createMapScreen } from './map/map-screen.ts'
import { createFederationObserver } from './map/observe-federation.ts'

const decision = (trace: string, surface = 'role/token'): DecisionRecord => ({
  trace,
  surface,
  at: 1_768_478_400,
  outcome: 'refused',
  checks: [{ requirement: 'WP-17', passed: false, code: 'iss_mismatch', at: 'payload.iss' }],
  evidence: {},
})

async function setUp() {
  const network = createNetwork()
  const signer = await generateSigner({ crypto: createNodeCrypto() })
  const statement = await signJwt(signer, { typ: 'entity-statement+jwt' }, { sub: '<script>alert(1)</script>' })
  network.connect('http://localhost:4002', async (request) =>
    toWebResponse(
      new URL(request.url).pathname === '/health'
        ? respondJson({ status: 'ok' })
        : respondText(statement, 'application/entity-statement+jwt'),
    ),
  )
  const log = createDecisionLog()
  const federation = {
    clock: fixedClock(),
    crypto: createNodeCrypto(),
    fetch: network.fetch,
    anchors: new Map(),
    urls: { loopbackHttp: true },
    roles: [
      { name: 'wallet-provider', url: 'http://localhost:4002' },
      { name: 'pid-provider', url: 'http://localhost:4003' },
    ],
  }
  const url = 'http://localhost:4000'
  const app = createTestConsole({
    publicUrl: url,
    screens: [createMapScreen({ ...federation, observe: createFederationObserver(federation) })],
    routes: [{ method: 'POST', path: '/devices', kind: 'machine', handle: () => respondJson({ id: '1' }, 201) }],
    log,
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app(new Request(`${url}${path}`, { headers, method }))
  const { post } = consoleRequests(app, url)
  return { log, get, post }
}

test('the home page shows whether each role answers, without inline script or style', async () => {
  const { get } = await setUp()
  const response = await get('/', { 'accept-language': 'en' })
  const page = await response.text()
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'; .*font-src 'self'/)
  assert.equal(response.headers.get('referrer-policy'), 'same-origin', 'the browser sends the Origin of a form')
  assert.match(page, /<html lang="en">/)
  assert.match(page, /id="map-row-wallet-provider">.*<span class="badge outcome accepted">answers/)
  assert.match(page, /id="map-row-pid-provider">.*<span class="badge outcome refused">does not answer/)
  assert.doesNotMatch(page, /<script>|style="/)
  assert.match(await (await get('/')).text(), /<html lang="it">/)
})

test('keeps language and theme in cookies, and returns only to a path of the console', async () => {
  const { get, post } = await setUp()
  for (const [back, location] of [
    ['/flows?role=wallet', '/flows?role=wallet'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
  ] as const) {
    const response = await post('/preferences', { back, language: 'en' })
    assert.deepEqual([response.status, response.headers.get('location')], [303, location])
    assert.match(response.headers.get('set-cookie') ?? '', /^console-language=en;/)
  }
  const page = await (await get('/', { cookie: 'console-language=en; console-theme=dark' })).text()
  assert.match(page, /<html lang="en" data-bs-theme="dark">/)
})

test('serves decisions as JSON: all, the last, and one by its trace', async () => {
  const { log, get } = await setUp()
  assert.equal((await get('/decisions/last')).status, 404)
  log.record(decision('a'))
  log.record(decision('b'))
  const { decisions, counts } = (await (await get('/decisions')).json()) as {
    decisions: DecisionRecord[]
    counts: object[]
  }
  assert.deepEqual(
    decisions.map(({ trace }) => trace),
    ['b', 'a'],
  )
  assert.deepEqual(counts, [{ requirement: 'WP-17', passed: 0, refused: 2 }])
  assert.deepEqual(await (await get('/decisions/a')).json(), decision('a'))
  assert.deepEqual(await (await get('/decisions/last')).json(), decision('b'))
  const unknown = await get('/decisions/none')
  assert.deepEqual([unknown.status, ((await unknown.json()) as { error: string }).error], [404, 'not_found'])
  assert.equal(log.last()?.trace, 'b', 'a request for decisions records no decision')
})

test('further routes are served, and a foreign Host or Origin is refused', async () => {
  const { get } = await setUp()
  assert.equal((await get('/devices', { origin: 'http://localhost:4000' }, 'POST')).status, 201)
  for (const path of ['/', '/decisions', '/devices', '/health', '/none']) {
    assert.equal((await get(path, { host: 'evil.example' })).status, 403, path)
    assert.equal((await get(path, { origin: 'http://evil.example' }, 'POST')).status, 403, path)
  }
})

test('a refusal is a page for browsers, a part for htmx, and JSON for programs', async () => {
  const { get } = await setUp()
  const page = await get('/nowhere', { accept: 'text/html,*/*', 'accept-language': 'en' })
  const text = await page.text()
  assert.equal(page.status, 404)
  assert.match(page.headers.get('content-type') ?? '', /text\/html/)
  assert.match(text, /<h1 id="title">Page not found<\/h1>/)
  assert.match(text, /<code>path_unknown<\/code>/)
  assert.match(text, new RegExp(`<code id="refusal-trace">${page.headers.get('fiducia-trace')}</code>`))
  const part = await get('/nowhere', { accept: 'text/html', 'hx-request': 'true' })
  assert.equal(part.status, 404)
  assert.doesNotMatch(await part.text(), /<html|<h1/)
  const json = await get('/nowhere', { accept: 'application/json' })
  assert.equal(((await json.json()) as { error: string }).error, 'not_found')
  const foreign = await get('/', { host: 'evil.example', accept: 'text/html' })
  assert.equal(foreign.status, 403)
  assert.match(await foreign.text(), /<h1 id="title">Richiesta non accettata<\/h1>/)
})
