import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { recordingSink } from '../../test/support/decisions.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createDecide, Refusal, Unavailable } from '../base/index.ts'
import {
  type AnswerWithHeaders,
  type AppOptions,
  createApp,
  type EndpointRequest,
  formOf,
  type HttpResponse,
  jsonOf,
  type Route,
  respondJson,
  respondText,
} from './index.ts'

const teapot: AnswerWithHeaders = { status: 418, error: 'teapot', text: 'No coffee.', members: { c_nonce: 'n' } }

function setUp(options: Partial<AppOptions> = {}) {
  const decisions = recordingSink()
  const faults: unknown[] = []
  const seen: EndpointRequest[] = []
  const decide = createDecide<AnswerWithHeaders>({ clock: fixedClock(), random: seededRandom('app'), decisions })
  const keep = (request: EndpointRequest): HttpResponse => {
    seen.push(request)
    return respondJson({ form: Object.fromEntries(formOf(request)), json: jsonOf(request) })
  }
  const throwing = (fault: unknown) => () => {
    throw fault
  }
  const routes: Route[] = [
    { method: 'POST', path: '/form', kind: 'machine', accepts: ['form'], bodyLimit: 100, handle: keep },
    { method: 'POST', path: '/json', kind: 'machine', accepts: ['json'], bodyLimit: 2000, handle: keep },
    { method: 'GET', path: '/document', kind: 'document', handle: () => respondText('jwt', 'application/jwt') },
    {
      method: 'POST',
      path: '/proven',
      kind: 'machine',
      accepts: ['form'],
      judgesDpop: true,
      malformed: teapot,
      handle: keep,
    },
    { method: 'GET', path: '/query', kind: 'machine', handle: keep },
    { method: 'PATCH', path: '/instances/:id', kind: 'machine', handle: keep },
    { method: 'GET', path: '/instances/new', kind: 'machine', handle: keep },
    { method: 'GET', path: '/instances/:id', kind: 'machine', handle: keep },
    { method: 'GET', path: '/fault', kind: 'machine', handle: throwing(new Error('secret of the house')) },
    { method: 'GET', path: '/outage', kind: 'machine', handle: throwing(new Unavailable('database secret', 7)) },
    { method: 'GET', path: '/home', kind: 'page', public: true, handle: () => respondText('hello', 'text/html') },
    { method: 'GET', path: '/page', kind: 'page', accepts: [], handle: throwing(new Error('secret')) },
    {
      method: 'GET',
      path: '/refused',
      kind: 'machine',
      handle: () => decide('t/refused', async (decision) => decision.refuse(['WP-17', teapot], 'iss_mismatch', 'iss')),
    },
    {
      method: 'GET',
      path: '/resource',
      kind: 'resource',
      handle: throwing(new Refusal('t', { status: 401, error: 'invalid_token', text: 'No.' }, 'PP-1', 'expired', '')),
    },
  ]
  const app = createApp({
    name: 'role',
    publicUrl: 'https://role.example/base/',
    routes,
    decide,
    onFault: (fault) => faults.push(fault),
    ...options,
  })
  const call = (path: string, init: RequestInit = {}, origin = 'https://role.example') =>
    app(new Request(`${origin}${path}`, init))
  const post = (path: string, type: string, body: BodyInit) =>
    call(path, { method: 'POST', headers: { 'content-type': type }, body })
  return { app, call, post, decisions, faults, seen }
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

async function assertError(response: Response, status: number, error: string, part: RegExp): Promise<void> {
  assert.equal(response.status, status)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const body = (await response.json()) as { error: string; error_description: string }
  assert.equal(body.error, error)
  assert.match(body.error_description, part)
}

test('GEN-07 an unknown path is a 404 in JSON', async () => {
  const { call } = setUp()
  for (const path of ['/base/none', '/form', '/', '/base', '/base//form', '/base/form/', '/baseform'])
    await assertError(await call(path), 404, 'not_found', /\(path_unknown\) \[GEN-07\]$/)
})

test('GEN-07 an unknown method on a known path is a 405 with Allow', async () => {
  const { call, post } = setUp()
  const rows: [Promise<Response>, string][] = [
    [call('/base/form'), 'POST'],
    [call('/base/form', { method: 'PUT' }), 'POST'],
    [call('/base/document', { method: 'OPTIONS' }), 'GET, HEAD'],
    [call('/base/instances/1', { method: 'DELETE' }), 'PATCH, GET'],
    [post('/base/health', form, ''), 'GET, HEAD'],
  ]
  for (const [answer, allow] of rows) {
    const response = await answer
    assert.equal(response.headers.get('allow'), allow)
    await assertError(response, 405, 'invalid_request', /method_not_allowed/)
  }
})

test('a path with a variable does not hide another route', async () => {
  const { call, seen } = setUp()
  assert.equal((await call('/base/instances/new')).status, 200)
  assert.deepEqual(seen[0]?.path, {})
  assert.equal((await call('/base/instances/a%20b')).status, 200)
  assert.deepEqual(seen[1]?.path, { id: 'a b' })
})

test('however a path is spelt, its route answers alike', async () => {
  const { call, seen } = setUp()
  const [asItIs, spelt] = [await call('/base/document'), await call('/base/d%6Fcument')]
  assert.equal(spelt.status, 200)
  assert.deepEqual([...spelt.headers], [...asItIs.headers])
  assert.equal(await spelt.text(), await asItIs.text())
  await call('/base/query?x=1')
  await call('/base/qu%65ry?x=1')
  await call('/base/query#x')
  assert.deepEqual(
    seen.map(({ url, path, query }) => ({ url, path, x: query.get('x') })),
    ['1', '1', undefined].map((x) => ({ url: 'https://role.example/base/query', path: {}, x })),
  )
})

test('GEN-07 HEAD of a document is answered like GET, without a body; of nothing that a GET may change', async () => {
  const { call, seen } = setUp()
  for (const path of ['/base/health', '/base/home']) assert.equal((await call(path, { method: 'HEAD' })).status, 200)
  for (const path of ['/base/query', '/base/instances/new', '/base/page', '/base/resource'])
    assert.equal((await call(path, { method: 'HEAD' })).headers.get('allow'), 'GET')
  assert.deepEqual(seen, [])
  const response = await call('/base/document', { method: 'HEAD' })
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/jwt'])
  assert.equal(await response.text(), '')
  assert.equal((await call('/base/form', { method: 'HEAD' })).status, 405)
})

test('GEN-07 a body over the limit is a 413, announced or streamed', async () => {
  const { call, post } = setUp()
  assert.equal((await post('/base/form', form, `a=${'x'.repeat(98)}`)).status, 200)
  await assertError(await post('/base/form', form, `a=${'x'.repeat(99)}`), 413, 'invalid_request', /body_too_large/)
  const announced = call('/base/form', {
    method: 'POST',
    headers: { 'content-type': form, 'content-length': '101' },
    body: 'a=1',
  })
  await assertError(await announced, 413, 'invalid_request', /body_too_large/)
  let pulled = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled += 1
      controller.enqueue(new Uint8Array(50))
    },
  })
  const init = { method: 'POST', headers: { 'content-type': form }, body: endless, duplex: 'half' } as RequestInit
  await assertError(await call('/base/form', init), 413, 'invalid_request', /body_too_large/)
  assert.ok(pulled < 10, 'an endless body is not read to its end')
})

test('GEN-07 another media type is a 415', async () => {
  const { call, post } = setUp()
  for (const type of [json, 'text/plain', 'multipart/form-data; boundary=x', `${form}x`])
    await assertError(await post('/base/form', type, 'a=1'), 415, 'invalid_request', /media_type_unsupported/)
  await assertError(await call('/base/json', { method: 'POST' }), 415, 'invalid_request', /media_type_unsupported/)
  const untyped = await call('/base/form', { method: 'POST', body: new TextEncoder().encode('a=1') })
  await assertError(untyped, 415, 'invalid_request', /media_type_unsupported/)
})

test('GEN-07 a body of a content coding is a 415 that says what is taken', async () => {
  const { call } = setUp()
  const send = (coding: string, body: BodyInit) =>
    call('/base/form', { method: 'POST', headers: { 'content-type': form, 'content-encoding': coding }, body })
  for (const body of [gzipSync('a=1'), 'a=1']) {
    const response = await send('gzip', body)
    assert.equal(response.headers.get('accept-encoding'), 'identity')
    await assertError(response, 415, 'invalid_request', /media_type_unsupported at content-encoding/)
  }
  assert.equal((await send('identity', 'a=1')).status, 200)
})

test('GEN-07 a form without content needs no media type', async () => {
  const { call } = setUp()
  const response = await call('/base/form', { method: 'POST' })
  assert.deepEqual([response.status, await response.json()], [200, { form: {}, json: {} }])
})

test('GEN-25 a charset is tolerated on input, and answers carry none', async () => {
  const { call, post } = setUp()
  for (const type of [`${form};charset=UTF-8`, `${form} ; charset=utf-8`, 'Application/X-WWW-Form-Urlencoded'])
    assert.equal((await post('/base/form', type, 'a=1')).status, 200)
  assert.equal((await call('/base/document')).headers.get('content-type'), 'application/jwt')
})

test('GEN-29 a doubled header is refused', async () => {
  const { app } = setUp()
  for (const name of ['DPoP', 'Authorization', 'Content-Type']) {
    const headers = new Headers({ 'content-type': form })
    headers.append(name, 'one')
    if (name !== 'Content-Type') headers.append(name, 'two')
    const request = new Request('https://role.example/base/form', { method: 'POST', headers, body: 'a=1' })
    await assertError(await app(request), 400, 'invalid_request', /header_duplicated at \w/)
  }
  const joined = new Request('https://role.example/base/query', { headers: { dpop: 'a,b' } })
  await assertError(await app(joined), 400, 'invalid_request', /header_duplicated at dpop/)
})

test('GEN-29 a doubled DPoP header is left to an endpoint that judges the proof', async () => {
  const { call, seen } = setUp()
  await call('/base/proven', { method: 'POST', headers: { dpop: 'a,b' } })
  assert.deepEqual(
    seen.map(({ header }) => header('dpop')),
    ['a,b'],
  )
})

test('GEN-09 an endpoint may word malformed input in its own way', async () => {
  const { post } = setUp()
  for (const text of ['a=1&a=2', 'a=%'])
    await assertError(await post('/base/proven', form, text), 418, 'teapot', /parameter_/)
})

test('GEN-09 a doubled parameter is refused, in form and query, also when spelt differently', async () => {
  const { call, post, decisions } = setUp()
  for (const text of ['a=1&a=2', 'a=1&a=1', 'a=1&%61=2', 'a=&a=1', 'a&a']) {
    await assertError(await post('/base/form', form, text), 400, 'invalid_request', /parameter_duplicated at form/)
    assert.equal(decisions.lastRefusal()?.checks.at(-1)?.requirement, 'GEN-09')
    await assertError(await call(`/base/query?${text}`), 400, 'invalid_request', /parameter_duplicated at query/)
  }
})

test('GEN-22 an empty parameter counts as not sent', async () => {
  const { call, post, seen } = setUp()
  const response = await post('/base/form', form, 'a=&b&c=1&&d=')
  assert.deepEqual(await response.json(), { form: { c: '1' }, json: {} })
  await call('/base/query?a=&b=2')
  assert.deepEqual([...(seen[1]?.query ?? [])], [['b', '2']])
})

test('GEN-23 unreadable parameters are a 400', async () => {
  const { call, post } = setUp()
  for (const text of ['a=%', 'a=%zz', 'a=%ff', 'a=%c0%af', '%f0%28=1', 'a=%00', 'a=%ed%a0%80'])
    await assertError(await post('/base/form', form, text), 400, 'invalid_request', /parameter_malformed/)
  const raw = new Uint8Array([0x61, 0x3d, 0xff])
  await assertError(await post('/base/form', form, raw), 400, 'invalid_request', /not_utf8/)
  const many = Array.from({ length: 65 }, (_, index) => `p${index}=1`).join('&')
  await assertError(await call(`/base/query?${many}`), 400, 'invalid_request', /parameter_count/)
  assert.equal((await call('/base/instances/%zz')).status, 200)
  assert.equal((await call('/base/%ff%fe')).status, 404)
})

test('GEN-23, GEN-28 unreadable JSON is a 400', async () => {
  const { post } = setUp()
  const rows: [BodyInit, RegExp][] = [
    ['', /json_malformed/],
    ['{"a":', /json_malformed/],
    ['[]', /json_malformed/],
    ['null', /json_malformed/],
    ['{"a":1,"a":2}', /json_duplicate_member.*GEN-28/],
    ['{"__proto__":{"x":1}}', /json_duplicate_member/],
    [`{"a":${'['.repeat(900)}${']'.repeat(900)}}`, /json_too_deep/],
    ['['.repeat(1900), /json_malformed/],
    [new Uint8Array([0x7b, 0x22, 0xc3, 0x22, 0x7d]), /not_utf8/],
  ]
  for (const [body, code] of rows) await assertError(await post('/base/json', json, body), 400, 'invalid_request', code)
})

test('GEN-23 a body that breaks off is a 400', async () => {
  const { call } = setUp()
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  const init = { method: 'POST', headers: { 'content-type': form }, body: broken, duplex: 'half' } as RequestInit
  await assertError(await call('/base/form', init), 400, 'invalid_request', /body_incomplete/)
})

test('GEN-26 a GET with a Content-Type and no body is answered as usual', async () => {
  const { call } = setUp()
  assert.equal((await call('/base/document', { headers: { 'content-type': json } })).status, 200)
})

test('GEN-30 URLs come from configuration and never from Host or forwarding headers', async () => {
  const { call, seen } = setUp()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  await call('/base/query?x=1', { headers: { ...headers, forwarded: 'host=evil.example' } }, 'http://evil.example:99')
  assert.equal(seen[0]?.url, 'https://role.example/base/query')
})

test('a role words malformed input in its own code', async () => {
  const { call } = setUp({ malformed: { status: 400, error: 'bad_request', text: 'Broken.' } })
  await assertError(await call('/base/query?a=1&a=2'), 400, 'bad_request', /^Broken\. \(parameter_duplicated/)
})

test('GEN-06 a refusal says code, place and requirement, and carries its trace', async () => {
  const { call, decisions } = setUp()
  const response = await call('/base/refused')
  assert.equal(response.status, 418)
  assert.deepEqual(await response.json(), {
    error: 'teapot',
    error_description: 'No coffee. (iss_mismatch at iss) [WP-17]',
    c_nonce: 'n',
  })
  assert.equal(response.headers.get('fiducia-trace'), decisions.lastRefusal()?.trace)
  assert.match(response.headers.get('fiducia-trace') ?? '', /^[\w-]{12}$/)
})

test('PP-89 a protected resource names with a 401 its scheme and what a proof may be signed with', async () => {
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
  assert.doesNotMatch(text, /secret|Error|at /)
  await assertError(fault, 500, 'server_error', /\[GEN-27\]/)
  assert.equal((faults[0] as Error).message, 'secret of the house')
  const outage = await call('/base/outage')
  assert.equal(outage.headers.get('retry-after'), '7')
  assert.doesNotMatch(await outage.clone().text(), /secret/)
  await assertError(outage, 503, 'temporarily_unavailable', /\[GEN-27\]/)
  assert.equal((faults[1] as Error).message, 'database secret', 'whoever logs is told of an outage too')
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

test('GEN-06 refusals at pages are HTML in the language of the reader, under a policy without inline script', async () => {
  const { call } = setUp()
  const rows: [string | undefined, string][] = [
    [undefined, 'it'],
    ['en', 'en'],
    ['en-GB,it;q=0.9', 'en'],
    ['en;q=0.1, it;q=0.9', 'it'],
    ['de-IT, fr', 'it'],
    ['fr, en;q=0.2', 'en'],
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

test('public documents are readable across origins, refusals of them too; nothing else is', async () => {
  const { call } = setUp()
  const origin = async (path: string, init?: RequestInit) =>
    (await call(path, init)).headers.get('access-control-allow-origin')
  assert.equal(await origin('/base/document'), '*')
  assert.equal(await origin('/base/document?a=1&a=1'), '*')
  assert.equal(await origin('/base/document', { method: 'POST' }), '*')
  assert.equal(await origin('/base/query'), null)
})

test('every judged envelope leaves a decision, a health probe none', async () => {
  const { call, decisions } = setUp()
  await call('/base/query')
  await call('/base/health')
  assert.deepEqual(
    decisions.decisions.map(({ surface, outcome }) => [surface, outcome]),
    [['role/query envelope', 'accepted']],
  )
})

test('GEN-27 a 500 and a 503 name the decision that failed, also when none had begun', async () => {
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

test('GEN-08 what is not admitted is refused in the form of its endpoint before anything of it is read', async () => {
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
