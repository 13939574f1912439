import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { certificatePem, expiredCertificate } from '../../test/support/expired-certificate.ts'
import { authorityFault, tlsPairFault } from './check-pem.ts'

test('a key and a certificate are usable together, and neither of them may be empty', async () => {
  const { key, der } = await expiredCertificate()
  const cert = certificatePem(der)
  assert.equal(tlsPairFault({ key, cert }), undefined)
  const noKey = 'keyFile contains no private key in PEM'
  const noCertificate = 'certificateFile contains no certificate in PEM'
  assert.equal(tlsPairFault({ key: '', cert }), noKey)
  assert.equal(tlsPairFault({ key: Buffer.alloc(0), cert }), noKey)
  assert.equal(tlsPairFault({ key, cert: '' }), noCertificate)
  assert.equal(tlsPairFault({ key: '', cert: '' }), noCertificate)
})

test('a key and a certificate that TLS cannot use together have a fault that names the file and the remedy', async () => {
  const { key, der } = await expiredCertificate()
  const cert = certificatePem(der)
  const other = await expiredCertificate()
  const { privateKey: otherType } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  for (const foreign of [other.key, otherType])
    assert.match(tlsPairFault({ key: foreign, cert }) ?? '', /^the key is not that of the first certificate: /)
  const chain = certificatePem(other.der) + cert
  assert.match(tlsPairFault({ key, cert: chain }) ?? '', /put it before its chain$/)
  assert.equal(tlsPairFault({ key: cert, cert: key }), 'certificateFile contains no certificate in PEM')
  assert.match(tlsPairFault({ key, cert: der }) ?? '', /^certificateFile contains a certificate in DER/)
  const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'geheim' } as const
  const sealed = createPrivateKey(key).export(encrypted)
  assert.match(tlsPairFault({ key: sealed, cert }) ?? '', /^keyFile is encrypted with a passphrase: decrypt it/)
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
