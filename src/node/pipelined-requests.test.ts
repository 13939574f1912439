/** Pipelined requests on one connection, and the hosts in absolute request targets. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { raw, start } from '../../test/support/served-app.ts'
import { maximumPipelined } from './client-error.ts'
import type { Answering } from './serve.ts'

/** Serves the answers of a function, and returns the port. */
const startAnswering = async (t: TestContext, answer: Answering['answer']) =>
  (await start(t, { app: { answer }, hosts: ['127.0.0.1'] })).port

const request = (path: string, headers = 'Host: a'): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`

for (const late of [false, true])
  test(`a connection with too many pipelined requests is closed after the limit of answers${late ? ', even if they are late' : ''}`, async (t) => {
    let taken = 0
    const all = Promise.withResolvers<void>()
    const port = await startAnswering(t, async () => {
      taken += 1
      if (taken === maximumPipelined) all.resolve()
      if (late) await all.promise
      return { status: 200, headers: {}, body: 'done' }
    })
    const came = await raw(port, Array.from({ length: 500 }, (_, at) => request(`/${at}`)).join(''))
    assert.equal(came.match(/HTTP\/1\.1 200 /g)?.length, maximumPipelined)
    assert.equal(taken, maximumPipelined)
    assert.match(came, /connection: close\r\n.*done$/is)
    assert.equal(came.match(/connection: close/gi)?.length, 1)
  })

test('requests above the limit of a pipeline are not read without end while earlier requests are answered', async (t) => {
  let read = 0
  const count = (): void => {
    read += 1
  }
  subscribe('http.server.request.start', count)
  t.after(() => unsubscribe('http.server.request.start', count))
  const answers = Promise.withResolvers<void>()
  let taken = 0
  const port = await startAnswering(t, async () => {
    taken += 1
    await answers.promise
    return { status: 200, headers: {}, body: '' }
  })
  const many = request('/').repeat(2000)
  const socket = connect(port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    answers.resolve()
  })
  const sendOn = (): void => {
    while (socket.write(many));
  }
  socket.on('drain', sendOn)
  socket.on('error', () => undefined)
  sendOn()
  while (taken < maximumPipelined) await wait(5)
  await wait(200)
  const before = read
  await wait(200)
  assert.equal(read, before)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  answers.resolve()
  await closed
  assert.equal(taken, maximumPipelined)
  assert.ok(read < 10_000, `${read} requests were read`)
})

test('a connection can send any number of requests one after the other', async (t) => {
  const port = await startAnswering(t, ({ target }) => ({ status: 200, headers: {}, body: target }))
  const answers = await new Promise<number>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request('/0')))
    let count = 0
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${count}`)))
    socket.on('data', () => {
      count += 1
      if (count <= maximumPipelined * 2) return socket.write(request(`/${count}`))
      socket.removeAllListeners('close')
      socket.destroy()
      resolve(count)
    })
  })
  assert.equal(answers, maximumPipelined * 2 + 1)
})

test('the host of an absolute target replaces that of the Host header, and a request without Host is refused', async (t) => {
  const port = await startAnswering(t, (asked) => ({
    status: 200,
    headers: {},
    body: `${asked.header('host')} ${asked.target}`,
  }))
  const rows: [asked: string, said: RegExp][] = [
    [request('http://evil.example/x?y', 'Host: localhost\r\nConnection: close'), /\r\n\r\nevil\.example \/x\?y$/],
    [request('http://evil.example:81/x', 'Host: localhost\r\nConnection: close'), /\r\n\r\nevil\.example:81 \/x$/],
    [request('/x', 'Host: localhost\r\nConnection: close'), /\r\n\r\nlocalhost \/x$/],
    [request('/a/../x', 'Host: localhost\r\nConnection: close'), /\r\n\r\nlocalhost \/x$/],
    [request('http://evil.example/x', 'Connection: close'), /^HTTP\/1\.1 400 /],
    // No host, and a user name (RFC 9110 §4.2).
    ...['http:///x', 'http:/x/y', 'http:x', 'https://?x', 'http://user@evil.example/x'].map(
      (target): [string, RegExp] => [request(target, 'Host: localhost\r\nConnection: close'), /^HTTP\/1\.1 400 /],
    ),
  ]
  for (const [asked, said] of rows) assert.match(await raw(port, asked), said, asked)
  const app = async ({ url, headers }: Request) => new Response(`${url} ${headers.get('host')}`)
  const web = await start(t, { app, hosts: ['127.0.0.1'] })
  const [[asked = ''] = []] = rows
  assert.match(await raw(web.port, asked), /http:\/\/evil\.example\/x\?y evil\.example/)
})

test('a request of HTTP/1.0 with a transfer coding ends its connection, and nothing after it is a request (D-1033)', {
  timeout: 5000,
}, async (t) => {
  const asked: string[] = []
  const port = await startAnswering(t, async (received) => {
    asked.push(`${received.target} ${await received.text(100)}`)
    return { status: 200, headers: {}, body: 'done' }
  })
  const head = 'POST /first HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n'
  const came = await raw(port, `${head}2\r\nhi\r\n0\r\n\r\n${request('/second')}`)
  assert.match(came, /^HTTP\/1\.1 200 .*connection: close\r\n.*done$/is)
  assert.deepEqual(asked, ['/first hi'])
})

test('a request with another major version of HTTP is refused and ends its connection (RFC 9110 §15.6.6)', {
  timeout: 5000,
}, async (t) => {
  const asked: string[] = []
  const port = await startAnswering(t, async ({ target }) => {
    asked.push(target)
    return { status: 200, headers: {}, body: 'done' }
  })
  for (const version of ['2.0', '0.9']) {
    const came = await raw(port, `GET /first HTTP/${version}\r\nHost: a\r\n\r\n${request('/second')}`)
    assert.match(came, /^HTTP\/1\.1 505 .*connection: close\r\n.*version_unsupported[^H]*$/is, version)
  }
  assert.deepEqual(asked, [])
})

test('a request of HTTP/1.0 whose transfer coding is malformed is refused at once, and its connection ends', {
  timeout: 5000,
}, async (t) => {
  const app = async (asked: Request) => new Response(await asked.text())
  const server = await start(t, { app, hosts: ['127.0.0.1'], onFault: () => undefined })
  const head = 'POST /first HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n'
  assert.match(await raw(server.port, `${head}no size\r\n`), /^HTTP\/1\.1 400 .*connection: close\r\n/is)
})
