/**
 * Compares the fast parser with the library: the library accepts every certificate that the fast parser accepts, and
 * reads the same fields.
 */
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { rsaPair } from '../../test/support/rsa-keys.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { concatBytes, Failure } from '../base/index.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { readCertificateFields } from './certificate-fields.ts'
import { derMembers, readDer } from './der.ts'
import { writeDer, writeSequence } from './der-write.ts'
import { issueCertificate } from './issue.ts'
import { readUsualCertificate } from './usual-certificate.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ type: 'spki', format: 'der' }))
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const rsa = rsaPair()
const signers = [
  [p256, { curve: 'P-256', hash: 'SHA-256' }],
  [p256, { curve: 'P-256', hash: 'SHA-384' }],
  [p384, { curve: 'P-384', hash: 'SHA-384' }],
  [rsa, { hash: 'SHA-256' }],
  [rsa, { hash: 'SHA-384' }],
] as const
const issued = await Promise.all(
  signers.flatMap(([issuer, algorithm], index) =>
    [p256, p384, rsa].map(({ publicKey }) =>
      issueCertificate({
        subject: 'CN=Leaf, O=Example, C=IT',
        issuer: '2.5.4.5=f00d, 2.5.4.12=TEE',
        serial: index === 0 ? '00ff' : '0a0b0c',
        notBefore: 1_768_478_400,
        notAfter: index === 1 ? 4_000_000_000 : 1_800_000_001,
        spki: spkiOf(publicKey),
        issuerKey: { privateKey: issuer.privateKey, ...algorithm },
        authority: index % 2 === 0,
        extensions: [{ oid: '1.3.6.1.4.1.11129.2.1.17', value: hex('30030101ff') }],
      }),
    ),
  ),
)
const issuerKeys = [p256, p384, rsa].map(({ publicKey }) => publicKey)

function parsed(der: Uint8Array | undefined): Certificate {
  const certificate = parseCertificate(der ?? new Uint8Array(), 'x')
  assert.ok(!(certificate instanceof Failure))
  return certificate
}

/** Fields as the library and the general parser read them. */
function expectedOf(der: Uint8Array) {
  const native = new X509Certificate(der)
  const [notBefore, notAfter] = [native.validFromDate.getTime() / 1000, native.validToDate.getTime() / 1000]
  return { ...readCertificateFields(der), notBefore, notAfter }
}

/** Returns true if the certificate was accepted. Fails if the library reads other fields. */
function agrees(der: Uint8Array): boolean {
  const usual = readUsualCertificate(der)
  if (usual === undefined) return false
  const { signed, ...fields } = usual
  assert.deepEqual(fields, expectedOf(der), Buffer.from(der).toString('hex'))
  const certificate = parsed(der)
  const native = new X509Certificate(der)
  for (const [index, keyObject] of issuerKeys.entries())
    assert.equal(certificate.isSignedBy({ keyObject, spkiDigest: `${index}` }), native.verify(keyObject))
  return true
}

test('reads usual certificates as the library does, and finds their signer', () => {
  for (const der of issued) {
    assert.ok(agrees(der))
    const certificate = parsed(der)
    const native = new X509Certificate(der)
    assert.equal(certificate.isAuthority, native.ca)
    assert.ok(certificate.publicKey()?.equals(native.publicKey))
  }
  assert.deepEqual(
    issued.map((der) => issuerKeys.findIndex((key) => new X509Certificate(der).verify(key))),
    [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2],
  )
})

test('a certificate whose bytes were overwritten after it was parsed is no authority', () => {
  const der = Uint8Array.from(issued[0] ?? [])
  const certificate = parsed(der)
  der.fill(0)
  assert.equal(certificate.isAuthority, false)
})

test('the key of a certificate verifies a signature as the library does, at each use', () => {
  for (const [index, keyObject] of issuerKeys.entries()) {
    const issuer = parsed(issued[index])
    for (const use of [0, 1]) {
      const key = issuer.issuerKey()
      for (const der of issued)
        assert.equal(parsed(der).isSignedBy(key), new X509Certificate(der).verify(keyObject), `${index} ${use}`)
    }
  }
})

/** Changes, adds, removes or repeats one to three bytes, mostly outside the values. */
function mutated(der: Uint8Array, random: (limit: number) => number): Uint8Array {
  let bytes = [...der]
  for (let changes = 1 + random(3); changes > 0; changes -= 1) {
    const place = random(2) === 0 ? random(bytes.length) : random(Math.min(260, bytes.length))
    const byte = [0, 1, 0x7f, 0x80, 0x81, 0xff, 0x17, 0x18, 0x30, 0x31, 0x0c, 0x13, random(256)][random(13)] ?? 0
    const kind = random(8)
    if (kind < 5) bytes[place] = byte
    else if (kind === 5) bytes[place] = (bytes[place] ?? 0) ^ (1 << random(8))
    else if (kind === 6) bytes = bytes.toSpliced(place, 1)
    else bytes = bytes.toSpliced(place, 0, byte)
  }
  return Uint8Array.from(bytes)
}

/** Corrects the lengths of the two outermost values, so that later checks see the changed bytes. */
function relengthened(der: Uint8Array): Uint8Array {
  const inside = derMembers(readDer(der))
  return inside === undefined ? der : writeSequence(...inside.map(({ encoded }) => encoded))
}

test('accepts none of 2 500 changed certificates that the library refuses or reads differently', () => {
  const { bytes } = seededRandom('certificates')
  const random = (limit: number) => {
    const [a = 0, b = 0] = bytes(2)
    return (a * 256 + b) % limit
  }
  let accepted = 0
  for (let round = 0; round < 2_500; round += 1)
    if (agrees(relengthened(mutated(issued[random(issued.length)] ?? new Uint8Array(), random)))) accepted += 1
  assert.ok(accepted > 200, `${accepted}`)
})

/** Builds a certificate from parts, some of them changed. */
function built(changes: {
  readonly serial?: string
  readonly inner?: string
  readonly outer?: string
  readonly dates?: readonly Uint8Array[]
  readonly subject?: string
  readonly extensions?: string
  readonly signature?: string
}): Uint8Array {
  const [body, , signature] = derMembers(readDer(issued[0] ?? new Uint8Array())) ?? []
  const [version, serial, , issuer, dates, subject, spki, extensions] = derMembers(body) ?? []
  const algorithm = '300a06082a8648ce3d040302'
  const part = (text: string | undefined, value: typeof version) =>
    text === undefined ? (value?.encoded ?? new Uint8Array()) : hex(text)
  return writeSequence(
    writeSequence(
      part(undefined, version),
      part(changes.serial, serial),
      hex(changes.inner ?? algorithm),
      part(undefined, issuer),
      changes.dates ? writeSequence(...changes.dates) : part(undefined, dates),
      part(changes.subject, subject),
      part(undefined, spki),
      part(changes.extensions, extensions),
    ),
    hex(changes.outer ?? algorithm),
    part(changes.signature, signature),
  )
}
const time = (tag: number, text: string) => writeDer(tag, Buffer.from(text))
const [from, to] = [time(23, '260101000000Z'), time(23, '270101000000Z')]

for (const [what, der] of [
  ['without a change', built({})],
  ['in the years of GeneralizedTime', built({ dates: [from, time(24, '99991231235959Z')] })],
  ['in the last century', built({ dates: [time(23, '500101000000Z'), time(23, '491231235959Z')] })],
  ['with a serial of zero', built({ serial: '020100' })],
  ['with a date on 29 February', built({ dates: [time(23, '240229000000Z'), to] })],
  ['with a long serial', built({ serial: `0214${'7f'.repeat(20)}` })],
  ['with an empty subject', built({ subject: '3000' })],
  ['without an extension', built({ extensions: 'a3023000' })],
  ['without a list of extensions', built({ extensions: '' })],
] as const)
  test(`the fast parser accepts a certificate ${what}`, () => assert.ok(agrees(der)))

for (const [what, der] of [
  ['another algorithm outside than inside', built({ outer: '300a06082a8648ce3d040303' })],
  ['another algorithm inside than outside', built({ inner: '300d06092a864886f70d01010b0500' })],
  [
    'an algorithm with parameters',
    built({ inner: '300c06082a8648ce3d0403020500', outer: '300c06082a8648ce3d0403020500' }),
  ],
  ['a negative serial', built({ serial: '020180' })],
  ['a padded serial', built({ serial: '02020001' })],
  ['no serial', built({ serial: '0200' })],
  ['three dates', built({ dates: [from, to, to] })],
  ['one date', built({ dates: [from] })],
  ['a date without seconds', built({ dates: [from, time(23, '2701010000Z')] })],
  ['a date with an offset', built({ dates: [from, time(23, '270101000000+0000')] })],
  ['a date with a fraction', built({ dates: [from, time(24, '20270101000000.5Z')] })],
  ['a date without Z', built({ dates: [from, time(23, '2701010000000')] })],
  ['a day that does not exist', built({ dates: [from, time(23, '270229000000Z')] })],
  ['a month that does not exist', built({ dates: [from, time(23, '271301000000Z')] })],
  ['a day zero', built({ dates: [from, time(23, '270100000000Z')] })],
  ['an hour that does not exist', built({ dates: [from, time(23, '270101240000Z')] })],
  ['a minute that does not exist', built({ dates: [from, time(23, '270101006000Z')] })],
  ['a leap second', built({ dates: [from, time(23, '270101000060Z')] })],
  ['a sign instead of a digit', built({ dates: [from, time(23, '27010100000+Z')] })],
  ['a year before 1950', built({ dates: [time(24, '19491231235959Z'), to] })],
  ['a name in BMPString', built({ subject: '300f310d300b06035504031e0400410042' })],
  ['a name beyond ASCII', built({ subject: '300d310b300906035504030c02c3a8' })],
  [
    'two attributes in one relative name',
    built({ subject: '3016311430080603550403130141300806035504041301 42'.replace(' ', '') }),
  ],
  ['an object identifier without an end', built({ subject: '300c310a300806035504830c0141' })],
  [
    'an extension with an explicit FALSE for critical',
    built({ extensions: 'a30e300c300a0603551d63010100040 0'.replace(' ', '') }),
  ],
  ['a subject that is shorter than its content', built({ subject: '300b310c300a06035504030c03414243' })],
  ['extensions that are shorter than their content', built({ extensions: 'a30d300a30090603551d6304020500' })],
  ['a value after its extensions', built({ extensions: 'a304300005000500' })],
  ['unused bits in its signature', built({ signature: '03020700' })],
  ['no signature', built({ signature: '030100' })],
  ['a value after its signature', built({ signature: '030200010500' })],
  ['an additional byte at its end', concatBytes([built({}), Uint8Array.of(0)])],
] as const)
  test(`the fast parser leaves a certificate with ${what} to the library`, () =>
    assert.equal(readUsualCertificate(der), undefined))

test('RFC 5280 §4.1.1.2 a certificate with two different algorithms has no valid signature', () => {
  for (const der of [built({ outer: '300a06082a8648ce3d040303' }), built({ inner: '300a06082a8648ce3d040303' })]) {
    const certificate = parsed(der)
    for (const keyObject of issuerKeys) assert.equal(certificate.isSignedBy({ keyObject, spkiDigest: '' }), false)
  }
})

test('a P-256 key that is not a point of the curve verifies nothing', async () => {
  const spki = spkiOf(p256.publicKey).fill(1, -32)
  assert.throws(() => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }))
  const [body] = derMembers(readDer(issued[0] ?? new Uint8Array())) ?? []
  assert.ok(body)
  const der = Uint8Array.from(issued[0] ?? [])
  const place = Buffer.from(der).indexOf(spkiOf(p256.publicKey))
  der.set(spki, place)
  const certificate = parsed(der)
  for (const key of [certificate.issuerKey(), certificate.issuerKey()])
    for (const one of issued) assert.equal(parsed(one).isSignedBy(key), false)
  assert.equal(certificate.publicKey(), undefined)
})
