/** The end of connections, and the limit of their number. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { entered, post, raw, released, start } from '../../test/support/served-app.ts'
import type { HttpRequest, HttpResponse } from '../http/index.ts'
import { NodeRequest } from './http-messages.ts'

test('a client that half-closes the connection after its requests gets all answers, and the connection ends (D-263)', {
  timeout: 10_000,
}, async (t) => {
  const gates: (() => void)[] = []
  const answer = async ({ target }: HttpRequest): Promise<HttpResponse> => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return { status: 200, headers: {}, body: `done ${target}` }
  }
  const server = await start(t, { app: { answer }, hosts: ['127.0.0.1'] })
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n')
  while (gates.length < 2) await wait(5)
  await wait(50)
  for (const open of gates) open()
  let came = ''
  for await (const chunk of socket) came += chunk
  assert.match(came, /^HTTP\/1\.1 200 .*done \/firstHTTP\/1\.1 200 .*done \/second$/s)
})

test('GEN-23 the server does not wait for a client that half-closes the connection within or before a request', {
  timeout: 10_000,
}, async (t) => {
  const server = await start(t, { requestTimeoutSeconds: 1000 })
  for (const part of ['', 'GET /health HTTP/1.1\r\n', post('', 'a=1').slice(0, -1)]) {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(part)
    let came = ''
    for await (const chunk of socket) came += chunk
    assert.match(came, part === '' ? /^$/ : /^HTTP\/1\.1 400 .*}$/s)
  }
})

test('a stop waits for requests in flight and accepts no new connection', async (t) => {
  const server = await start(t)
  const inFlight = fetch(`http://127.0.0.1:${server.port}/slow`)
  await entered.promise
  const stopped = server.stop()
  await assert.rejects(fetch(`http://127.0.0.1:${server.port}/health`))
  released.resolve()
  const answer = await inFlight
  assert.equal(answer.headers.get('connection'), 'close', 'the client sends no further request on the connection')
  assert.deepEqual(await answer.json(), { done: true })
  await stopped
})

test('while a server drains, it accepts new connections, and each answer ends its connection', async (t) => {
  const server = await start(t)
  const ask = async () => (await fetch(`http://127.0.0.1:${server.port}/health`)).headers.get('connection')
  assert.equal(await ask(), 'keep-alive')
  server.drain()
  assert.equal(await ask(), 'close')
  assert.equal(await ask(), 'close')
})

test('while a server drains, an unknown expectation ends the connection as well', { timeout: 5000 }, async (t) => {
  const server = await start(t)
  server.drain()
  const answer = await raw(server.port, 'GET /health HTTP/1.1\r\nHost: a\r\nExpect: something-else\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 417 .*\r\nconnection: close\r\n/is)
})

test('while a server drains, a late request does not reset the connection', { timeout: 5000 }, async (t) => {
  const server = await start(t)
  server.drain()
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  const request = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.write(request)
  let came = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) came += chunk
  for (let time = 0; time < 3; time += 1) {
    await new Promise<void>((resolve, reject) => socket.write(request, (fault) => (fault ? reject(fault) : resolve())))
    await wait(20)
  }
  assert.equal(came.match(/HTTP\/1\.1 200 /g)?.length, 1)
  socket.destroy()
})

for (const tls of [undefined, { key: '', cert: '' }])
  test(`GEN-08 a connection above the limit is closed at once${tls ? ', before its TLS handshake' : ''}`, async (t) => {
    let open = 0
    const enter = () => {
      if (open === 1) return undefined
      open += 1
      return () => {
        open -= 1
      }
    }
    const server = await start(t, { hosts: ['127.0.0.1'], enter, stopTimeoutSeconds: 0.05, ...(tls && { tls }) })
    const dial = async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      return socket
    }
    const first = await dial()
    const second = await dial()
    await once(second, 'close')
    assert.equal(first.destroyed, false)
    first.destroy()
    while (open > 0) await new Promise((resolve) => setImmediate(resolve))
    const third = await dial()
    while (open === 0) await new Promise((resolve) => setImmediate(resolve))
    if (!tls) {
      third.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
      assert.match(String((await once(third, 'data'))[0]), /^HTTP\/1\.1 200 /)
    }
    third.destroy()
  })

test('a stop closes a connection whose TLS handshake has not begun', { timeout: 20_000 }, async (t) => {
  const tls = { key: '', cert: '' } // the handshake never starts
  const server = await start(t, { hosts: ['127.0.0.1'], tls, stopTimeoutSeconds: 0.05 })
  const silent = connect(server.port, '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await Promise.all([server.stop(), closed])
})

test('GEN-23 the connection of a client that does not read the answer is closed', { timeout: 20_000 }, async (t) => {
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

test('a malformed request is answered after the requests before it (RFC 9112 §9.3.2)', async (t) => {
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
