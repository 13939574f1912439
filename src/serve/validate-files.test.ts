/** Reports files and hosts in the settings of a service that would break its connections, before the start. */

import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { certificatePem, expiredCertificate } from '../../test/support/expired-certificate.ts'
import { directory, faultsOf, placesOf } from '../../test/support/faulty-settings.ts'
import { describeReadFault } from '../base/index.ts'

test('reports a certificate authority in DER, which TLS would ignore', () => {
  const [pem = ''] = rootCertificates
  writeFileSync(join(directory, 'ca.pem'), `# of our own\n${pem}`)
  writeFileSync(join(directory, 'ca.der'), new X509Certificate(pem).raw)
  writeFileSync(join(directory, 'ca-marked.pem'), `\ufeff${pem}`)
  const network = { certificateAuthorityFiles: ['ca.der', 'ca.pem', 'missing.pem', 'ca-marked.pem'] }
  assert.deepEqual(faultsOf('relying-party', { network }), [
    `network.certificateAuthorityFiles.2: there is no file ${join(directory, 'missing.pem')}: correct the path, or put the file there`,
    'network.certificateAuthorityFiles.0: contains a certificate in DER, but must be in PEM',
  ])
})

test('reports a TLS certificate with a date that cannot be read', async () => {
  const { key, der } = await expiredCertificate()
  const faults = (bytes: Buffer): readonly string[] => {
    writeFileSync(join(directory, 'tls-key.pem'), key)
    writeFileSync(join(directory, 'tls.pem'), certificatePem(bytes))
    return faultsOf('relying-party', { listen: { tls: { keyFile: 'tls-key.pem', certificateFile: 'tls.pem' } } })
  }
  assert.deepEqual(faults(der), [])
  const undated = Buffer.from(der)
  undated.write('231399', undated.indexOf('231114'))
  assert.deepEqual(faults(undated), [
    'listen.tls.certificateFile: its certificate does not state its period of validity (RFC 5280 §4.1.2.5)',
  ])
})

test('reports a directory in place of a file, and what to change', () => {
  const files = { keyFile: '.', certificateFile: '.' }
  const reason = describeReadFault({ code: 'EISDIR' })
  assert.deepEqual(
    faultsOf('relying-party', { listen: { tls: files }, network: { certificateAuthorityFiles: ['.'] } }),
    [
      `listen.tls.keyFile: cannot be read ${reason}`,
      `listen.tls.certificateFile: cannot be read ${reason}`,
      `network.certificateAuthorityFiles.0: cannot be read ${reason}`,
    ],
  )
})

test('reports malformed hosts, certificates and pages', () => {
  const files = { keyFile: 'no.pem', certificateFile: 'no.pem' }
  const network = {
    trustedHosts: ['wallet.internal', 'https://wallet.internal', 'a:1', 'a:443'],
    certificateAuthorityFiles: ['no.pem'],
  }
  assert.deepEqual(faultsOf('relying-party', { listen: { tls: files }, network }), [
    'network.trustedHosts.1: is not a host: write it as in a URL, in lower case, and with the port only if it is not 443',
    'network.trustedHosts.3: is not a host: write it as in a URL, in lower case, and with the port only if it is not 443',
    'listen.tls: certificateFile contains no certificate in PEM',
    'network.certificateAuthorityFiles.0: contains no certificate in PEM',
  ])
  const organization = { name: { it: 'Ente', en: 'Body' }, url: { it: 'ente.example', en: 'https://ente.example' } }
  assert.deepEqual(placesOf(faultsOf('pid-provider', { serviceProvider: { organization } }), /URL/), [
    'serviceProvider.organization.url.it',
  ])
})
