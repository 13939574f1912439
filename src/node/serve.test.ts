import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, post, raw, start } from '../../test/support/served-app.ts'
import { asApp, type HttpRequest, type HttpResponse } from '../http/index.ts'
import { serve } from './serve.ts'

test('GEN-29 a repeated header is refused, even if node keeps only its first line', async (t) => {
  const server = await start(t)
  for (const name of ['Authorization', 'DPoP', 'Content-Type', 'authorization']) {
    const answer = await raw(server.port, post(`${name}: one\r\n${name.toUpperCase()}: two\r\n`))
    assert.match(answer, /^HTTP\/1\.1 400 .*header_duplicated/s, name)
  }
})

test('a request lists all its header lines as they were sent, including repeated ones', async (t) => {
  let lines: readonly string[] | undefined
  const answer = ({ rawHeaders }: HttpRequest): HttpResponse => {
    lines = rawHeaders
    return { status: 204, headers: {} }
  }
  const server = await start(t, { app: { answer } })
  await raw(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nDPoP: one\r\nDPoP: two\r\nConnection: close\r\n\r\n')
  assert.deepEqual(lines, ['Host', 'localhost', 'DPoP', 'one', 'DPoP', 'two', 'Connection', 'close'])
})

test('RP-88 GEN-41 15 kB of Authorization are accepted, and larger headers are answered with 431 in JSON, with a decision', async (t) => {
  const server = await start(t)
  const fits = await raw(server.port, post(`Authorization: DPoP ${'a'.repeat(15_000)}\r\n`))
  assert.match(fits, /^HTTP\/1\.1 200 .*"authorization":15005/s)
  const over = await raw(server.port, post(`Authorization: DPoP ${'a'.repeat(200_000)}\r\n`))
  assert.match(
    over,
    /^HTTP\/1\.1 431 .*content-type: application\/json.*fiducia-trace: [\w-]{12}.*\[GEN-41\] Expected: at most 65536 bytes/s,
  )
})

test('GEN-06, GEN-23 a malformed request is answered with 400 in JSON', async (t) => {
  const server = await start(t)
  const rows = [
    'nonsense\r\n\r\n',
    'BREW /pot\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n3\r\na=1\r\n0\r\n\r\n',
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'GET /a\\b HTTP/1.1\r\nHost: exa mple\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  ]
  for (const row of rows) {
    const answer = await raw(server.port, row)
    assert.match(answer, /^HTTP\/1\.1 400 .*application\/json.*"error":"invalid_request"/is, row)
    assert.doesNotMatch(answer, /Error:|node:/)
    // RFC 9110 §6.6.1
    assert.match(answer, /\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/i)
  }
})

test('GEN-06 an unknown expectation is answered with 417 in JSON (RFC 9110 §10.1.1)', async (t) => {
  const server = await start(t)
  const line = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
  const answer = await raw(server.port, `${line}Expect: something-else\r\n\r\n`)
  assert.match(answer, /^HTTP\/1\.1 417 .*content-type: application\/json.*"error":"invalid_request"/s)
  assert.match(
    await raw(server.port, `${line}Expect: 100-continue\r\n\r\n`),
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
  )
})

test('GEN-06 a CONNECT is answered with 501 in JSON, after the answers before it (RFC 9110 §9.1)', async (t) => {
  const server = await start(t, { app: async ({ url }) => new Response(url), hosts: ['127.0.0.1'] })
  const tunnel = 'CONNECT there.example:443 HTTP/1.1\r\nHost: there.example:443\r\n\r\n'
  const refusal = /HTTP\/1\.1 501 .*application\/json.*connection: close.*"error":"invalid_request"[^{}]*}$/s
  assert.match(await raw(server.port, tunnel), refusal)
  const behind = await raw(server.port, `GET /first HTTP/1.1\r\nHost: a\r\n\r\n${tunnel}some bytes`)
  assert.match(behind, /^HTTP\/1\.1 200 .*http:\/\/a\/firstHTTP/s)
  assert.match(behind, refusal)
})

test('GEN-41 a method that HTTP does not define is answered with 501, and input without a request line with 400 (RFC 9110 §9.1)', async (t) => {
  const server = await start(t, { app: async () => new Response('done'), hosts: ['127.0.0.1'] })
  const head = ' / HTTP/1.1\r\nHost: a\r\n\r\n'
  for (const method of ['get', 'FOO', 'GETT', 'PoST', 'X-2!', 'POS', 'GE', 'M-SEARC'])
    assert.match(
      await raw(server.port, method + head),
      /^HTTP\/1\.1 501 Not Implemented\r\n.*connection: close\r\n.*"error":"invalid_request".*method_unknown/s,
      method,
    )
  const behind = await raw(server.port, `GET${head}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}get${head}`)
  assert.deepEqual(behind.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '200', '501'])
  for (const line of ['GET@', 'G{T', 'get /', '', '\u0016\u0003\u0001'])
    assert.match(await raw(server.port, line + head), /^HTTP\/1\.1 400 .*http_malformed/s, line)
})

test('GEN-30 a request of HTTP/1.0, such as a proxy’s probe, needs no Host header', async (t) => {
  const web = async (request: Request) => new Response(new URL(request.url).pathname)
  for (const served of [app, web]) {
    const server = await start(t, { app: served })
    assert.match(await raw(server.port, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
    assert.match(await raw(server.port, 'GET /health HTTP/1.0\r\nHost: [\r\n\r\n'), /^HTTP\/1\.1 400 /)
  }
})

test('GEN-30 a foreign Host does not change the URL of a request', async (t) => {
  const server = await start(t)
  assert.match(await raw(server.port, post('', 'a=1', 'evil.example')), /"url":"https:\/\/role\.example\/form"/)
})

test('a target can be a whole URL, and its dot segments are removed (RFC 9112 §3.2.2)', async (t) => {
  const server = await start(t)
  const get = (target: string): Promise<string> =>
    raw(server.port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  for (const target of [
    'http://anybody.example/health',
    '/health?x=1',
    '/./health',
    '/x/../health',
    '/health/../%68ealth',
  ])
    assert.match(await get(target), /^HTTP\/1\.1 200 .*content-length: 15\r\n.*\{"status":"ok"\}/s, target)
  for (const target of ['/../x/health', '//health', '/x/health'])
    assert.match(await get(target), /^HTTP\/1\.1 404 /, target)
  for (const target of ['ftp://a/health', '*', 'health']) assert.match(await get(target), /^HTTP\/1\.1 400 /, target)
})

test('the answer to a HEAD has the Content-Length of the answer to a GET, and no body', async (t) => {
  const server = await start(t)
  const answer = await raw(server.port, 'HEAD /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 200 .*content-length: 15\r\n.*\r\n\r\n$/s)
})

test('the answer to a HEAD has no Content-Length if the handler names none and has no body (RFC 9110 §8.6)', async (t) => {
  const app = async (): Promise<Response> => new Response(null, { headers: { 'x-kept': '1' } })
  const server = await start(t, { app, hosts: ['127.0.0.1'] })
  const ask = (method: string): Promise<string> =>
    raw(server.port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  assert.doesNotMatch(await ask('HEAD'), /content-length|transfer-encoding/i)
  assert.match(await ask('GET'), /content-length: 0\r\n/i)
})

test('a 304 has neither a body nor a Content-Length, and the connection is kept (RFC 9110 §15.4.5)', async (t) => {
  const answer = async () => ({ status: 304, headers: { etag: '"a"' } })
  const server = await start(t, { app: asApp(answer), hosts: ['127.0.0.1'] })
  const line = 'GET / HTTP/1.1\r\nHost: a\r\n'
  const both = await raw(server.port, `${line}\r\n${line}Connection: close\r\n\r\n`)
  assert.match(both, /^HTTP\/1\.1 304 (?:(?!\r\n\r\n).)*\r\n\r\nHTTP\/1\.1 304 (?:(?!\r\n\r\n).)*\r\n\r\n$/s)
  assert.match(both, /etag: "a"/)
  assert.doesNotMatch(both, /content-length/i)
})

test('a handler with the web’s Request and Response is served as well', async (t) => {
  const app = async (request: Request, { address }: { readonly address: string | undefined }): Promise<Response> => {
    if (new URL(request.url).pathname === '/broken') throw new Error('secret')
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
    return new Response(`${request.method} ${request.headers.get('x')} ${await request.text()} ${address}`, { headers })
  }
  const server = await start(t, { app, hosts: ['127.0.0.1'], onFault: () => undefined })
  const url = `http://127.0.0.1:${server.port}`
  const answer = await fetch(`${url}/form`, {
    method: 'POST',
    headers: [
      ['x', '1'],
      ['x', '2'],
    ],
    body: 'body',
  })
  assert.deepEqual([answer.headers.getSetCookie(), await answer.text()], [['a=1', 'b=2'], 'POST 1, 2 body 127.0.0.1'])
  const fault = await fetch(`${url}/broken`)
  assert.deepEqual([fault.status, ((await fault.json()) as { error: string }).error], [500, 'server_error'])
})

test('a response that a handler has fetched loses the headers of its connection, and a wrong length (RFC 9112 §6.2)', {
  timeout: 5000,
}, async (t) => {
  const lines = { connection: 'keep-alive', 'keep-alive': 'timeout=5', 'transfer-encoding': 'chunked', 'x-kept': '1' }
  const app = async (request: Request): Promise<Response> =>
    new Response(request.method === 'HEAD' ? null : 'body', { headers: { ...lines, 'content-length': '7' } })
  const server = await start(t, { app, hosts: ['127.0.0.1'] })
  const ask = (method: string): Promise<string> =>
    raw(server.port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const answer = await ask('GET')
  assert.match(answer, /^HTTP\/1\.1 200 .*x-kept: 1\r\n.*content-length: 4\r\n.*\r\n\r\nbody$/is)
  assert.doesNotMatch(answer, /keep-alive|transfer-encoding/i)
  assert.match(await ask('HEAD'), /content-length: 7\r\n/i)
})

test('a length without a body is kept only for a HEAD and a 304, and Connection is compared by its options', {
  timeout: 5000,
}, async (t) => {
  const app = async ({ url }: Request): Promise<Response> => {
    const status = Number(new URL(url).pathname.slice(1))
    const headers = { 'content-length': '7', connection: 'X-Hop, Close', 'x-hop': '1' }
    return new Response(null, { status, headers })
  }
  const server = await start(t, { app, hosts: ['127.0.0.1'] })
  for (const [line, length] of [
    ['GET /200', '0'],
    ['HEAD /200', '7'],
    ['GET /304', '7'],
    ['GET /204', undefined],
  ] as const) {
    const answer = await raw(server.port, `${line} HTTP/1.1\r\nHost: a\r\n\r\n`)
    assert.equal(/content-length: (\d+)/i.exec(answer)?.[1], length, line)
    assert.match(answer, /\r\nconnection: close\r\n/i, line)
    assert.doesNotMatch(answer, /x-hop/i, line)
  }
})

test('GEN-07 a body that a handler with the web’s Request leaves unread keeps the connection', async (t) => {
  const server = await start(t, { app: async () => new Response('heard') })
  const body = 'a'.repeat(900_000)
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body })
  assert.equal(answer.headers.get('connection'), 'keep-alive')
  assert.equal(await answer.text(), 'heard')
})

test('GEN-07 a request whose body a handler with the web’s Request cancels is answered, and the server continues', async (t) => {
  const app = async ({ body }: Request) => {
    await body?.cancel()
    return new Response('heard')
  }
  const server = await start(t, { app, onFault: (fault) => assert.fail(String(fault)) })
  const asked = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc'
  assert.match(await raw(server.port, asked), /^HTTP\/1\.1 200 .*connection: close.*heard$/is)
  assert.match(await raw(server.port, asked), /^HTTP\/1\.1 200 .*connection: close.*heard$/is)
})

test('GEN-27 an answer that cannot be written is reported and answered with 500, and the server continues', async (t) => {
  const faults: unknown[] = []
  const answers: Record<string, () => HttpResponse | Promise<HttpResponse>> = {
    '/now': () => ({ status: 302, headers: { location: 'wallet://€' } }),
    '/later': async () => ({ status: 302, headers: { location: 'wallet://\n' } }),
    '/fine': () => ({ status: 200, headers: { 'content-length': '2' }, body: 'ok' }),
  }
  const server = await start(t, {
    app: { answer: ({ target }) => (answers[target] ?? assert.fail)() },
    hosts: ['127.0.0.1'],
    onFault: (fault) => faults.push(fault),
  })
  const get = (target: string): Promise<string> =>
    raw(server.port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  for (const target of ['/now', '/later'])
    assert.match(await get(target), /^HTTP\/1\.1 500 .*"error":"server_error".*\[GEN-27\]/s, target)
  assert.equal(faults.length, 2)
  assert.equal((await get('/fine')).match(/content-length/gi)?.length, 1)
})

test('GEN-27 a stream that fails is reported, and its answer is cut and not ended (RFC 9112 §8)', async (t) => {
  const faults: unknown[] = []
  const fault = new Error('the source is gone')
  const app = async (): Promise<Response> => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      pull: (controller) => controller.error(fault),
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  const server = await start(t, { app, hosts: ['127.0.0.1'], onFault: (thrown) => faults.push(thrown) })
  const answer = await raw(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 200 .*data: 1\n\n\r\n$/s)
  assert.deepEqual(faults, [fault])
})

test('the answer to a HEAD does not wait for the end of a stream (RFC 9110 §9.3.2)', { timeout: 5000 }, async (t) => {
  const cancelled = Promise.withResolvers<void>()
  const app = async (): Promise<Response> =>
    new Response(new ReadableStream({ pull: () => new Promise(() => undefined), cancel: () => cancelled.resolve() }), {
      headers: { 'content-type': 'text/event-stream' },
    })
  const server = await start(t, { app, hosts: ['127.0.0.1'] })
  assert.match(await raw(server.port, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'), /^HTTP\/1\.1 200 .*\r\n\r\n$/s)
  await cancelled.promise
})

test('GEN-27 an error that escapes a handler is written to stderr when no listener receives it', async (t) => {
  const written = t.mock.method(console, 'error', () => undefined)
  const fault = new Error('the key of the application is wrong')
  const { port, stop } = await serve({ app: () => Promise.reject(fault), port: 0, hosts: ['127.0.0.1'] })
  t.after(stop)
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 500)
  assert.deepEqual(
    written.mock.calls.map(({ arguments: told }) => told),
    [[fault]],
  )
})

test('GEN-27 a handler’s error with a response is reported and its response sent, and another error is answered with 500', async (t) => {
  const faults: unknown[] = []
  const busy = () => new Response('busy', { status: 503, headers: { 'retry-after': '7' } })
  const rows: readonly [made: unknown, status: number, retryAfter: string | null][] = [
    [busy, 503, '7'],
    [() => 'busy', 500, null],
    ['busy', 500, null],
  ]
  const thrown = rows.map(([getResponse]) => Object.assign(new Error('no'), { getResponse }))
  const app = async ({ url }: Request): Promise<Response> => {
    throw thrown[Number(new URL(url).pathname.slice(1))]
  }
  const server = await start(t, { app, hosts: ['127.0.0.1'], onFault: (fault) => faults.push(fault) })
  for (const [index, [, status, retryAfter]] of rows.entries()) {
    const response = await fetch(`http://127.0.0.1:${server.port}/${index}`)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [status, retryAfter])
  }
  assert.deepEqual(faults, thrown)
})
