import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { startConsoleFederation, walletId } from '../../../test/support/console-federation.ts'
import { expiredCertificate } from '../../../test/support/expired-certificate.ts'
import { certificateExpiry, expiriesOf } from './expiries.ts'

test('lists everything that expires, the earliest first', async () => {
  const { observe } = await startConsoleFederation({ hostile: true })
  const expiries = expiriesOf(await observe())
  assert.deepEqual(
    expiries.map(({ at }) => at),
    expiries.map(({ at }) => at).toSorted((one, other) => one - other),
  )
  const kinds = expiries.filter(({ entityId }) => entityId === walletId).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['configuration', 'statement'])
  assert.ok(expiries.some(({ kind, at }) => kind === 'trust_mark' && at === 9e15))
})

test('a certificate expires, and a value that is not a certificate has no expiry', async () => {
  const { der } = await expiredCertificate()
  const end = Date.parse(new X509Certificate(der).validTo) / 1000
  assert.equal(certificateExpiry(['no certificate', der.toString('base64')]), end)
  assert.equal(certificateExpiry(['no certificate', 7, null]), undefined)
  assert.equal(certificateExpiry('AA=='), undefined)
})
