/** The files of `listen.tls`: `/ready` reports a certificate that expires soon. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { failed } from '../../src/base/index.ts'
import { asApp } from '../../src/http/index.ts'
import { ConfigError, serve } from '../../src/node/index.ts'
import { initialize, readSettings, runService } from '../../src/serve/index.ts'
import { tlsNotes } from '../../src/serve/tls-files.ts'
import { createJsonLog } from '../../src/telemetry/index.ts'
import { certificatePem, expiredCertificate } from '../support/expired-certificate.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const directory = freshDirectory()
const { file } = await initialize('trust-anchor', { directory })

const keyFile = join(directory, 'key.pem')
const certificateFile = join(directory, 'certificate.pem')

/** Starts a service with these PEM texts. `change` runs after the validation of the settings. */
function start(key: string, certificate: string, change = (): void => undefined) {
  writeFileSync(keyFile, key)
  writeFileSync(certificateFile, certificate)
  const settings = readSettings('trust-anchor', {
    file,
    environment: {
      FIDUCIA_OPERATIONS_PORT: '0',
      FIDUCIA_SELF_CHECK: 'false',
      FIDUCIA_LISTEN_TLS_KEY_FILE: keyFile,
      FIDUCIA_LISTEN_TLS_CERTIFICATE_FILE: certificateFile,
    },
    overrides: { port: 0, hosts: ['127.0.0.1'] },
  })
  change()
  const log = createJsonLog('trust-anchor', { write: () => undefined })
  return runService('trust-anchor', settings, { log, warn: () => undefined })
}

/** Returns an expired certificate and its key in PEM. */
async function expiredTls() {
  const { key, der } = await expiredCertificate()
  return { key, cert: certificatePem(der) }
}

test('the readiness has a note about a TLS certificate that has expired or expires within two weeks', async () => {
  const { key, cert } = await expiredTls()
  const service = await start(key, cert)
  const { ready, notes } = await service.readiness.report()
  await service.stop()
  assert.equal(ready, true)
  assert.match(notes.join(), /the certificate of listen\.tls expired on 2023-11-14, so clients refuse it/)

  const expiresAt = 1_700_000_000
  const fortnight = 14 * 86_400
  assert.deepEqual(tlsNotes({ expiresAt }, expiresAt - fortnight - 1), [])
  assert.match(tlsNotes({ expiresAt }, expiresAt - fortnight).join(), /expires on 2023-11-14: restart the service/)
  assert.deepEqual(tlsNotes(undefined, expiresAt), [])
})

test('TLS files that change after the validation of the settings are refused with the same advice', async () => {
  const { key, cert } = await expiredTls()
  const { key: anotherKey } = await expiredTls()
  for (const [changedFile, changed, fault] of [
    [keyFile, anotherKey, /^listen\.tls: the key is not that of the first certificate/],
    [keyFile, '-----BEGIN PRIVATE KEY-----\n', /^listen\.tls: keyFile contains no private key in PEM$/],
    [certificateFile, 'half a certific', /^listen\.tls: certificateFile contains no certificate in PEM$/],
  ] as const)
    await assert.rejects(
      start(key, cert, () => writeFileSync(changedFile, changed)),
      (thrown) => thrown instanceof ConfigError && thrown.faults.length === 1 && fault.test(thrown.faults[0] ?? ''),
    )
})

test('GEN-30 a TLS client that offers only HTTP/1.0, as probes do, gets an answer', { timeout: 10_000 }, async (t) => {
  const app = { answer: () => ({ status: 200, headers: {}, body: 'done' }) }
  const server = await serve({ app, port: 0, hosts: ['127.0.0.1'], tls: await expiredTls() })
  t.after(() => server.stop())
  for (const offered of [['http/1.0'], ['h2', 'http/1.0', 'http/1.1'], undefined]) {
    const socket = connect({ port: server.port, rejectUnauthorized: false, ...(offered && { ALPNProtocols: offered }) })
    socket.write('GET / HTTP/1.0\r\n\r\n')
    let came = ''
    for await (const chunk of socket) came += chunk
    assert.match(came, /^HTTP\/1\.1 200 .*done$/s)
    assert.equal(socket.alpnProtocol, offered ? offered.at(-1) : false)
  }
})

test('GEN-07 a body of several TLS records is read completely', { timeout: 10_000 }, async (t) => {
  const app = asApp(async (request) => {
    const text = await request.text(100_000)
    return { status: 200, headers: {}, body: failed(text) ? text.code : String(text.length) }
  }, [])
  const server = await serve({ app, port: 0, hosts: ['127.0.0.1'], tls: await expiredTls() })
  t.after(() => server.stop())
  const sent = httpsRequest({ port: server.port, host: '127.0.0.1', method: 'POST', rejectUnauthorized: false })
  sent.end('a'.repeat(60_000))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(await textOf(answer), '60000')
})
