import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { recordingSink } from '../../test/support/decisions.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { lackingWords } from '../../test/support/lacking.ts'
import { loopbacks } from '../../test/support/loopbacks.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createDecide, failed } from '../base/index.ts'
import { type AnswerWithHeaders, createApp, type HttpRequest, type HttpResponse, respondJson } from '../http/index.ts'
import { NodeRequest } from './http-messages.ts'
import {
  AddressUnavailable,
  findPort,
  mayShare,
  PortUnavailable,
  type RunningServer,
  type ServeOptions,
  serve,
} from './serve.ts'

const decide = createDecide<AnswerWithHeaders>({
  clock: fixedClock(),
  random: seededRandom('serve'),
  decisions: recordingSink(),
})

const entered = Promise.withResolvers<void>()
const released = Promise.withResolvers<void>()

const app = createApp({
  name: 'role',
  publicUrl: 'https://role.example',
  decide,
  onFault: (fault) => assert.fail(String(fault)),
  routes: [
    {
      method: 'POST',
      path: '/form',
      kind: 'machine',
      accepts: ['form'],
      handle: (request) => respondJson({ url: request.url, authorization: request.header('authorization')?.length }),
    },
    {
      method: 'GET',
      path: '/slow',
      kind: 'machine',
      handle: async () => {
        entered.resolve()
        await released.promise
        return respondJson({ done: true })
      },
    },
  ],
})

/** Stops with the test, so that one that fails holds nothing up. */
async function start(t: TestContext, options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const server = await serve({ app, port: 0, requestTimeoutSeconds: 2, stopTimeoutSeconds: 5, ...options })
  t.after(() => server.stop())
  return server
}

/** Sends bytes as they are and reads until the server closes or has said as much as a whole answer. */
function raw(port: number, text: string, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) => (answer === '' ? reject(error) : resolve(answer)))
  })
}

const post = (extra: string, body = 'a=1', host = 'role.example'): string =>
  `POST /form HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n${extra}\r\n${body}`

test('one port on all loopbacks', async (t) => {
  const server = await start(t)
  for (const host of loopbacks)
    assert.match(await raw(server.port, post(''), host), /^HTTP\/1\.1 200 .*"url":"https:\/\/role\.example\/form"/s)
})

test('GEN-29 two header lines are refused, also those of which node keeps only the first', async (t) => {
  const server = await start(t)
  for (const name of ['Authorization', 'DPoP', 'Content-Type', 'authorization']) {
    const answer = await raw(server.port, post(`${name}: one\r\n${name.toUpperCase()}: two\r\n`))
    assert.match(answer, /^HTTP\/1\.1 400 .*header_duplicated/s, name)
  }
})

test('RP-88 15 kB of Authorization fit; beyond the size the answer is a 431 in JSON', async (t) => {
  const server = await start(t)
  const fits = await raw(server.port, post(`Authorization: DPoP ${'a'.repeat(15_000)}\r\n`))
  assert.match(fits, /^HTTP\/1\.1 200 .*"authorization":15005/s)
  const over = await raw(server.port, post(`Authorization: DPoP ${'a'.repeat(200_000)}\r\n`))
  assert.match(over, /^HTTP\/1\.1 431 .*Content-Type: application\/json.*"error":"invalid_request".*\[RP-88\]/s)
})

test('GEN-06, GEN-23 what is no request gets a 400 in JSON', async (t) => {
  const server = await start(t)
  const rows = [
    'nonsense\r\n\r\n',
    'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
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
  }
})

test('GEN-30 a request of HTTP/1.0 need not name a host, as the probes of a proxy do not', async (t) => {
  const web = async (request: Request) => new Response(new URL(request.url).pathname)
  for (const served of [app, web]) {
    const server = await start(t, { app: served })
    assert.match(await raw(server.port, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /)
    assert.match(await raw(server.port, 'GET /health HTTP/1.0\r\nHost: [\r\n\r\n'), /^HTTP\/1\.1 400 /)
  }
})

test('GEN-30 a foreign Host changes nothing', async (t) => {
  const server = await start(t)
  assert.match(await raw(server.port, post('', 'a=1', 'evil.example')), /"url":"https:\/\/role\.example\/form"/)
})

test('GEN-07 a body that never ends gets its 413 and the connection closes', async (t) => {
  const server = await start(t)
  const head = post('', '')
    .replace('Content-Length: 0', 'Transfer-Encoding: chunked')
    .replace('Connection: close\r\n', '')
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  const answer = await raw(server.port, head + chunk + chunk)
  assert.match(answer, /^HTTP\/1\.1 413 .*body_too_large/s)
})

test('GEN-23 a body that breaks off is nobody’s request, and the server goes on', async (t) => {
  const server = await start(t)
  const socket = connect(server.port, '127.0.0.1')
  await new Promise<void>((resolve) =>
    socket.write(post('', '').replace('Content-Length: 0', 'Content-Length: 9'), () => resolve()),
  )
  socket.destroy()
  assert.match(await raw(server.port, post('')), /^HTTP\/1\.1 200 /)
})

test('a body that nobody reads keeps the connection when it is small, and ends it when it is not', async (t) => {
  const server = await start(t)
  const unread = (headers: string, body: string): string =>
    `POST /nowhere HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`
  const next = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const small = await raw(server.port, unread('Content-Length: 3', 'abc') + next)
  assert.match(small, /^HTTP\/1\.1 404 .*HTTP\/1\.1 200 /s)
  const large = await raw(server.port, unread('Content-Length: 9999999', 'abc'))
  assert.match(large, /^HTTP\/1\.1 404 .*connection: close/is)
})

test('a target may be a whole URL, and dot segments lead nowhere else (RFC 9112 §3.2.2)', async (t) => {
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

test('a HEAD says how long the answer to a GET would be, and nothing else', async (t) => {
  const server = await start(t)
  const answer = await raw(server.port, 'HEAD /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 200 .*content-length: 15\r\n.*\r\n\r\n$/s)
})

test('a handler of the web’s own objects is served as well', async (t) => {
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

test('GEN-27 an answer that cannot be written is a 500, told to whoever serves, and the server goes on', async (t) => {
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

test('GEN-27 what escapes a handler is written to stderr when nobody else is told', async (t) => {
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

test('GEN-23 a body whose sender is gone before it is read ends the reading', { timeout: 5000 }, async () => {
  const incoming = new IncomingMessage(new Socket())
  incoming.destroy()
  const text = await new NodeRequest(incoming, { target: '/' }).text(100)
  assert.ok(failed(text) && text.code === 'unreachable')
})

test('a stop lets what is in flight finish and takes nothing new', async (t) => {
  const server = await start(t)
  const inFlight = fetch(`http://127.0.0.1:${server.port}/slow`)
  await entered.promise
  const stopped = server.stop()
  await assert.rejects(fetch(`http://127.0.0.1:${server.port}/health`))
  released.resolve()
  assert.deepEqual(await (await inFlight).json(), { done: true })
  await stopped
})

test('a stop cuts a connection whose TLS handshake never began', { timeout: 20_000 }, async (t) => {
  const tls = { key: '', cert: '' } // no handshake comes so far
  const server = await start(t, { hosts: ['127.0.0.1'], tls, stopTimeoutSeconds: 0.05 })
  const silent = connect(server.port, '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await Promise.all([server.stop(), closed])
})

test('GEN-23 who does not take the answer loses the connection', { timeout: 20_000 }, async (t) => {
  let cut: (value?: unknown) => void = () => undefined
  const isCut = new Promise((resolve) => {
    cut = resolve
  })
  const answer = (request: HttpRequest): HttpResponse => {
    if (request instanceof NodeRequest) request.incoming.socket.once('close', cut)
    return { status: 200, headers: {}, body: 'x'.repeat(20_000_000) }
  }
  const server = await start(t, { app: { answer }, hosts: ['127.0.0.1'], requestTimeoutSeconds: 1 })
  const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
  socket.on('error', () => undefined).pause()
  await isCut
  socket.destroy()
})

test('what cannot be read is answered after the requests before it (RFC 9112 §9.3.2)', async (t) => {
  const waiting: (() => void)[] = []
  const answer = async ({ target }: HttpRequest): Promise<HttpResponse> => {
    if (target === '/first') await new Promise<void>((resolve) => waiting.push(resolve))
    return { status: 200, headers: {}, body: `done ${target}` }
  }
  const server = await start(t, { app: { answer }, hosts: ['127.0.0.1'] })
  const first = 'POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'
  const rows = [' }\r\n', 'GET /second HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n', `${'nonsense\r\n'.repeat(9)}`]
  for (const row of rows) {
    const answered = raw(server.port, first + row)
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    waiting.pop()?.()
    assert.match(await answered, /^HTTP\/1\.1 200 .*done \/firstHTTP\/1\.1 400 .*http_malformed[^H]*$/s, row)
  }
})

test('a port in use is one typed error, and nothing stays open', async (t) => {
  const first = await start(t, { hosts: ['127.0.0.1'] })
  await assert.rejects(serve({ app, port: first.port, hosts: ['::1', '127.0.0.1'] }), (thrown) => {
    assert.ok(thrown instanceof PortUnavailable)
    assert.match(thrown.message, new RegExp(`^Port ${first.port} is in use: [^\\n]+\\.$`))
    return true
  })
  await assert.rejects(raw(first.port, 'x', '::1'), 'the half that could be had is given back')
})

const shares = mayShare() ? false : `${lackingWords}kernel that shares ports`
test('processes that share a port find one that is nobody’s; whoever does not share is refused', {
  skip: shares,
}, async () => {
  const port = await findPort({ port: 0 })
  const shared = await Promise.all([0, 1].map(() => serve({ app, port, shared: true })))
  assert.deepEqual(
    shared.map((server) => server.port),
    [port, port],
  )
  await assert.rejects(findPort({ port }), PortUnavailable)
  await Promise.all(shared.map((server) => server.stop()))
  assert.equal(await findPort({ port }), port)
})

test('an address that this machine does not have is left out', async (t) => {
  const server = await start(t, { hosts: ['127.0.0.1', '192.0.2.1'] })
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/health`)).status, 200)
})

test('who listens on no address of this machine serves nobody, and does not start', async () => {
  const hosts = ['192.0.2.1', '198.51.100.1']
  for (const begin of [() => serve({ app, port: 0, hosts }), () => findPort({ port: 0, hosts })])
    await assert.rejects(begin(), (thrown) => {
      assert.ok(thrown instanceof AddressUnavailable)
      assert.match(
        thrown.message,
        /^This machine has no address to listen on among 192\.0\.2\.1, 198\.51\.100\.1: [^\n]+\.$/,
      )
      return true
    })
})
