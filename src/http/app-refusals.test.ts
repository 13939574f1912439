/** Rendering of refusals, faults and overload, as JSON and as a page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { assertError, form, setUp } from '../../test/support/test-app.ts'
import { createDecide } from '../base/index.ts'
import type { Route } from './routes.ts'

test('a role refuses malformed input with its own error and the text of the code', async () => {
  const { call } = setUp({ malformed: { status: 400, error: 'bad_request', text: 'Broken.' } })
  await assertError(
    await call('/base/query?a=1&a=2'),
    400,
    'bad_request',
    /^A parameter occurs more than once\. \(parameter_duplicated/,
  )
})

test('GEN-06 a refusal contains its code, place and requirement, and a header with its trace', async () => {
  const { call, decisions } = setUp()
  const response = await call('/base/refused')
  assert.equal(response.status, 418)
  assert.deepEqual(await response.json(), {
    error: 'teapot',
    error_description:
      'iss differs from the identifier that is expected here. (iss_mismatch at iss) [WP-17] ' +
      'What to change: Set iss to the expected identifier.',
    c_nonce: 'n',
  })
  assert.equal(response.headers.get('fiducia-trace'), decisions.lastRefusal()?.trace)
  assert.match(response.headers.get('fiducia-trace') ?? '', /^[\w-]{12}$/)
})

test('PP-89 a protected resource answers 401 with its scheme and the algorithms of a DPoP proof', async () => {
  for (const [options, algs] of [
    [{}, 'ES256 ES384 ES512'],
    [{ dpopAlgorithms: ['ES256', 'EdDSA'] }, 'ES256 EdDSA'],
  ] as const) {
    const response = await setUp(options).call('/base/resource')
    assert.equal(response.headers.get('www-authenticate'), `DPoP error="invalid_token", algs="${algs}"`)
  }
})

test('GEN-27 our own fault is a 500 without detail, an outage a 503 with Retry-After', async () => {
  const { call, faults } = setUp()
  const fault = await call('/base/fault')
  const text = await fault.clone().text()
  assert.doesNotMatch(text, /secret|Error|\bat /)
  await assertError(fault, 500, 'server_error', /\[GEN-27\]/)
  assert.equal((faults[0] as Error).message, 'secret of the house')
  const outage = await call('/base/outage')
  assert.equal(outage.headers.get('retry-after'), '7')
  assert.doesNotMatch(await outage.clone().text(), /secret/)
  await assertError(outage, 503, 'temporarily_unavailable', /\[GEN-27\]/)
  assert.equal((faults[1] as Error).message, 'database secret', 'an outage is logged too')
})

test('RP-228 a page of an allowed origin reads a refusal, a fault and a 429', async () => {
  const origin = 'https://app.example'
  const fails = () => {
    throw new Error('secret')
  }
  const routes: Route[] = [
    { method: 'GET', path: '/token', kind: 'machine', origins: new Set([origin]), handle: fails },
  ]
  const notAdmitted = { reason: 'rate', retryAfterSeconds: 1 } as const
  for (const [options, init, status] of [
    [{}, {}, 500],
    [{}, { method: 'PUT' }, 405],
    [{ admission: () => notAdmitted }, {}, 429],
  ] as const) {
    const { call } = setUp({ routes, ...options })
    const allowed = async (sent: string) => {
      const response = await call('/base/token', { ...init, headers: { origin: sent } })
      assert.deepEqual([response.status, response.headers.get('vary')], [status, 'Origin'])
      return response.headers.get('access-control-allow-origin')
    }
    assert.equal(await allowed(origin), origin)
    assert.equal(await allowed('https://evil.example'), null)
  }
})

test('a page that cannot be rendered is still a 500 without detail', async () => {
  const { call, faults } = setUp({
    renderPage: () => {
      throw new Error('secret')
    },
  })
  await assertError(await call('/base/page'), 500, 'server_error', /\[GEN-27\]/)
  assert.equal(faults.length, 2)
})

test('GEN-06 refusals of pages are HTML in the language of the reader, under a policy without inline scripts', async () => {
  const { call } = setUp()
  const rows: [string | undefined, string][] = [
    [undefined, 'it'],
    ['en', 'en'],
    ['en-GB,it;q=0.9', 'en'],
    ['en;q=0.1, it;q=0.9', 'it'],
    ['de-IT, fr', 'de'],
    ['es', 'it'],
    ['fr;q=0.1, en;q=0.2', 'en'],
    ['it, en', 'it'],
    ['en, it', 'en'],
  ]
  for (const [accepted, language] of rows) {
    const headers: Record<string, string> = accepted ? { 'accept-language': accepted } : {}
    const response = await call('/base/page?a=1&a=%3Cscript%3E', { headers })
    assert.equal(response.status, 400)
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    const body = await response.text()
    assert.match(body, new RegExp(`<html lang="${language}">`), String(accepted))
    assert.match(body, /parameter_duplicated.*GEN-09/)
    assert.doesNotMatch(body, /<script/)
  }
  const method = await call('/base/page', { method: 'POST' })
  assert.deepEqual([method.status, method.headers.get('allow')], [405, 'GET'])
  assert.match(method.headers.get('content-type') ?? '', /^text\/html/)
})

test('GEN-27 a 500 and a 503 name the decision that failed, even if no decision had begun', async () => {
  const { call, decisions } = setUp()
  for (const path of ['/base/fault', '/base/outage']) {
    const trace = (await call(path)).headers.get('fiducia-trace')
    const record = decisions.decisions.find((decision) => decision.trace === trace)
    assert.deepEqual([record?.surface, record?.outcome], [`role${path.slice(5)} fault`, 'failed'])
  }
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('own'), decisions })
  const handle = () => decide('t/own', () => Promise.reject(new Error('broken')))
  const { app } = setUp({ routes: [{ method: 'GET', path: '/own', kind: 'machine', handle }] })
  const own = await app(new Request('https://role.example/base/own'))
  assert.equal(own.headers.get('fiducia-trace'), decisions.decisions.at(-1)?.trace)
  assert.equal(decisions.decisions.at(-1)?.surface, 't/own')
})

test('GEN-06 a route for problem details adds their members, with the status and the error for its clients', async () => {
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('own'), decisions: setUp().decisions })
  const answer = {
    status: 403,
    problemStatus: 409,
    error: 'too_weak',
    problemError: 'weak',
    text: 'It is too weak.',
  }
  const handle = () => decide('t/own', async (decision) => decision.refuse(['GEN-06', answer], 'broken'))
  const detail = 'It is too weak. (broken) [GEN-06] What to change: Look up the named rule.'
  const plainBody = { error: 'too_weak', error_description: detail }
  for (const [kind, status, body] of [
    ['problem', 409, { ...plainBody, error: 'weak', title: 'It is too weak.', status: 409, detail }],
    ['machine', 403, plainBody],
  ] as const) {
    const { app } = setUp({ routes: [{ method: 'GET', path: '/own', kind, handle }] })
    const response = await app(new Request('https://role.example/base/own'))
    assert.deepEqual([response.status, response.headers.get('content-type')], [status, 'application/json'])
    assert.deepEqual(await response.json(), body)
  }
})

test('GEN-08 a request that is not admitted is refused in the form of its endpoint, before its body is read', async () => {
  const asked: string[] = []
  const admission = (surface: string) => {
    asked.push(surface)
    return { reason: 'rate', retryAfterSeconds: 7 } as const
  }
  const { call, seen, decisions } = setUp({ admission })
  const body = new ReadableStream({ pull: () => assert.fail('the body was read') }, { highWaterMark: 0 })
  const init = { method: 'POST', headers: { 'content-type': form }, body, duplex: 'half' } as RequestInit
  const machine = await call('/base/form', init)
  await assertError(machine, 429, 'temporarily_unavailable', /rate_exceeded\) \[GEN-08\]/)
  assert.equal(machine.headers.get('retry-after'), '7')
  const page = await call('/base/page')
  assert.deepEqual([page.status, page.headers.get('retry-after')], [429, '7'])
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal((await call('/base/nowhere')).status, 429)
  assert.equal((await call('/base/health')).status, 200)
  assert.deepEqual([asked, seen.length], [['role/form', 'role/page', 'role/*'], 0])
  assert.equal(decisions.lastRefusal()?.checks.at(-1)?.code, 'rate_exceeded')
})

test('GEN-27 an overloaded process refuses with 503 and Retry-After', async () => {
  const { call } = setUp({ admission: async () => ({ reason: 'overload', retryAfterSeconds: 2 }) })
  const response = await call('/base/query')
  await assertError(response, 503, 'temporarily_unavailable', /overloaded\) \[GEN-27\]/)
  assert.equal(response.headers.get('retry-after'), '2')
  assert.equal((await setUp({ admission: () => undefined }).call('/base/query')).status, 200)
})
