import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificatePem, expiredCertificate } from '../../test/support/expired-certificate.ts'
import { tlsPairFault } from './check-pem.ts'

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
