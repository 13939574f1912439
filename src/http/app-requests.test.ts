/** Checks of a request before its endpoint runs: size, media type, headers, parameters, JSON. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertError, form, json, setUp } from '../../test/support/test-app.ts'

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

test('GEN-07 a body with a content coding is a 415 that names the accepted coding', async () => {
  const { call } = setUp()
  const send = (coding: string, body: BodyInit) =>
    call('/base/form', { method: 'POST', headers: { 'content-type': form, 'content-encoding': coding }, body })
  for (const body of [gzipSync('a=1'), 'a=1']) {
    const response = await send('gzip', body)
    assert.equal(response.headers.get('accept-encoding'), 'identity')
    await assertError(response, 415, 'invalid_request', /coding_unsupported at content-encoding of POST \/\w+\)/)
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

test('GEN-29 an Authorization header with several parameters of one scheme is not a doubled header (RFC 9110 §11.4)', async () => {
  const { call } = setUp()
  const ask = (authorization: string) => call('/base/form', { method: 'POST', headers: { authorization } })
  for (const header of [
    'Digest username="a, b", realm="x", uri="/as/par", response="00ff", nc=00000001',
    'Digest a="\\"" ,b = c',
    'AWS4-HMAC-SHA256 Credential=A/20261201/x/aws4_request, SignedHeaders=host;x-amz-date, Signature=00ff',
  ])
    assert.equal((await ask(header)).status, 200, header)
  for (const header of [
    'DPoP a==, DPoP b',
    'Digest a="b", Digest a="b"',
    'Digest a="b", Basic c=',
    'Digest a="b, c',
    'a,b=c',
  ])
    await assertError(await ask(header), 400, 'invalid_request', /header_duplicated at authorization/)
})

test('GEN-29 a doubled DPoP header is passed to an endpoint that checks the proof', async () => {
  const { call, seen } = setUp()
  await call('/base/proven', { method: 'POST', headers: { dpop: 'a,b' } })
  assert.deepEqual(
    seen.map(({ header }) => header('dpop')),
    ['a,b'],
  )
})

test('GEN-09 an endpoint can refuse malformed input with its own answer', async () => {
  const { post } = setUp()
  for (const text of ['a=1&a=2', 'a=%'])
    await assertError(await post('/base/proven', form, text), 418, 'teapot', /parameter_/)
})

test('GEN-09 a doubled parameter is refused, in form and query, even if it is spelt differently', async () => {
  const { call, post, decisions } = setUp()
  for (const text of ['a=1&a=2', 'a=1&a=1', 'a=1&%61=2', 'a=&a=1', 'a&a']) {
    await assertError(await post('/base/form', form, text), 400, 'invalid_request', /parameter_duplicated at form\.a\)/)
    assert.equal(decisions.lastRefusal()?.checks.at(-1)?.requirement, 'GEN-09')
    await assertError(await call(`/base/query?${text}`), 400, 'invalid_request', /parameter_duplicated at query\.a\)/)
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
    ['"text"', /json_malformed/],
    ['7', /json_malformed/],
    ['\ufeff{}', /json_malformed/],
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
