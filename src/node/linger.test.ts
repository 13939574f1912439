/** A connection ends while its peer still sends requests. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { raw, start } from '../../test/support/served-app.ts'
import type { HttpRequest, HttpResponse } from '../http/index.ts'
import { maximumPipelined } from './client-error.ts'

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Stops the timer that destroys a connection whose client is slow, so that no test depends on the machine's speed. */
function waitForSlowClients(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => t.mock.timers.reset()) // before the server of a failed test stops
}

/** Answers at once and records the requests. */
const remembering = () => {
  const asked: string[] = []
  const answer = ({ target }: HttpRequest): HttpResponse => {
    asked.push(target)
    return { status: 200, headers: {}, body: `done ${target}` }
  }
  return { asked, app: { answer } }
}

test('a pipelined request after the request whose answer ends the connection is not answered (RFC 9112 §9.6)', async (t) => {
  const { asked, app } = remembering()
  const server = await start(t, { app })
  const early = 'POST /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n'
  const answer = await raw(server.port, `${get('/first')}${early}${get('/behind')}`)
  assert.match(answer, /^HTTP\/1\.1 200 .*done \/firstHTTP\/1\.1 200 .*connection: close.*done \/early$/is)
  server.drain()
  assert.match(await raw(server.port, get('/last') + get('/behind')), /connection: close.*done \/last$/is)
  assert.deepEqual(asked, ['/first', '/early', '/last'])
})

test('bytes after the last request do not reset the connection of a draining service', async (t) => {
  const { app } = remembering()
  waitForSlowClients(t)
  const server = await start(t, { app })
  server.drain()
  for (const behind of ['nonsense\r\n\r\n', get('/behind')]) {
    const socket = connect({ port: server.port, host: '127.0.0.1' }).pause()
    await once(socket, 'connect')
    socket.write(get('/last') + behind.repeat(100_000))
    await wait(100)
    let came = ''
    for await (const chunk of socket) came += chunk
    assert.match(came, /^HTTP\/1\.1 200 .*done \/last$/s)
  }
})

test('a client that pipelines too many requests gets all answers to the first', { timeout: 20_000 }, async (t) => {
  const { asked, app } = remembering()
  waitForSlowClients(t)
  const server = await start(t, { app })
  const socket = connect({ port: server.port, host: '127.0.0.1' }).pause()
  await once(socket, 'connect')
  const pieces = Array.from({ length: 8 }, () => get('/').repeat(20_000))
  for (const piece of pieces)
    await new Promise<void>((resolve, reject) => socket.write(piece, (fault) => (fault ? reject(fault) : resolve())))
  let came = ''
  for await (const chunk of socket) came += chunk
  assert.equal(came.match(/HTTP\/1\.1 200 /g)?.length, maximumPipelined)
  assert.equal(asked.length, maximumPipelined)
})

test('while a service drains, only the last answer that a connection waits for ends the connection', {
  timeout: 5000,
}, async (t) => {
  const gates = new Map<string, () => void>()
  const answer = async ({ target }: HttpRequest): Promise<HttpResponse> => {
    await new Promise<void>((resolve) => {
      gates.set(target, resolve)
    })
    return { status: 200, headers: {}, body: `done ${target}` }
  }
  for (const order of [
    ['/first', '/second'],
    ['/second', '/first'],
  ]) {
    gates.clear()
    const server = await start(t, { app: { answer } })
    const answered = raw(server.port, get('/first') + get('/second'))
    while (gates.size < 2) await wait(5)
    server.drain()
    for (const target of order) {
      gates.get(target)?.()
      await wait(20)
    }
    assert.match(
      await answered,
      /^HTTP\/1\.1 200 .*keep-alive.*done \/firstHTTP\/1\.1 200 .*connection: close.*done \/second$/is,
    )
  }
})

test('a stop waits until a slow client has received all of a long answer', { timeout: 300_000 }, async (t) => {
  const body = 'x'.repeat(12_000_000) // more than the system accepts at once
  for (const written of [body, Buffer.from(body)]) {
    const asked = Promise.withResolvers<void>()
    const answer = (): HttpResponse => {
      asked.resolve()
      return { status: 200, headers: {}, body: written }
    }
    const server = await start(t, { app: { answer }, stopTimeoutSeconds: 600 })
    const socket = connect(server.port, '127.0.0.1').pause()
    socket.write(get('/long'))
    await asked.promise
    await wait(20)
    const stopped = server.stop()
    await wait(100)
    let length = 0
    for await (const chunk of socket) length += (chunk as Buffer).length
    assert.ok(length > body.length, `${length} bytes came`)
    await stopped
  }
})

test('a client that leaves during its answer is not recorded as an unreadable request', async (t) => {
  const refused: string[] = []
  const answer = async (): Promise<HttpResponse> => {
    await wait(20) // the end of the sending side arrives before the answer
    return { status: 200, headers: {}, body: 'x'.repeat(20_000_000) }
  }
  const refuseUnread = async (code: string): Promise<HttpResponse> => {
    refused.push(code)
    return { status: 400, headers: {} }
  }
  const gone = Promise.withResolvers<void>()
  const server = await start(t, { app: { answer, refuseUnread }, enter: () => gone.resolve })
  const socket = connect(server.port, '127.0.0.1')
  socket.end(get('/')) // closes the sending side, so that a write of the server fails with EPIPE
  await once(socket, 'readable')
  socket.destroy()
  await gone.promise
  await wait(1)
  assert.deepEqual(refused, [])
})
