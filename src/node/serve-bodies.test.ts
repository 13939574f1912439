/** Request bodies that do not end, arrive late, or are not read. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { post, raw, start } from '../../test/support/served-app.ts'
import { failed } from '../base/index.ts'
import type { HttpRequest, HttpResponse } from '../http/index.ts'
import { drainMilliseconds } from './drain-connection.ts'
import { NodeRequest } from './http-messages.ts'

test('GEN-07 a body that does not end is answered with 413, and the connection is closed', async (t) => {
  const server = await start(t)
  const head = post('', '')
    .replace('Content-Length: 0', 'Transfer-Encoding: chunked')
    .replace('Connection: close\r\n', '')
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  const answer = await raw(server.port, head + chunk + chunk)
  assert.match(answer, /^HTTP\/1\.1 413 .*body_too_large/s)
})

test('GEN-23 the server continues after a client has aborted a body', async (t) => {
  const server = await start(t)
  const socket = connect(server.port, '127.0.0.1')
  await new Promise<void>((resolve) =>
    socket.write(post('', '').replace('Content-Length: 0', 'Content-Length: 9'), () => resolve()),
  )
  socket.destroy()
  assert.match(await raw(server.port, post('')), /^HTTP\/1\.1 200 /)
})

test('an unread body keeps the connection if it is small, and ends the connection if it is large', async (t) => {
  const server = await start(t)
  const unread = (headers: string, body: string): string =>
    `POST /nowhere HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`
  const next = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const small = await raw(server.port, unread('Content-Length: 3', 'abc') + next)
  assert.match(small, /^HTTP\/1\.1 404 .*HTTP\/1\.1 200 /s)
  const large = await raw(server.port, unread('Content-Length: 9999999', 'abc'))
  assert.match(large, /^HTTP\/1\.1 404 .*connection: close/is)
})

test('GEN-07 a short body that arrives after its request was answered keeps the connection', async (t) => {
  const server = await start(t)
  const socket = connect(server.port, '127.0.0.1')
  let came = ''
  socket.on('data', (chunk) => {
    came += chunk
  })
  socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na')
  await wait(50)
  socket.write('bcGET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  assert.match(came, /^HTTP\/1\.1 404 .*connection: keep-alive.*HTTP\/1\.1 200 /is)
})

const early: readonly (readonly [status: number, what: string, request: string])[] = [
  [404, 'unknown path', 'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n'],
  [
    415,
    'unexpected media type',
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\na=1',
  ],
  [413, 'body too long', `${post('', 'a'.repeat(100_000)).replace('Connection: close\r\n', '').slice(0, -1)}`],
  [417, 'unknown expectation', 'POST /form HTTP/1.1\r\nHost: a\r\nExpect: it\r\nContent-Length: 100\r\n\r\n'],
  [400, 'missing Host', 'POST /form HTTP/1.1\r\nContent-Length: 100\r\n\r\n'],
]
for (const [status, what, request] of early)
  test(`GEN-07 a request whose body does not arrive gets one answer, which ends the connection: ${status}, ${what}`, {
    timeout: 20_000,
  }, async (t) => {
    const server = await start(t)
    const answer = await raw(server.port, request)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nconnection: close\\r\\n`, 'is'))
    assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1, answer)
  })

for (const framing of ['Content-Length: 8000000', 'Transfer-Encoding: chunked'])
  test(`GEN-07 a client that sends a long body before it reads gets the answer, and no later request is read: ${framing}`, async (t) => {
    const asked: string[] = []
    const answer = ({ target }: HttpRequest): HttpResponse => {
      asked.push(target)
      return { status: 404, headers: {}, body: 'nothing here' }
    }
    const server = await start(t, { app: { answer } })
    const body = Buffer.alloc(8_000_000, 'a')
    const sent = framing.startsWith('Content') ? [body] : ['7a1200\r\n', body, '\r\n0\r\n\r\n']
    const came = await unlessSlow(async () => {
      asked.length = 0
      const socket = connect(server.port, '127.0.0.1')
      socket.write(`POST /long HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`)
      await wait(50)
      for (const piece of [...sent, 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n'])
        await new Promise<void>((resolve, reject) => {
          socket.once('error', reject)
          socket.write(piece, () => resolve())
        })
      let text = ''
      for await (const chunk of socket) text += chunk
      return text
    })
    assert.match(came, /^HTTP\/1\.1 404 .*connection: close.*nothing here$/is)
    assert.deepEqual(asked, ['/long'])
  })

/**
 * Runs an exchange, and again after an error if it took longer than the server waits for a body: this process then had
 * too little of the processor.
 */
async function unlessSlow<T>(exchange: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const since = performance.now()
    try {
      return await exchange()
    } catch (thrown) {
      if (performance.now() - since < drainMilliseconds || attempt === 10) throw thrown
    }
  }
}

test('GEN-07 a malformed body that arrives after the answer to its request gets no answer of its own', {
  timeout: 20_000,
}, async (t) => {
  const body = 'x'.repeat(20_000_000) // too long to be sent before the rest of the request arrives
  const asked = Promise.withResolvers<void>()
  const answer = (): HttpResponse => {
    asked.resolve()
    return { status: 404, headers: {}, body }
  }
  const server = await start(t, { app: { answer }, hosts: ['127.0.0.1'], requestTimeoutSeconds: 10 })
  const socket = connect(server.port, '127.0.0.1').pause()
  socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  await asked.promise
  await wait(50)
  socket.write('no\r\n')
  await wait(50)
  let came = ''
  for await (const chunk of socket) came += chunk
  assert.match(came.slice(0, 200), /^HTTP\/1\.1 404 .*\r\nconnection: close\r\n/is)
  assert.equal(came.length - came.indexOf('\r\n\r\n') - 4, body.length)
})

test('GEN-23 reading a body ends if the connection is already closed', { timeout: 5000 }, async () => {
  const incoming = new IncomingMessage(new Socket())
  incoming.destroy()
  const text = await new NodeRequest(incoming, { target: '/' }).text(100)
  assert.ok(failed(text) && text.code === 'unreachable')
})

const lateBody = (): { readonly incoming: IncomingMessage; readonly request: NodeRequest } => {
  const incoming = new IncomingMessage(new Socket())
  return { incoming, request: new NodeRequest(incoming, { target: '/' }) }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('GEN-08 a body that arrives together with its headers is not late', async () => {
  const { incoming, request } = lateBody()
  const text = request.text(100, () => assert.fail('asked about a body that has come'))
  incoming.push('a=1')
  incoming.push(null)
  incoming.complete = true // as Node's parser does at the end of a message
  assert.equal(await text, 'a=1')
})

test('GEN-07 a body that arrived in several parts is read completely', async () => {
  const { incoming, request } = lateBody()
  const text = request.text(100)
  for (const part of ['a=1', '&b=2', '&c=3']) incoming.push(part)
  incoming.push(null)
  incoming.complete = true
  assert.equal(await text, 'a=1&b=2&c=3')
})

test('GEN-08 a late body that is not admitted is refused, and so is a late body that ends in an overload', async () => {
  for (const code of ['bodies_unfinished', 'overloaded'] as const) {
    const refused = await lateBody().request.text(100, () => code)
    assert.ok(failed(refused) && refused.code === code)
  }
  let ended = 0
  const { incoming, request } = lateBody()
  const text = request.text(100, () => () => {
    ended += 1
    return false
  })
  await turn()
  assert.equal(ended, 0)
  incoming.push(null)
  const overloaded = await text
  assert.ok(failed(overloaded) && overloaded.code === 'overloaded')
  assert.equal(ended, 1)
})

test('GEN-08 a late body that arrives with less than 1 kB a second is aborted', async (t) => {
  const [slow, fast] = [lateBody(), lateBody()]
  t.mock.timers.enable({ apis: ['setInterval'] })
  const [cut, whole] = [slow.request.text(9000), fast.request.text(9000)]
  await turn()
  for (let second = 0; second < 5; second += 1) {
    slow.incoming.push('a'.repeat(100))
    fast.incoming.push('a'.repeat(1024))
    await turn()
    t.mock.timers.tick(1000)
  }
  fast.incoming.push(null)
  const result = await cut
  assert.ok(failed(result) && result.code === 'body_too_slow')
  assert.equal(String(await whole).length, 5120)
})

test('GEN-08 a client whose body arrives too slowly is answered with 408', { timeout: 5000 }, async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const server = await start(t)
  const socket = connect(server.port, '127.0.0.1')
  let came = ''
  socket.on('data', (chunk) => {
    came += chunk
  })
  socket.write(`${post('', '').replace('Content-Length: 0', 'Transfer-Encoding: chunked')}1\r\na\r\n`)
  while (came === '') {
    t.mock.timers.tick(1000)
    await turn()
  }
  socket.destroy()
  assert.match(came, /^HTTP\/1\.1 408 .*body_too_slow at body of POST \/form\)/s)
})
