/** Certificates with unusual content. Every field is read or refused, and none is ignored. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { Failure } from '../base/index.ts'
import { type Certificate, nameOids, parseCertificate } from './certificate.ts'
import { readCertificateFields } from './certificate-fields.ts'
import { derMembers, derTags, readDer } from './der.ts'
import { writeDer, writeExplicit, writeOctets, writeOid, writeSequence } from './der-write.ts'
import { issueCertificate } from './issue.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const writeSet = (...members: readonly Uint8Array[]) => writeDer(derTags.set, ...members)
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const issued = issueCertificate({
  subject: 'CN=Leaf',
  issuer: 'CN=Root',
  serial: '0a',
  notBefore: 1_768_478_400,
  notAfter: 1_800_000_001,
  spki: new Uint8Array(p256.publicKey.export({ type: 'spki', format: 'der' })),
  issuerKey: { privateKey: p256.privateKey, curve: 'P-256', hash: 'SHA-256' },
  authority: false,
  extensions: [],
})
const encodedOf = (der: Uint8Array = issued) => (derMembers(readDer(der)) ?? []).map(({ encoded }) => encoded)
const none = hex('')
const [body, algorithm = none, honestSignature = none] = encodedOf(issued)
const [version = none, serial = none, , issuer = none, dates = none, ...rest] = encodedOf(body)
const [subject = none, spki = none, extensions = none] = rest

/** A text beyond ASCII. */
const text = hex('0c02c3a8')
const commonName = writeOid(nameOids.commonName)
const unusual = writeSequence(writeSet(writeSequence(commonName, text)))

type Changes = Partial<Record<'serial' | 'subject' | 'extensions', Uint8Array>>

const bodyWith = (changes: Changes) =>
  writeSequence(
    ...[version, changes.serial ?? serial, algorithm, issuer, dates, changes.subject ?? subject, spki],
    ...[changes.extensions ?? extensions],
  )
const certificateWith = (changes: Changes, signature = honestSignature) =>
  writeSequence(bodyWith(changes), algorithm, signature)

function parsed(der: Uint8Array): Certificate {
  const certificate = parseCertificate(der, 'certificate')
  assert.ok(!(certificate instanceof Failure))
  return certificate
}

const named = (...attribute: readonly Uint8Array[]) => ({
  subject: writeSequence(writeSet(writeSequence(...attribute))),
})
const extended = (...extension: readonly Uint8Array[]) => ({
  subject: unusual,
  extensions: writeExplicit(3, writeSequence(writeSequence(...extension))),
})
const someOid = writeOid('2.5.29.99')
for (const [what, changes] of [
  ['an empty serial', { serial: hex('0200') }],
  ['a name that is a SET', { subject: writeSet() }],
  ['a level of a name that is not a SET', { subject: writeSequence(writeSequence(writeSequence(commonName, text))) }],
  ['an attribute that is a SET', { subject: writeSequence(writeSet(writeSet(commonName, text))) }],
  ['an empty attribute', named()],
  ['an attribute without a text', named(commonName)],
  ['an attribute whose type does not end', named(hex('0603550483'), text)],
  ['an empty extension', extended()],
  ['an extension that is a SET', { extensions: writeExplicit(3, writeSequence(writeSet(someOid, writeOctets(text)))) }],
  ['an extension without a value', extended(someOid)],
  // The library accepts both of these.
  ['an extension whose value is constructed', extended(someOid, hex('240404020500'))],
  ['an extension whose type is beyond any number', extended(hex('060a88ffffffffffffffff7f'), writeOctets(text))],
] as const)
  test(`WP-41 refuses a certificate with ${what}`, () => {
    assert.deepEqual(parseCertificate(certificateWith(changes), 'here'), new Failure('certificate_malformed', 'here'))
  })

test('reads a certificate with an unusual subject, with and without extensions', () => {
  assert.deepEqual(parsed(certificateWith({ subject: unusual })).subject, [{ oid: nameOids.commonName, text: 'è' }])
  assert.deepEqual(parsed(certificateWith({ subject: unusual, extensions: hex('') })).extensions, [])
})

test('D-394 a negative serial differs from the positive serial of the same bytes, and zero is a serial', () => {
  for (const [contents, serial] of [
    ['0200ff', 'ff'],
    ['021001', '1001'],
    ['01ff', '-1'],
    ['0180', '-80'],
    ['02ff01', '-ff'],
    ['02ff7f', '-81'],
    ['0100', '0'],
  ] as const) {
    const der = certificateWith({ serial: hex(`02${contents}`) })
    assert.equal(parsed(der).serial, serial)
    assert.equal(readCertificateFields(der)?.serial, serial)
  }
})

test('WP-39 a signature is verified only with the algorithm that the certificate names', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = [p256.publicKey, publicKey].map((keyObject, index) => ({ keyObject, spkiDigest: `${index}` }))
  for (const changes of [{}, { subject: unusual }])
    for (const [of, signer] of [p256.privateKey, privateKey].entries()) {
      const signature = writeDer(derTags.bitString, hex('00'), sign('sha256', bodyWith(changes), signer))
      const certificate = parsed(certificateWith(changes, signature))
      const results = keys.map((key) => certificate.isSignedBy(key))
      assert.deepEqual(results, [of === 0, false]) // ecdsa-with-SHA256, whatever the signing key
      assert.deepEqual(
        keys.map((key) => certificate.isSignedBy(key)),
        results,
        'asked again',
      )
    }
})
