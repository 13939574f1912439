/** A certificate has one encoding: the parts outside its signature cannot be encoded in another way. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { documentSigner, makeCertificate } from '../../test/support/mdoc.ts'
import { failed } from '../base/index.ts'
import { derMembers, derTags, readDer, writeDer, writeNull, writeSequence } from '../x509/index.ts'
import { parseIssuerCertificate } from './issuer-certificate.ts'

const { der } = documentSigner
/** ecdsa-with-SHA256: first in the signed part, then beside the signature. */
const algorithm = Buffer.from('06082a8648ce3d040302', 'hex')
const outer = Buffer.from(der).lastIndexOf(algorithm)

/** UTCTime of notBefore. */
const begin = Buffer.from(der).indexOf(Buffer.from('170d', 'hex')) + 2

const changed = (at: number, byte: number): Uint8Array => {
  const copy = Uint8Array.from(der)
  copy[at] = byte
  return copy
}

const version = Buffer.from(der).indexOf(Buffer.from('a003020102', 'hex'))

const codeOf = (bytes: Uint8Array): string => {
  const result = parseIssuerCertificate(bytes, 'certificate')
  return failed(result) ? result.code : 'read'
}

for (const [title, bytes] of [
  ['a certificate of version 1', changed(version + 4, 0)],
  ['a certificate of version 4', changed(version + 4, 3)],
  ['a certificate with another field in the place of its version', changed(version, 0xa1)],
  ['an algorithm beside the signature that is encoded differently', changed(outer, 0x26)],
  ['an algorithm that differs from the signed one', changed(outer + algorithm.length - 1, 3)],
  ['a signature with unused bits', changed(outer + algorithm.length + 2, 7)],
] as const)
  test(`RP-12 refuses ${title}`, () => assert.equal(codeOf(bytes), 'certificate_malformed'))

const partsOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  (derMembers(readDer(bytes)) ?? []).map(({ encoded }) => encoded)
const parts = partsOf(der)
const fields = partsOf(parts[0] ?? der)
const validity = 4
/** Returns the certificate with these fields and the same signature, which these tests do not verify. */
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

test('RP-12 refuses a certificate with an invalid key, or with another kind of signature', () => {
  assert.equal(codeOf(over(...fields.slice(0, -2))), 'certificate_algorithm_unsupported', 'no key')
  assert.equal(codeOf(over(...fields.with(-2, writeNull()))), 'certificate_algorithm_unsupported', 'another key')
  const other = changed(outer + algorithm.length - 1, 5)
  other[Buffer.from(der).indexOf(algorithm) + algorithm.length - 1] = 5
  assert.equal(codeOf(other), 'certificate_algorithm_unsupported', 'another signature')
})

test('RP-12 reads an Ed25519 key only in the form of RFC 8410: 32 bytes, without parameters', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const [algorithm = der, bits = der] = (derMembers(readDer(spki)) ?? []).map(({ encoded }) => encoded)
  const read = parseIssuerCertificate(over(...fields.with(-2, spki)), 'certificate')
  assert.ok(!failed(read))
  assert.deepEqual(read.publicJwk, publicKey.export({ format: 'jwk' }))
  const withNull = writeSequence(...partsOf(algorithm), writeNull())
  const short = writeDer(derTags.bitString, bits.slice(2, -1))
  for (const [key, title] of [
    [writeSequence(withNull, bits), 'parameters'],
    [writeSequence(algorithm, short), '31 bytes'],
  ] as const)
    assert.equal(codeOf(over(...fields.with(-2, key))), 'certificate_algorithm_unsupported', title)
})

test('RP-12 refuses a certificate with an unknown critical extension (RFC 5280 §4.2)', async () => {
  const { der: named } = makeCertificate(undefined, { critical: '2.5.29.36' })
  assert.equal(codeOf(named), 'certificate_extension_unknown')
})

test('RP-12 refuses name constraints that cannot be read, and those of an end entity (RFC 5280 §4.2.1.10)', () => {
  const named = (change: object) => codeOf(makeCertificate(undefined, { critical: '2.5.29.30', ...change }).der)
  assert.equal(named({}), 'certificate_extension_unknown')
  assert.equal(named({ authority: true }), 'certificate_malformed')
})

const beginningAt = (time: string): ReturnType<typeof parseIssuerCertificate> => {
  const copy = Uint8Array.from(der)
  copy.set(Buffer.from(time), begin)
  return parseIssuerCertificate(copy, 'certificate')
}

test('RP-12 reads a year of two digits as RFC 5280 §4.1.2.5.1 defines it', () => {
  for (const [time, year] of [
    ['490101000000Z', 2049],
    ['500101000000Z', 1950],
    ['991231235959Z', 1999],
  ] as const) {
    const read = beginningAt(time)
    assert.ok(!failed(read))
    assert.equal(new Date(read.notBefore * 1000).getUTCFullYear(), year)
  }
})

test('RP-12 reads times from 2050 on, which are GeneralizedTime (RFC 5280 §4.1.2.5.2)', async () => {
  const until = Date.UTC(2050, 0, 2, 3, 4, 5) / 1000
  const { der: lasting } = makeCertificate(undefined, { until })
  assert.ok(Buffer.from(lasting).includes('20500102030405Z'))
  const read = parseIssuerCertificate(lasting, 'certificate')
  assert.ok(!failed(read))
  assert.equal(read.notAfter, until)
})

test('RP-12 refuses a time in another form than that of RFC 5280 §4.1.2.5', () => {
  const ends = partsOf(fields[validity] ?? der).at(-1) ?? der
  const from = (tag: number, text: string) =>
    codeOf(over(...fields.with(validity, writeSequence(writeDer(tag, Buffer.from(text)), ends))))
  const [utc, generalized, text] = [23, 24, 12]
  assert.equal(from(utc, '260102030405Z'), 'read')
  assert.equal(from(generalized, '20260102030405Z'), 'read')
  for (const [tag, time] of [
    [utc, '20260102030405Z'],
    [utc, '2601020304Z'],
    [utc, '260230030405Z'],
    [utc, '260102030405'],
    [utc, '260102030405Z '],
    [utc, ' 260102030405Z'],
    [utc, '260102030405+0100'],
    [generalized, '260102030405Z'],
    [generalized, '20260102030405.5Z'],
    [generalized, '20260102030405'],
    [generalized, '20260102030405Z '],
    [generalized, ' 20260102030405Z'],
    [text, '260102030405Z'],
    [text, '20260102030405Z'],
    [utc | 0x80, '260102030405Z'],
  ] as const)
    assert.equal(from(tag, time), 'certificate_malformed', `${tag} ${time}`)
})

test('RP-12 refuses a key on an unsupported curve, and a key in another encoding', () => {
  const spkiOf = (namedCurve: string) =>
    generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' })
  const bent = (at: number, byte: number) => Uint8Array.from(spkiOf('P-256')).with(at, byte)
  const point = spkiOf('P-256').length - 65
  const codeOfKey = (spki: Uint8Array) => codeOf(over(...fields.with(-2, spki)))
  for (const curve of ['P-256', 'P-384', 'P-521', 'secp256k1']) assert.equal(codeOfKey(spkiOf(curve)), 'read', curve)
  for (const curve of ['P-224', 'brainpoolP256r1'])
    assert.equal(codeOfKey(spkiOf(curve)), 'certificate_algorithm_unsupported', curve)
  assert.equal(codeOfKey(bent(point, 4)), 'read')
  assert.equal(codeOfKey(bent(point, 2)), 'certificate_algorithm_unsupported', 'a compressed point')
  const [, bits = der] = partsOf(spkiOf('P-384'))
  const [algorithmOf256 = der] = partsOf(spkiOf('P-256'))
  assert.equal(codeOfKey(writeSequence(algorithmOf256, bits)), 'certificate_algorithm_unsupported', 'a longer point')
  const [type = der, curve = der] = partsOf(algorithmOf256)
  const another = writeSequence(type.with(-1, 2), curve)
  const [, point256 = der] = partsOf(spkiOf('P-256'))
  assert.equal(codeOfKey(writeSequence(another, point256)), 'certificate_algorithm_unsupported', 'another type of key')
})
