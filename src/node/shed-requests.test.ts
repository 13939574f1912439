/** Requests that a server refuses before it does any other work. */
import assert from 'node:assert/strict'
import { connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { NotAdmitted } from '../http/index.ts'
import type { UnreadRequest } from './request-gate.ts'
import { serve } from './serve.ts'
import { createShedding } from './shed-requests.ts'

const overload: NotAdmitted = { reason: 'overload', retryAfterSeconds: 2 }
const post = `POST /token HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nhello`
const get = 'GET /token HTTP/1.1\r\nhost: a\r\n\r\n'

async function serveGated(t: TestContext, gate: (request: UnreadRequest) => NotAdmitted | undefined) {
  const answered: string[] = []
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    stopTimeoutSeconds: 0,
    gate,
    app: {
      answer: ({ target }) => {
        answered.push(target)
        return { status: 200, headers: {}, body: 'ok' }
      },
    },
  })
  t.after(() => server.stop())
  return { server, answered }
}

/** Sends text. Resolves to the received text once it contains this number of answers, or the connection has ended. */
function send(t: TestContext, port: number, text: string, answers: number): Promise<{ text: string; socket: Socket }> {
  const socket = connect({ port, host: '127.0.0.1' })
  t.after(() => socket.destroy())
  socket.write(text)
  return receive(socket, answers)
}

function receive(socket: Socket, answers: number): Promise<{ text: string; socket: Socket }> {
  return new Promise((resolve) => {
    let text = ''
    const look = (part: string): void => {
      text += part
      if (text.split('HTTP/1.1 ').length - 1 < answers) return
      socket.removeListener('data', look)
      resolve({ text, socket })
    }
    socket.setEncoding('utf8').on('data', look)
    socket.on('error', () => undefined)
    socket.once('close', () => resolve({ text, socket }))
  })
}

test('GEN-60 an overloaded server answers 503 with Retry-After without calling the handler, and keeps the connection', async (t) => {
  let refuses = true
  const { server, answered } = await serveGated(t, () => (refuses ? overload : undefined))
  const { text, socket } = await send(t, server.port, post, 1)
  assert.match(text, /^HTTP\/1.1 503 .*\r\nretry-after: 2\r\n/s)
  assert.match(text, /"temporarily_unavailable".*\(overloaded\) \[GEN-27\]/)
  assert.deepEqual([answered.length, server.refused()], [0, 1])
  refuses = false
  socket.write(get)
  assert.match((await receive(socket, 1)).text, /^HTTP\/1.1 200 /)
  assert.deepEqual(answered, ['/token'])
})

test('GEN-60 GEN-61 the gate decides by the target that the handler would receive', async (t) => {
  const targets: string[] = []
  const { server, answered } = await serveGated(t, ({ target }) => {
    targets.push(target)
    return undefined
  })
  const sent = ['/token?a=b', '/admin/../token', '/admin/%2e%2E/token', 'http://a/token', '/token#a', '/a\\b']
  const requests = sent.map((target) => `GET ${target} HTTP/1.1\r\nhost: a\r\n\r\n`)
  for (const text of requests) await send(t, server.port, text, 1)
  assert.deepEqual(answered, ['/token?a=b', '/token', '/token', '/token', '/token'])
  assert.deepEqual(targets, [...answered, '/a\\b'], 'a malformed target is as sent')
})

test('GEN-61 a client above its rate is answered with 429 in the same way', async (t) => {
  const { server } = await serveGated(t, () => ({ reason: 'rate', retryAfterSeconds: 1 }))
  const { text } = await send(t, server.port, get, 1)
  assert.match(text, /^HTTP\/1.1 429 .*\r\nretry-after: 1\r\n.*\(rate_exceeded\) \[GEN-08\]/s)
})

for (const [{ reason, retryAfterSeconds }, budget, milliseconds] of [
  [overload, 10, 370],
  [{ reason: 'rate', retryAfterSeconds: 1 }, 100, 20],
] as const)
  test(`GEN-60 GEN-61 above a budget, a refusal for ${reason} pauses its connection, and ends one that does not wait`, () => {
    const shedding = createShedding(
      () => 1,
      () => 0,
    )
    const socket = new Socket()
    const refuse = () => shedding.refuse(socket, { reason, retryAfterSeconds })
    for (let count = 0; count < budget; count += 1) assert.equal(refuse().pauseMilliseconds, undefined)
    for (let count = 1; count < 8; count += 1) assert.equal(refuse().pauseMilliseconds, milliseconds)
    const { pauseMilliseconds, ends } = refuse()
    assert.deepEqual([pauseMilliseconds, ends], [undefined, true])
  })

test('GEN-60 each reason has a budget of its own, and a pause is longer with many connections', () => {
  const shedding = createShedding(
    () => 2500,
    () => 0,
  )
  const socket = new Socket()
  for (let count = 0; count < 10; count += 1) shedding.refuse(socket, overload)
  assert.equal(shedding.refuse(socket, overload).pauseMilliseconds, 1000)
  assert.equal(shedding.refuse(socket, { reason: 'rate', retryAfterSeconds: 1 }).pauseMilliseconds, undefined)
})

test('GEN-60 a connection that was paused or accepted late has waited, for one request', () => {
  const shedding = createShedding(
    () => 1,
    () => 0,
  )
  const socket = new Socket()
  assert.equal(shedding.waited(socket), 0)
  shedding.noteLate(socket)
  assert.deepEqual(
    [shedding.waited(socket) > 0, shedding.waited(socket)],
    [true, 0],
    'only the first request of the connection has waited',
  )
  shedding.pause(socket, 370)
  assert.equal(socket.isPaused(), true)
  shedding.stop()
  assert.equal(socket.isPaused(), false)
  assert.equal(shedding.waited(socket), 370)
})

test('GEN-61 a connection that sends requests without waiting for the refusals is closed', async (t) => {
  const { server, answered } = await serveGated(t, () => overload)
  const { text } = await send(t, server.port, get.repeat(10_000), 10_000)
  assert.match(text, /\r\nconnection: close\r\n/i)
  assert.ok(server.refused() < 1000, `${server.refused()} refusals`)
  assert.deepEqual(answered, [])
})
