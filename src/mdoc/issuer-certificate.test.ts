/** A certificate has one spelling: what lies outside of its signature cannot be written otherwise. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentSigner, makeCertificate } from '../../test/support/mdoc.ts'
import { failed } from '../base/index.ts'
import { derMembers, readDer, writeNull, writeSequence } from '../x509/index.ts'
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

const codeOf = (bytes: Uint8Array): string => {
  const result = parseIssuerCertificate(bytes, 'certificate')
  return failed(result) ? result.code : 'read'
}
const partsOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  (derMembers(readDer(bytes)) ?? []).map(({ encoded }) => encoded)
const parts = partsOf(der)
const fields = partsOf(parts[0] ?? der)
const validity = 4
/** The certificate over these fields, under the same signature: it is not judged here. */
const over = (...given: readonly Uint8Array[]): Uint8Array => writeSequence(writeSequence(...given), ...parts.slice(1))

test('RP-12 refuses a certificate that lacks a part', () => {
  assert.equal(codeOf(over(...fields)), 'read')
  for (let count = 0; count < parts.length; count += 1)
    assert.equal(codeOf(writeSequence(...parts.slice(0, count))), 'certificate_malformed', `${count} parts`)
  assert.equal(codeOf(writeSequence(writeNull(), ...parts.slice(1))), 'certificate_malformed', 'no body')
  for (let count = 0; count < fields.length - 2; count += 1)
    assert.equal(codeOf(over(...fields.slice(0, count))), 'certificate_malformed', `${count} fields`)
  const begins = partsOf(fields[validity] ?? der).slice(0, 1)
  assert.equal(codeOf(over(...fields.with(validity, writeSequence(...begins)))), 'certificate_malformed', 'no end')
  assert.equal(codeOf(over(...fields.with(validity, writeSequence()))), 'certificate_malformed', 'no beginning')
})

test('RP-12 refuses a certificate of a key that is none, or under another kind of signature', () => {
  assert.equal(codeOf(over(...fields.slice(0, -2))), 'certificate_algorithm_unsupported', 'no key')
  assert.equal(codeOf(over(...fields.with(-2, writeNull()))), 'certificate_algorithm_unsupported', 'another key')
  const other = changed(outer + algorithm.length - 1, 5)
  other[Buffer.from(der).indexOf(algorithm) + algorithm.length - 1] = 5
  assert.equal(codeOf(other), 'certificate_algorithm_unsupported', 'another signature')
})

test('RP-12 refuses a certificate with a critical extension that is not understood (RFC 5280 §4.2)', async () => {
  const { der: named } = makeCertificate(undefined, { critical: '2.5.29.30' })
  assert.equal(codeOf(named), 'certificate_extension_unknown')
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
