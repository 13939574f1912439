/** A certificate has one spelling: what lies outside of its signature cannot be written otherwise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentSigner } from '../../test/support/mdoc.ts'
import { failed } from '../base/index.ts'
import { parseIssuerCertificate } from './issuer-certificate.ts'

const { der } = documentSigner
/** ecdsa-with-SHA256: first inside of what is signed, then beside the signature. */
const algorithm = Buffer.from('06082a8648ce3d040302', 'hex')
const outer = Buffer.from(der).lastIndexOf(algorithm)

/** UTCTime: notBefore. */
const begin = Buffer.from(der).indexOf(Buffer.from('170d', 'hex')) + 2

const changed = (at: number, byte: number): Uint8Array => {
  const copy = Uint8Array.from(der)
  copy[at] = byte
  return copy
}

const version = Buffer.from(der).indexOf(Buffer.from('a003020102', 'hex'))

for (const [title, bytes] of [
  ['a certificate of version 1', changed(version + 4, 0)],
  ['a certificate of version 4', changed(version + 4, 3)],
  ['a certificate with another field in the place of its version', changed(version, 0xa1)],
  ['an algorithm beside the signature that is spelt otherwise', changed(outer, 0x26)],
  ['an algorithm that differs from the signed one', changed(outer + algorithm.length - 1, 3)],
  ['a signature with bits that are not used', changed(outer + algorithm.length + 2, 7)],
] as const)
  test(`RP-12 refuses ${title}`, () => {
    const result = parseIssuerCertificate(bytes, 'certificate')
    assert.ok(failed(result))
    assert.equal(result.code, 'certificate_malformed')
  })

test('RP-12 refuses a certificate that begins on a day that does not exist', () => {
  const copy = Uint8Array.from(der)
  copy.set(Buffer.from('260230'), begin)
  const result = parseIssuerCertificate(copy, 'certificate')
  assert.ok(failed(result))
  assert.equal(result.code, 'certificate_malformed')
})

test('RP-12 reads the certificate as it was issued', () =>
  assert.ok(!failed(parseIssuerCertificate(der, 'certificate'))))
