/** Certificates and revocation lists that a signer port signs: OpenSSL and `node:crypto` accept them. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { opensslVerdict } from '../../test/support/certificates/openssl-verdict.ts'
import { certify, listOf, testNow } from '../../test/support/certificates/test-authority.ts'
import { missingPrograms } from '../../test/support/missing-programs.ts'
import { encodeBase64, failed } from '../base/index.ts'
import { parseCertificate } from './certificate.ts'
import { writeCertificateBody } from './certificate-body.ts'
import { parseCertificateList } from './certificate-list.ts'
import { writeSequence } from './der-write.ts'
import { signCertificate } from './sign-certificate.ts'

for (const alg of ['ES256', 'ES384', 'ES512', 'EdDSA'] as const)
  test(`a chain signed with ${alg}: OpenSSL and node:crypto accept each link`, {
    skip: missingPrograms('openssl'),
  }, async () => {
    const root = await certify({ entityId: 'https://anchor.example', kind: 'root', alg })
    const middle = await certify({ entityId: 'https://middle.example/it', kind: 'intermediate', issuer: root, alg })
    const member = await certify({ entityId: 'https://host.example/1.4', kind: 'member', issuer: middle, alg })
    const leaf = await certify({ entityId: 'https://host.example/1.4', kind: 'protocol', issuer: member, alg })
    const lists = await Promise.all([listOf(root), listOf(middle), listOf(member)])
    const files = {
      root: encodeBase64(root.der),
      chain: [leaf, member, middle].map(({ der }) => encodeBase64(der)),
      lists: lists.map(encodeBase64),
    }
    assert.equal(await opensslVerdict(files, testNow), 'OK')
    const revoking = await listOf(middle, { revoked: [{ serial: serialOf(member.der), revokedAt: testNow - 60 }] })
    assert.match(
      await opensslVerdict({ ...files, lists: [encodeBase64(revoking), ...files.lists] }, testNow),
      /certificate revoked/,
    )
    for (const [issuer, subject] of [
      [root, middle],
      [middle, member],
      [member, leaf],
    ] as const) {
      const [above, below] = [new X509Certificate(issuer.der), new X509Certificate(subject.der)]
      assert.ok(below.checkIssued(above) && below.verify(above.publicKey))
    }
  })

test('a serial number with an odd number of digits is written as a whole', () => {
  const names = { subject: 'CN=a', issuer: 'CN=a', notBefore: 0, notAfter: 1, extensions: [] }
  const spki = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' })
  const body = writeCertificateBody({ ...names, serial: 'abc', spki }, writeSequence())
  assert.ok(Buffer.from(body).includes(Buffer.from('02020abc', 'hex')))
})

test('a malformed serial number and a time that no certificate can have are refused', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const valid = { subject: 'CN=a', issuer: 'CN=a', serial: '01', notBefore: 0, notAfter: 1, extensions: [], spki }
  const write = (changed: object) => writeCertificateBody({ ...valid, ...changed }, writeSequence())
  for (const serial of ['', '0x01', '01zz', '01:02', '-1']) assert.throws(() => write({ serial }), TypeError, serial)
  const [first, last] = [Date.UTC(1950, 0) / 1000, Date.UTC(10_000, 0) / 1000 - 1]
  write({ notBefore: first, notAfter: last })
  assert.throws(() => write({ notBefore: first - 1 }), TypeError)
  assert.throws(() => write({ notAfter: last + 1 }), TypeError)
  assert.throws(() => write({ notAfter: Number.NaN }), TypeError)
})

function serialOf(der: Uint8Array): string {
  const certificate = parseCertificate(der, 'certificate')
  assert.ok(!failed(certificate))
  return certificate.serial
}

test('an algorithm that certificates do not support is refused', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const names = { subject: 'CN=a', issuer: 'CN=a', serial: '01', notBefore: 0, notAfter: 1, spki, extensions: [] }
  await assert.rejects(signCertificate({ alg: 'HS256', sign: () => new Uint8Array(32) }, names), TypeError)
})

test('a revocation list is read with its entries, dates and signature', async () => {
  const root = await certify({ entityId: 'https://anchor.example', kind: 'root' })
  const revoked = [
    { serial: 'ff00', revokedAt: testNow, reason: 'keyCompromise' },
    { serial: 'abc', revokedAt: testNow - 5 },
  ] as const
  const list = parseCertificateList(await listOf(root, { revoked }), 'crl')
  assert.ok(!failed(list))
  assert.deepEqual([list.find('ff00'), list.find('abc'), list.find('1')], [...revoked, undefined])
  assert.deepEqual([list.size, list.thisUpdate, list.nextUpdate], [2, testNow - 3600, testNow + 3600])
  const other = await certify({ entityId: 'https://anchor.example', kind: 'root' })
  const key = (der: Uint8Array) => {
    const certificate = parseCertificate(der, 'certificate')
    assert.ok(!failed(certificate))
    return certificate.issuerKey()
  }
  assert.equal(list.isSignedBy(key(root.der)), true)
  assert.equal(list.isSignedBy(key(other.der)), false)
})
