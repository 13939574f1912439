/**
 * Slow bodies against a service with the limits that `fiducia init` writes: four clients with 128 connections each send
 * a body byte by byte. Every other client is answered.
 */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { createLoad, createRepeatedRefusals, trustProxies } from '../../src/node/index.ts'
import { createFront } from '../../src/serve/front.ts'
import { initialize, readSettings, runService } from '../../src/serve/index.ts'
import { createJsonLog, createMetrics, createRequestScope, createTracing } from '../../src/telemetry/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { app, start } from '../support/served-app.ts'

const sockets: Socket[] = []
after(() => {
  for (const socket of sockets) socket.destroy()
})

async function startService() {
  const { file } = await initialize('wallet-provider', { directory: freshDirectory() })
  const environment = {
    FIDUCIA_TRUSTED_PROXIES: '["127.0.0.1"]',
    FIDUCIA_SELF_CHECK: 'false',
    FIDUCIA_OPERATIONS_PORT: '0',
  }
  const settings = readSettings('wallet-provider', { file, environment, overrides: { port: 0, hosts: ['127.0.0.1'] } })
  const log = createJsonLog('wallet-provider', { write: () => undefined })
  return runService('wallet-provider', settings, { log, warn: () => undefined })
}

/** Opens a connection of a client and begins a body. `answer` returns the bytes that have arrived so far. */
function dripFrom(port: number, client: string, path = '/token'): { readonly answer: () => string } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let came = ''
  socket.on('data', (chunk) => {
    came += chunk
  })
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\ng',
  )
  return { answer: () => came }
}

test('GEN-08 GEN-27 clients with slow bodies delay no other client, and each has a limited number of slow bodies', async (t) => {
  const service = await startService()
  t.after(() => service.stop())
  const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  const drips = clients.flatMap((client) => Array.from({ length: 128 }, () => dripFrom(service.port, client)))
  while (drips.filter(({ answer }) => answer() !== '').length < 4 * (128 - 8))
    await new Promise((resolve) => setTimeout(resolve, 20))
  const refused = drips.map(({ answer }) => answer()).filter((answer) => answer !== '')
  // A client that exceeds its rate is refused before its request is read. A slow machine is overloaded by the burst.
  for (const answer of refused)
    assert.match(answer, /^HTTP\/1\.1 (?:429 .*(?:bodies_unfinished|rate_exceeded)|503 .*overloaded)/s)
  assert.ok(refused.some((answer) => answer.includes('bodies_unfinished')))
  const send = async (_: unknown, client: number): Promise<string> => {
    const headers = { 'x-forwarded-for': `198.51.100.${client}` }
    const nonce = await fetch(`http://127.0.0.1:${service.port}/nonce`, { headers })
    const form = new URLSearchParams({ grant_type: 'none' })
    const token = await fetch(`http://127.0.0.1:${service.port}/token`, { method: 'POST', headers, body: form })
    return `${nonce.status},${token.status}`
  }
  // A service with fewer than 48 requests in flight is never overloaded (D-820), not even on a slow machine.
  for (let round = 0; round < 3; round += 1)
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 25 }, send))), new Set(['200,400']))
})

test('GEN-08 a client has a limited number of unfinished bodies', { timeout: 5000 }, async (t) => {
  const scope = createRequestScope()
  const load = createLoad({
    ...{ maximumInFlight: 9, maximumInFlightPerClient: 9, maximumUnfinishedBodiesPerClient: 1 },
    ...{ maximumLagMilliseconds: 1000, milliseconds: () => 0 },
  })
  const front = createFront({
    ...{
      app,
      scope,
      load,
      publicUrl: 'https://role.example',
      isAdministration: () => false,
      trusted: trustProxies(['127.0.0.1']),
    },
    ...{ metrics: createMetrics('role'), tracing: createTracing(scope), repeated: createRepeatedRefusals(() => 0) },
    readiness: { report: () => assert.fail('nobody asks') },
  })
  const { port } = await start(t, { app: front })
  const drips = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((client) => dripFrom(port, client, '/form'))
  const answers = () => drips.map(({ answer }) => answer()).filter((answer) => answer !== '')
  while (answers().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  for (const socket of sockets) socket.destroy()
  assert.equal(answers().length, 1)
  assert.match(answers()[0] ?? '', /^HTTP\/1\.1 429 .*retry-after: 1\r.*bodies_unfinished at body of POST \/form\)/is)
})
