import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificatePem, expiredCertificate } from '../../test/support/expired-certificate.ts'
import { authorityFault, tlsPairFault } from './check-pem.ts'

test('a key and a certificate are usable together, and neither of them may be empty', async () => {
  const { key, der } = await expiredCertificate()
  const cert = certificatePem(der)
  assert.equal(tlsPairFault({ key, cert }), undefined)
  for (const pair of [
    { key: '', cert },
    { key, cert: '' },
    { key: '', cert: '' },
    { key: Buffer.alloc(0), cert },
  ])
    assert.match(tlsPairFault(pair) ?? '', /do not contain a private key and its certificate/)
})

test('each certificate of an authority must be readable, since TLS ignores all others without an error', async () => {
  const { key, der } = await expiredCertificate()
  const cert = certificatePem(der)
  const cut = certificatePem(der.subarray(0, 200))
  for (const text of [cert, cert + cert, `${key}${cert}`, `\ufeff${cert}`, `An authority\r\n${cert}`])
    assert.equal(authorityFault(text), undefined, text)
  assert.equal(authorityFault(cert + cut), 'contains a certificate that cannot be read: number 2')
  assert.equal(authorityFault(Buffer.from(cut + cert)), 'contains a certificate that cannot be read: number 1')
  for (const text of ['', key, cut]) assert.equal(authorityFault(text), 'contains no certificate in PEM')
  assert.equal(authorityFault(der), 'contains a certificate in DER, but must be in PEM')
})
