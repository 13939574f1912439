import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, form, setUp } from '../../test/support/test-app.ts'

test('GEN-41 an unknown path is a 404 in JSON that names method and path', async () => {
  const { call } = setUp()
  for (const path of ['/base/none', '/form', '/', '/base', '/base//form', '/base/form/', '/baseform'])
    await assertError(await call(path), 404, 'not_found', /\(path_unknown at GET \/\S*\) \[GEN-41\] /)
})

test('GEN-07 an unknown method on a known path is a 405 with Allow', async () => {
  const { call, post } = setUp()
  const rows: [Promise<Response>, string][] = [
    [call('/base/form'), 'POST'],
    [call('/base/form', { method: 'PUT' }), 'POST'],
    [call('/base/document', { method: 'OPTIONS' }), 'GET, HEAD'],
    [call('/base/instances/1', { method: 'DELETE' }), 'PATCH, GET'],
    [call('/base/instances/new', { method: 'DELETE' }), 'GET, PATCH'],
    [post('/base/health', form, ''), 'GET, HEAD'],
  ]
  for (const [answer, allow] of rows) {
    const response = await answer
    assert.equal(response.headers.get('allow'), allow)
    await assertError(
      response,
      405,
      'invalid_request',
      new RegExp(`method_not_allowed at \\w+ /\\S+\\) \\[GEN-07\\] Expected: ${allow}; found: \\w+\\.`),
    )
  }
})

test('GEN-41 a long part of an unknown path is not repeated, because it might be a secret', async () => {
  const { call, decisions } = setUp()
  const secret = 'x'.repeat(43)
  const { error_description } = (await (await call(`/base/requests/${secret}/a?token=${secret}`)).json()) as {
    error_description: string
  }
  assert.match(error_description, /at GET \/base\/requests\/\.\.\.\/a\)/)
  assert.doesNotMatch(JSON.stringify([error_description, decisions.decisions]), /xxxx/)
})

test('a path with a variable does not hide another route', async () => {
  const { call, seen } = setUp()
  assert.equal((await call('/base/instances/new')).status, 200)
  assert.deepEqual(seen[0]?.path, {})
  assert.equal((await call('/base/instances/a%20b')).status, 200)
  assert.deepEqual(seen[1]?.path, { id: 'a b' })
})

test('a route gives the same answer for every spelling of its path', async () => {
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

test('GEN-07 HEAD of a document is answered like GET without a body, and is refused where a GET can have an effect', async () => {
  const { call, seen } = setUp()
  for (const path of ['/base/health', '/base/home']) assert.equal((await call(path, { method: 'HEAD' })).status, 200)
  for (const path of ['/base/query', '/base/page', '/base/resource'])
    assert.equal((await call(path, { method: 'HEAD' })).headers.get('allow'), 'GET')
  assert.equal((await call('/base/instances/new', { method: 'HEAD' })).headers.get('allow'), 'GET, PATCH')
  assert.deepEqual(seen, [])
  const response = await call('/base/document', { method: 'HEAD' })
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/jwt'])
  assert.equal(await response.text(), '')
  assert.equal((await call('/base/form', { method: 'HEAD' })).status, 405)
})

test('GEN-30 URLs come from configuration and never from Host or forwarding headers', async () => {
  const { call, seen } = setUp()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  await call('/base/query?x=1', { headers: { ...headers, forwarded: 'host=evil.example' } }, 'http://evil.example:99')
  assert.equal(seen[0]?.url, 'https://role.example/base/query')
})

test('only public documents and their refusals are readable across origins', async () => {
  const { call } = setUp()
  const origin = async (path: string, init?: RequestInit) =>
    (await call(path, init)).headers.get('access-control-allow-origin')
  assert.equal(await origin('/base/document'), '*')
  assert.equal(await origin('/base/document?a=1&a=1'), '*')
  assert.equal(await origin('/base/document', { method: 'POST' }), '*')
  assert.equal(await origin('/base/query'), null)
})

test('every checked request leaves a decision, but a health probe leaves none', async () => {
  const { call, decisions } = setUp()
  await call('/base/query')
  await call('/base/health')
  assert.deepEqual(
    decisions.decisions.map(({ surface, outcome }) => [surface, outcome]),
    [['role/query envelope', 'accepted']],
  )
})
