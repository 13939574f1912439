/** Answers to visitors while the Relying Party service fails, in each server that the guard supports. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import type { Fetch } from '../../src/base/index.ts'
import { PresentationServiceFault } from '../../src/middleware/index.ts'
import { serve } from '../../src/node/index.ts'
import { certificatePem, expiredCertificate } from '../support/expired-certificate.ts'
import { type Guard, guardWith, origin, person, type Send, sendTo, stops } from '../support/guarded-portal.ts'
import { listenLocally } from '../support/local-server.ts'

async function inServe(guard: Guard, onFault: (fault: unknown) => void): Promise<Send> {
  const app = guard.protect(() => new Response('in'))
  const { port, stop } = await serve({ app, onFault, port: 0, hosts: ['127.0.0.1'] })
  stops.push(stop)
  return sendTo(port)
}

async function inHono(guard: Guard, onFault: (fault: unknown) => void): Promise<Send> {
  const guarded = guard.protect(() => new Response('in'))
  const app = new Hono()
  app.all('*', async ({ req }) => {
    try {
      return await guarded(req.raw)
    } catch (fault) {
      onFault(fault)
      throw fault
    }
  })
  return async (path, init) => app.request(origin + path, init)
}

async function inExpress(guard: Guard, onFault: (fault: unknown) => void): Promise<Send> {
  const app = express().set('env', 'production').use(guard.express())
  app.use(((fault, _request, _response, next) => {
    onFault(fault)
    next(fault)
  }) satisfies express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => server.close())
  return sendTo((server.address() as AddressInfo).port)
}

async function inFastify(guard: Guard, onFault: (fault: unknown) => void): Promise<Send> {
  const app = Fastify()
  app.addHook('onRequest', guard.fastify())
  app.addHook('onError', async (_request, _reply, fault) => onFault(fault))
  app.all('/*', async () => 'in')
  await app.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => app.close())
  return sendTo((app.server.address() as AddressInfo).port)
}

const answers =
  (status: number, headers: Record<string, string> = {}): Fetch =>
  async () =>
    Response.json({ error: 'why', error_description: 'in the words of the service' }, { status, headers })

/** Behaviour of the service, and the answer to its visitors. */
const rows: readonly [what: string, fetch: Fetch, status: number, retryAfter: string | null, error: string][] = [
  ['cannot be reached', () => Promise.reject(new Error('no route')), 503, null, 'temporarily_unavailable'],
  ['is overloaded', answers(503, { 'retry-after': '7' }), 503, '7', 'temporarily_unavailable'],
  ['is asked too often', answers(429, { 'retry-after': '60' }), 503, '60', 'temporarily_unavailable'],
  ['names no seconds', answers(503, { 'retry-after': 'soon' }), 503, null, 'temporarily_unavailable'],
  ['does not know the key', answers(401, { 'retry-after': '7' }), 502, null, 'server_error'],
]

for (const [name, make] of [
  ['serve', inServe],
  ['hono', inHono],
  ['express', inExpress],
  ['fastify', inFastify],
] as const)
  test(`GEN-27 ${name}: a visitor gets the status for the fault of the service, and the application gets the fault`, async (t) => {
    t.mock.method(console, 'error', () => undefined) // where Express writes
    for (const [what, fetch, status, retryAfter, error] of rows) {
      const faults: unknown[] = []
      const send = await make(guardWith({ fetch }), (fault) => void faults.push(fault))
      const response = await person(send).beginPresentation('/area')
      assert.deepEqual([response.status, response.headers.get('retry-after')], [status, retryAfter], what)
      const text = await response.text()
      assert.doesNotMatch(text, /rp\.example|words of the service/, what)
      if (name === 'serve' || name === 'hono') {
        assert.equal(response.headers.get('cache-control'), 'no-store')
        assert.equal((JSON.parse(text) as { error: string }).error, error, what)
      }
      assert.deepEqual(
        faults.map((fault) => fault instanceof PresentationServiceFault),
        [true],
        what,
      )
    }
  })

test('GEN-27 Express outside production shows no stack of the application, and no description of the service', async (t) => {
  t.mock.method(console, 'error', () => undefined) // where Express writes
  const app = express()
    .set('env', 'development')
    .use(guardWith({ apiKey: 'wrong' }).express())
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => server.close())
  const response = await person(sendTo((server.address() as AddressInfo).port)).beginPresentation('/area')
  const text = await response.text()
  assert.equal(response.status, 502)
  assert.match(text, /The presentation cannot be asked for now\. \(\w+, trace [\w-]+\)/)
  assert.doesNotMatch(text, /rp\.example|RP-89|\bat |\.ts|node_modules/)
})

test('GEN-27 a fault has the status of a response without the expected members', async () => {
  const fetch: Fetch = async () => Response.json({}, { status: 201 })
  const send: Send = (path, init) =>
    guardWith({ fetch }).protect(() => new Response('in'))(new Request(origin + path, init))
  await assert.rejects(person(send).beginPresentation('/area'), { code: 'answer_unreadable', serviceStatus: 201 })
})

test('GEN-27 serve: a fault of the service within the application gets the same answer as a fault within the guard', async () => {
  const guard = guardWith({ fetch: answers(503, { 'retry-after': '7' }) })
  const app = async (): Promise<Response> => {
    await guard.erase({ id: 'one' })
    return new Response('erased')
  }
  const { port, stop } = await serve({ app, onFault: () => undefined, port: 0, hosts: ['127.0.0.1'] })
  stops.push(stop)
  const response = await sendTo(port)('/leave', { method: 'POST' })
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '7'])
})

test('GEN-27 the detail of a fault says why the service does not answer', async () => {
  const answerPlainly: RequestListener = (_request, response) => response.end()
  const { key, der } = await expiredCertificate()
  const plain = createServer(answerPlainly)
  const secure = createSecureServer({ key, cert: certificatePem(der) }, answerPlainly)
  const closed = createServer()
  const [plainPort, securePort, closedPort] = await Promise.all([plain, secure, closed].map(listenLocally))
  await new Promise((resolve) => closed.close(resolve))
  stops.push(
    () => plain.close(),
    () => secure.close(),
  )
  const reset: Fetch = () =>
    Promise.reject(new TypeError('x', { cause: Object.assign(new Error('y'), { code: 'ECONNRESET' }) }))
  const guarded: Fetch = () => Promise.reject(Object.assign(new Error('x'), { trouble: 'name' }))
  const direct: Fetch = (request) => fetch(request)
  for (const [service, send, reason] of [
    [
      `https://127.0.0.1:${securePort}`,
      direct,
      / does not answer: its certificate is not trusted here: .*NODE_EXTRA_CA_CERTS$/,
    ],
    [`https://127.0.0.1:${plainPort}`, direct, / does not answer: it does not use TLS at this port/],
    [`https://127.0.0.1:${closedPort}`, direct, / does not answer: nothing listens there/],
    ['https://rp.example', reset, / does not answer: it ends the connection/],
    ['https://rp.example', guarded, / does not answer: no name server knows its host name/],
    ['https://rp.example', () => Promise.reject(new Error('no route')), /^https:\/\/rp\.example does not answer$/],
  ] as const)
    await assert.rejects(
      guardWith({ service, fetch: send }).erase({ id: 'one' }),
      (fault) => fault instanceof PresentationServiceFault && reason.test(fault.detail),
      String(reason),
    )
})
