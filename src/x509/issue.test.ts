/**
 * Compares issued certificates with `@peculiar/x509`: the same request gives the same bytes, except for the signature,
 * which `node:crypto` verifies.
 */
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import * as library from '@peculiar/x509'
import fc from 'fast-check'
import { rsaPair } from '../../test/support/rsa-keys.ts'
import { readCertificateFields } from './certificate-fields.ts'
import { derMembers, derTags, readDer } from './der.ts'
import { writeDer, writeExplicit, writeInteger, writeOctets, writeSequence } from './der-write.ts'
import { type CertificateSigningKey, type CertificateTemplate, issueCertificate } from './issue.ts'
import { nameText } from './name-write.ts'

const [p256, p384] = [
  generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  generateKeyPairSync('ec', { namedCurve: 'P-384' }),
]
const rsa = rsaPair()
const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ type: 'spki', format: 'der' }))

const usual: CertificateTemplate = {
  subject: 'CN=Droid CA2, O=Google LLC',
  issuer: 'CN=Root',
  serial: '4a0b',
  notBefore: 0,
  notAfter: 1_768_478_400,
  spki: spkiOf(p256.publicKey),
  issuerKey: { privateKey: p256.privateKey, curve: 'P-256', hash: 'SHA-256' },
}
const p384Key: CertificateSigningKey = { privateKey: p384.privateKey, curve: 'P-384', hash: 'SHA-384' }

const algorithmOf = ({ curve, hash }: CertificateSigningKey) =>
  curve ? { name: 'ECDSA', namedCurve: curve, hash } : { name: 'RSASSA-PKCS1-v1_5', hash }

async function byLibrary(request: CertificateTemplate): Promise<Uint8Array> {
  const { authority, pathLength, usage = ['digitalSignature'], extensions = [], issuerKey } = request
  const flags = authority
    ? library.KeyUsageFlags.keyCertSign | library.KeyUsageFlags.cRLSign
    : usage.reduce((sum, name) => sum | library.KeyUsageFlags[name], 0)
  const certificate = await library.X509CertificateGenerator.create({
    serialNumber: request.serial,
    subject: request.subject,
    issuer: request.issuer,
    notBefore: new Date(request.notBefore * 1000),
    notAfter: new Date(request.notAfter * 1000),
    publicKey: new library.PublicKey(Uint8Array.from(request.spki)),
    signingKey: issuerKey.privateKey.toCryptoKey(algorithmOf(issuerKey), true, ['sign']) as CryptoKey,
    signingAlgorithm: algorithmOf(issuerKey),
    extensions: [
      ...(authority ? [new library.BasicConstraintsExtension(true, pathLength, true)] : []),
      new library.KeyUsagesExtension(flags, true),
      ...extensions.map(
        ({ oid, value, critical = false }) => new library.Extension(oid, critical, Uint8Array.from(value)),
      ),
    ],
  })
  return new Uint8Array(certificate.rawData)
}

const membersOf = (der: Uint8Array) =>
  (derMembers(readDer(der)) ?? []).map(({ encoded }) => Buffer.from(encoded).toString('hex'))

const value = writeOctets(Uint8Array.of(1, 2, 3))
const requests: readonly (readonly [what: string, changes: Partial<CertificateTemplate>])[] = [
  ['the usual request', {}],
  ['a serial with zeros before it', { serial: '0000ff' }],
  ['a serial of twenty octets', { serial: `7f${'ab'.repeat(19)}` }],
  ['the last second of UTCTime', { notAfter: 2_524_607_999 }],
  ['the first second of GeneralizedTime', { notAfter: 2_524_608_000 }],
  ['an authority', { authority: true }],
  ['an authority with path length 0', { authority: true, pathLength: 0 }],
  ['an authority with path length 200', { authority: true, pathLength: 200 }],
  ['a key for two usages', { usage: ['digitalSignature', 'nonRepudiation'] }],
  ['a key for the other usage', { usage: ['nonRepudiation'] }],
  [
    'extensions',
    {
      extensions: [
        { oid: '1.3.6.1.4.1.11129.2.1.17', value },
        { oid: '2.5.29.37', value, critical: true },
      ],
    },
  ],
  ['a long extension', { extensions: [{ oid: '2.5.29.99', value: writeOctets(new Uint8Array(70_000)) }] }],
  [
    'types of attributes',
    { subject: 'C=IT, ST=Lazio, L=Roma, O=Sandbox, OU=Unit, CN=x, 2.5.4.5=f00d, 2.5.4.97=PA:IT-c_h501' },
  ],
  ['letters beyond PrintableString', { subject: 'O=Città di Forlì, CN=a@b_c*, L=東京 🏛' }],
  ['escaped characters', { subject: 'O=A\\, B\\+C \\"D\\" \\\\ \\<e\\>\\; x\\=y, CN=\\#1' }],
  ['P-384', { issuerKey: p384Key, spki: spkiOf(p384.publicKey) }],
  ['P-256 with the longer hash', { issuerKey: { ...usual.issuerKey, hash: 'SHA-384' } }],
  ['RSA', { issuerKey: { privateKey: rsa.privateKey, hash: 'SHA-256' }, spki: spkiOf(rsa.publicKey) }],
  ['RSA with the longer hash', { issuerKey: { privateKey: rsa.privateKey, hash: 'SHA-384' } }],
]
for (const [what, changes] of requests) {
  test(`writes the same bytes as the library: ${what}`, async () => {
    const request = { ...usual, ...changes }
    const der = issueCertificate(request)
    const [body, algorithm] = membersOf(der)
    assert.deepEqual([body, algorithm], membersOf(await byLibrary(request)).slice(0, 2))
    const { privateKey } = request.issuerKey
    const publicKey = [p256, p384, rsa].find((pair) => pair.privateKey === privateKey)?.publicKey
    assert.ok(publicKey && new X509Certificate(der).verify(publicKey))
  })
}

test('an empty subject is written (RFC 5280 §4.1.2.6)', () => {
  assert.equal(membersOf(issueCertificate({ ...usual, subject: '' })).length, 3)
})

for (const subject of ['CN', 'CN=a=b,c', 'X=a', '=a', 'CN=a+O=b', 'CN=a\\', 'CN=a,, O=b', 'constructor=a'])
  test(`a malformed name is refused: ${subject}`, () => {
    assert.throws(() => issueCertificate({ ...usual, subject }), TypeError)
  })

test('a name keeps the whole value of each attribute, whatever characters the value contains', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...' \\,+="<>;#\n') }),
      (one, other) => {
        const subject = nameText([
          ['O', one],
          ['CN', other],
        ])
        const read = readCertificateFields(issueCertificate({ ...usual, subject }))
        assert.deepEqual(read?.subject, [
          { oid: '2.5.4.10', text: one },
          { oid: '2.5.4.3', text: other },
        ])
      },
    ),
    { seed: 1, numRuns: 100 },
  )
})

test('booleans and object identifiers are encoded as in X.690', () => {
  const der = issueCertificate({ ...usual, authority: true, extensions: [{ oid: '2.999.16384', value }] })
  const extension = writeSequence(writeDer(derTags.oid, Uint8Array.of(0x88, 0x37, 0x81, 0x80, 0)), writeOctets(value))
  assert.ok(Buffer.from(der).includes(extension))
  const constraints = writeSequence(writeDer(derTags.boolean, Uint8Array.of(255)))
  assert.ok(Buffer.from(der).includes(writeOctets(constraints)))
  assert.ok(Buffer.from(der).includes(writeExplicit(0, writeInteger(2))))
})
