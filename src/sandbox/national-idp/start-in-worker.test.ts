import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { listenLocally } from '../../../test/support/local-server.ts'
import { PrivateFileError } from '../../node/index.ts'
import { startProviderServer } from './provider-server.ts'
import { reportFaults } from './report-faults.ts'
import { serveSamlIdp } from './saml/serve.ts'
import { serveNationalIdp } from './serve.ts'
import { type ObservedMessage, startInWorker } from './start-in-worker.ts'

test('reports a fault of a worker after its start, and can still stop it', { timeout: 10_000 }, async () => {
  const source = `import { parentPort } from 'node:worker_threads'
    parentPort.once('message', () => {})
    parentPort.postMessage({ name: 'it' })
    setTimeout(() => { throw new Error('a fault') }, 50)`
  const fault = Promise.withResolvers<unknown>()
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const running = await startInWorker<{ name: string }>({}, url, { onFault: fault.resolve })
  assert.equal(running.name, 'it')
  assert.match(String(await fault.promise), /a fault/)
  await running.stop()
})

test('reports the error of a request that a worker answered', { timeout: 10_000 }, async () => {
  const source = `import { parentPort } from 'node:worker_threads'
    parentPort.once('message', () => parentPort.close())
    parentPort.postMessage({ name: 'it' })
    parentPort.postMessage({ party: 'national-idp', exchange: {} })
    parentPort.postMessage({ fault: 'Error: a fault' })`
  const fault = Promise.withResolvers<unknown>()
  const seen: unknown[] = []
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const onExchange = ({ party }: ObservedMessage) => void seen.push(party)
  const running = await startInWorker({}, url, { onFault: fault.resolve, onExchange })
  assert.equal(await fault.promise, 'Error: a fault')
  assert.deepEqual(seen, ['national-idp'])
  await running.stop()
})

test('a request that arrives before the start message does not end the start', { timeout: 10_000 }, async () => {
  const source = `import { parentPort } from 'node:worker_threads'
    parentPort.once('message', () => parentPort.close())
    parentPort.postMessage({ party: 'national-idp', exchange: {} })
    parentPort.postMessage({ fault: 'Error: a fault' })
    parentPort.postMessage({ name: 'it' })`
  const seen: unknown[] = []
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const onExchange = ({ party }: ObservedMessage) => void seen.push(party)
  const running = await startInWorker<{ name: string }>({}, url, { onFault: (fault) => seen.push(fault), onExchange })
  assert.equal(running.name, 'it')
  assert.deepEqual(seen, ['national-idp', 'Error: a fault'])
  await running.stop()
})

test('both providers answer 500 and report the error of a request', { timeout: 10_000 }, async (t) => {
  const faults: unknown[] = []
  const onFault = (fault: unknown) => void faults.push(fault)
  const oidc = await serveNationalIdp({ port: 0, clients: [] }, undefined, onFault)
  const saml = await serveSamlIdp({ port: 0, serviceProviders: [] }, undefined, onFault)
  for (const origin of [oidc.issuer, saml.entityId]) {
    const fault = new Error('planted')
    const { writeHead } = ServerResponse.prototype
    let isBroken = true
    t.mock.method(ServerResponse.prototype, 'writeHead', function (this: ServerResponse, status: number) {
      if (!isBroken) return writeHead.call(this, status)
      isBroken = false
      throw fault
    })
    assert.equal((await fetch(`${origin}/style.css`)).status, 500)
    assert.equal(faults.pop(), fault)
    t.mock.restoreAll()
    assert.equal((await fetch(`${origin}/style.css`)).status, 200)
  }
  await oidc.stop()
  await saml.stop()
})

test('a client that leaves is no fault of a provider', { timeout: 10_000 }, async () => {
  const faults: unknown[] = []
  const ended = Promise.withResolvers<void>()
  const handle = async (request: IncomingMessage): Promise<void> => {
    try {
      for await (const _ of request) client.destroy()
    } finally {
      setImmediate(ended.resolve)
    }
  }
  const server = await startProviderServer(
    reportFaults(handle, (fault) => void faults.push(fault)),
    0,
  )
  const client = connect(server.port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na')
  await ended.promise
  assert.deepEqual(faults, [])
  await server.stop()
})

test('rejects if the worker thread ends without a start message or an error', { timeout: 10_000 }, async () => {
  const url = new URL(`data:text/javascript,${encodeURIComponent('process.exit(0)')}`)
  await assert.rejects(startInWorker({}, url), /ended before its start message/)
})

test('if the port of one of two providers is in use, the error names that port', { timeout: 10_000 }, async () => {
  const taking = createServer()
  const port = await listenLocally(taking)
  try {
    await assert.rejects(startInWorker({ openId: { port: 0, clients: [] }, saml: { port, serviceProviders: [] } }), {
      name: 'PortUnavailable',
      port,
    })
  } finally {
    taking.close()
  }
})

test('a provider that cannot start leaves its port free', { timeout: 10_000 }, async () => {
  const keyFile = join(freshDirectory(), 'keys.json')
  writeFileSync(keyFile, '{}', { mode: 0o600 })
  const federation = { trustAnchor: 'https://anchor.example', anchors: new Map(), trustedHosts: [] }
  const membership = { ...federation, certificateAuthorities: [], keyFile }
  const probe = await startProviderServer(() => undefined, 0)
  await probe.stop()
  await assert.rejects(serveNationalIdp({ port: probe.port, clients: [], membership }), PrivateFileError)
  const again = await startProviderServer(() => undefined, probe.port)
  await again.stop()
})
