import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { PrivateFileError } from '../../node/index.ts'
import { startProviderServer } from './provider-server.ts'
import { serveNationalIdp } from './serve.ts'
import { startInWorker } from './start-in-worker.ts'

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

test('rejects if the worker thread ends without a message or an error', { timeout: 10_000 }, async () => {
  const url = new URL(`data:text/javascript,${encodeURIComponent('process.exit(0)')}`)
  await assert.rejects(startInWorker({}, url), /ended before its first message/)
})

test('if the port of one of two providers is in use, the error names that port', { timeout: 10_000 }, async () => {
  const taking = createServer().listen(0, '127.0.0.1')
  await once(taking, 'listening')
  const { port } = taking.address() as AddressInfo
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
