import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingSink } from '../../../test/support/decisions.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { createNetwork } from '../../../test/support/network.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createDecide, type DecisionRecord } from '../../base/index.ts'
import { type AnswerWithHeaders, respondJson, respondText, toWebResponse } from '../../http/index.ts'
import { generateSigner, signJwt } from '../../jose/index.ts'
import { createDecisionLog, createNodeCrypto } from '../../node/index.ts'
import { createConsole } from './app.ts'

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
  const app = createConsole({
    publicUrl: 'http://localhost:4000',
    roles: [
      { name: 'wallet-provider', url: 'http://localhost:4002' },
      { name: 'pid-provider', url: 'http://localhost:4003' },
    ],
    routes: [{ method: 'POST', path: '/devices', kind: 'machine', handle: () => respondJson({ id: '1' }, 201) }],
    log,
    fetch: network.fetch,
    decide: createDecide<AnswerWithHeaders>({
      clock: fixedClock(),
      random: seededRandom('console'),
      decisions: recordingSink(),
    }),
    onFault: (fault) => assert.fail(String(fault)),
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app(new Request(`http://localhost:4000${path}`, { headers, method }))
  return { log, get }
}

test('the page shows roles, health, what they publish and the last decisions, escaped and without inline script', async () => {
  const { log, get } = await setUp()
  log.record(decision('trace-1', 'role/<b>'))
  const response = await get('/', { 'accept-language': 'en' })
  const page = await response.text()
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'/)
  assert.match(page, /<html lang="en">/)
  assert.match(page, /wallet-provider<\/h3>\s*<p><span class="accepted">answers/)
  assert.match(page, /pid-provider<\/h3>\s*<p><span class="refused">does not answer/)
  assert.match(page, /&quot;typ&quot;: &quot;entity-statement\+jwt&quot;/)
  assert.match(page, /role\/&lt;b&gt;.*WP-17 iss_mismatch.*\/decisions\/trace-1/)
  assert.doesNotMatch(page, /<script>|<b>|style="/)
  assert.match(await (await get('/')).text(), /<html lang="it">.*Ultime decisioni/s)
})

test('script and style are files of their own', async () => {
  const { get } = await setUp()
  for (const [path, type] of [
    ['/console.js', 'text/javascript; charset=utf-8'],
    ['/console.css', 'text/css; charset=utf-8'],
  ] as const)
    assert.equal((await get(path)).headers.get('content-type'), type)
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
  assert.equal(log.last()?.trace, 'b', 'asking leaves no decision')
})

test('further routes are served; a foreign Host or Origin gets nothing', async () => {
  const { get } = await setUp()
  assert.equal((await get('/devices', { origin: 'http://localhost:4000' }, 'POST')).status, 201)
  for (const path of ['/', '/decisions', '/devices', '/health', '/none']) {
    assert.equal((await get(path, { host: 'evil.example' })).status, 403, path)
    assert.equal((await get(path, { origin: 'http://evil.example' }, 'POST')).status, 403, path)
  }
})
