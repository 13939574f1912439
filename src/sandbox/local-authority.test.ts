import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { Failure, fetchText } from '../base/index.ts'
import { createGuardedFetch, createSystemClock, serve } from '../node/index.ts'
import { issueServerCertificate } from './local-authority.ts'

const ctx = { clock: createSystemClock() }
const fresh = (): string => join(freshDirectory(), 'authority.json')

test('a server certificate is valid for its names and addresses, and its stored authority is used again', async () => {
  const path = fresh()
  const first = issueServerCertificate(ctx, path, ['localhost', '127.0.0.1', '::1', '192.168.7.5'])
  const second = issueServerCertificate(ctx, path, ['phone.lan'])
  assert.equal(first.authority, second.authority)
  const authority = new X509Certificate(first.authority)
  assert.ok(authority.ca)
  const certificate = new X509Certificate(first.cert)
  assert.ok(certificate.checkIssued(authority) && certificate.verify(authority.publicKey))
  assert.equal(certificate.checkHost('localhost'), 'localhost')
  for (const address of ['127.0.0.1', '::1', '192.168.7.5']) assert.equal(certificate.checkIP(address), address)
  assert.equal(certificate.checkHost('phone.lan'), undefined)
  assert.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'])
})

test('only a client that trusts the authority can connect', async () => {
  const tls = issueServerCertificate(ctx, fresh(), ['localhost'])
  const server = await serve({ port: 0, tls, app: async () => new Response('here') })
  const url = `https://localhost:${server.port}/`
  const knowing = createGuardedFetch({ loopbackHttp: true, certificateAuthorities: [tls.authority] })
  const stranger = createGuardedFetch({ loopbackHttp: true })
  try {
    assert.equal(await (await knowing(new Request(url))).text(), 'here')
    await assert.rejects(stranger(new Request(url)), { code: 'unreachable', trouble: 'certificate' })
  } finally {
    await Promise.all([knowing.close(), stranger.close(), server.stop()])
  }
})

test('a certificate for another name is reported with the requested name and the names of the certificate', async () => {
  const tls = issueServerCertificate(ctx, fresh(), ['other.example', '192.168.7.5'])
  const server = await serve({ port: 0, tls, app: async () => new Response('here') })
  const client = createGuardedFetch({ loopbackHttp: true, certificateAuthorities: [tls.authority] })
  try {
    const request = new Request(`https://localhost:${server.port}/`)
    const failure = await fetchText(client, request, 'text/plain', 'configuration')
    assert.deepEqual(
      failure,
      new Failure('unreachable', 'configuration.other_name[localhost: other.example, 192.168.7.5]'),
    )
  } finally {
    await Promise.all([client.close(), server.stop()])
  }
})

test('an authority of NODE_EXTRA_CA_CERTS is trusted in addition to those of the settings', async () => {
  const trusted = issueServerCertificate(ctx, fresh(), ['localhost'])
  const other = issueServerCertificate(ctx, fresh(), ['localhost'])
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, trusted.authority]) // as NODE_EXTRA_CA_CERTS does before the start
  const clients = [[], [other.authority]].map((certificateAuthorities) =>
    createGuardedFetch({ loopbackHttp: true, certificateAuthorities }),
  )
  setDefaultCACertificates(usual)
  const server = await serve({ port: 0, tls: trusted, app: async () => new Response('here') })
  try {
    for (const fetch of clients)
      assert.equal(await (await fetch(new Request(`https://localhost:${server.port}/`))).text(), 'here')
  } finally {
    await Promise.all([...clients.map((client) => client.close()), server.stop()])
  }
})

test('a damaged authority is reported and not replaced', async () => {
  const path = fresh()
  issueServerCertificate(ctx, path, ['localhost'])
  const whole = JSON.parse(readFileSync(path, 'utf8'))
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  for (const damaged of [
    { certificate: 1 },
    { ...whole, certificate: 'AAAA' },
    { ...whole, key: { kty: 'EC' } },
    { ...whole, key },
  ]) {
    writeFileSync(path, JSON.stringify(damaged))
    assert.throws(() => issueServerCertificate(ctx, path, ['localhost']), /is not a certificate authority: remove it/)
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), damaged)
  }
})
