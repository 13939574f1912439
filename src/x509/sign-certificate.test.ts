/** Certificates and revocation lists that a signer port signs: OpenSSL and `node:crypto` accept them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { certify, listOf, testNow } from '../../test/support/certificates/test-authority.ts'
import { lacking } from '../../test/support/lacking.ts'
import { failed } from '../base/index.ts'
import { parseCertificate } from './certificate.ts'
import { parseCertificateList } from './certificate-list.ts'
import { signCertificate } from './sign-certificate.ts'

const pem = (label: string, der: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`

async function opensslVerdict(files: Readonly<Record<'root' | 'chain' | 'lists' | 'leaf', string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-certificates-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const at = (name: string) => join(folder, name)
  const trust = ['-CAfile', at('root'), '-untrusted', at('chain'), '-CRLfile', at('lists')]
  const how = ['-crl_check_all', '-x509_strict', '-attime', String(testNow)]
  const run = promisify(execFile)('openssl', ['verify', ...how, ...trust, at('leaf')])
  return run.then(
    () => 'OK',
    ({ stderr }: { stderr: string }) => stderr,
  )
}

for (const alg of ['ES256', 'ES384', 'ES512', 'EdDSA'] as const)
  test(`a chain signed with ${alg}: OpenSSL and node:crypto accept each link`, {
    skip: lacking('openssl'),
  }, async () => {
    const root = await certify({ entityId: 'https://anchor.example', kind: 'root', alg })
    const middle = await certify({ entityId: 'https://middle.example/it', kind: 'intermediate', issuer: root, alg })
    const member = await certify({ entityId: 'https://host.example/1.4', kind: 'member', issuer: middle, alg })
    const leaf = await certify({ entityId: 'https://host.example/1.4', kind: 'protocol', issuer: member, alg })
    const lists = await Promise.all([listOf(root), listOf(middle), listOf(member)])
    const files = {
      root: pem('CERTIFICATE', root.der),
      chain: pem('CERTIFICATE', middle.der) + pem('CERTIFICATE', member.der),
      lists: lists.map((list) => pem('X509 CRL', list)).join(''),
      leaf: pem('CERTIFICATE', leaf.der),
    }
    assert.equal(await opensslVerdict(files), 'OK')
    const revoking = await listOf(middle, { revoked: [{ serial: serialOf(member.der), revokedAt: testNow - 60 }] })
    assert.match(
      await opensslVerdict({ ...files, lists: pem('X509 CRL', revoking) + files.lists }),
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

function serialOf(der: Uint8Array): string {
  const certificate = parseCertificate(der, 'certificate')
  assert.ok(!failed(certificate))
  return certificate.serial
}

test('an algorithm that certificates lack is not used', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const names = { subject: 'CN=a', issuer: 'CN=a', serial: '01', notBefore: 0, notAfter: 1, spki, extensions: [] }
  await assert.rejects(signCertificate({ alg: 'HS256', sign: () => new Uint8Array(32) }, names), TypeError)
})

test('a list has its entries, dates and signature', async () => {
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
