/** An app for tests of the server, and raw requests to that server. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { createDecide } from '../../src/base/index.ts'
import { type AnswerWithHeaders, createApp, respondJson } from '../../src/http/index.ts'
import { type RunningServer, type ServeOptions, serve } from '../../src/node/serve.ts'
import { recordingSink } from './decisions.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

const decide = createDecide<AnswerWithHeaders>({
  clock: fixedClock(),
  random: seededRandom('serve'),
  decisions: recordingSink(),
})

/** Resolves when a request has reached `/slow`. */
export const entered = Promise.withResolvers<void>()
/** A test resolves it to let `/slow` answer. */
export const released = Promise.withResolvers<void>()

export const app = createApp({
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

/** Serves the app. The server stops with the test, so that a failed test does not keep the process alive. */
export async function start(t: TestContext, options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const server = await serve({ app, port: 0, requestTimeoutSeconds: 2, stopTimeoutSeconds: 5, ...options })
  t.after(() => server.stop())
  return server
}

/** Sends the bytes unchanged and reads until the server closes or has sent a complete answer. */
export function raw(port: number, text: string, host = '127.0.0.1'): Promise<string> {
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

export const post = (extra: string, body = 'a=1', host = 'role.example'): string =>
  `POST /form HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n${extra}\r\n${body}`
