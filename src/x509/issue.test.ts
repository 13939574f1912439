/**
 * Certificates as issued here against those of another author's library, byte for byte up to the signature.
 */
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import * as x509 from '@peculiar/x509'
import { derMembers, readDer } from './der.ts'
import { writeName } from './distinguished-name.ts'
import { type CertificateRequest, issueCertificate } from './issue.ts'

const ec = (namedCurve: 'P-256' | 'P-384') => generateKeyPairSync('ec', { namedCurve })
const pairs = { 'P-256': ec('P-256'), 'P-384': ec('P-384'), rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }) }
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

/** The same certificate by the library. */
async function byLibrary(request: CertificateRequest): Promise<Uint8Array> {
  const { privateKey, curve, hash } = request.issuerKey
  const algorithm = curve ? { name: 'ECDSA', namedCurve: curve } : { name: 'RSASSA-PKCS1-v1_5', hash }
  const { authority, pathLength, usage = ['digitalSignature'], extensions = [] } = request
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  const flags = usage.reduce((sum, name) => sum | x509.KeyUsageFlags[name], 0)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: request.serial,
    subject: request.subject,
    issuer: request.issuer,
    notBefore: new Date(request.notBefore * 1000),
    notAfter: new Date(request.notAfter * 1000),
    publicKey: new x509.PublicKey(Uint8Array.from(request.spki)),
    signingKey: privateKey.toCryptoKey(algorithm, true, ['sign']) as CryptoKey,
    signingAlgorithm: { name: algorithm.name, hash },
    extensions: [
      ...(authority ? [new x509.BasicConstraintsExtension(true, pathLength, true)] : []),
      new x509.KeyUsagesExtension(authority ? keyCertSign | cRLSign : flags, true),
      ...extensions.map(
        ({ oid, value, critical = false }) => new x509.Extension(oid, critical, Uint8Array.from(value)),
      ),
    ],
  })
  return new Uint8Array(certificate.rawData)
}

const p256 = { privateKey: pairs['P-256'].privateKey, curve: 'P-256', hash: 'SHA-256' } as const
const plain: CertificateRequest = {
  subject: 'CN=Leaf, O=Example, C=IT',
  issuer: 'CN=Droid CA2, O=Google LLC',
  serial: '0a',
  notBefore: 1_768_478_400,
  notAfter: 1_800_000_001,
  spki: new Uint8Array(pairs['P-384'].publicKey.export({ type: 'spki', format: 'der' })),
  issuerKey: p256,
}

const changes: readonly (readonly [string, Partial<CertificateRequest>])[] = [
  ['a leaf', {}],
  ['an authority', { authority: true }],
  ['an authority with nothing below it', { authority: true, pathLength: 0 }],
  ['an authority over many', { authority: true, pathLength: 200 }],
  ['a certificate of two usages', { usage: ['digitalSignature', 'nonRepudiation'] }],
  ['a certificate of the other usage', { usage: ['nonRepudiation'] }],
  [
    'a certificate with extensions',
    {
      extensions: [
        { oid: '1.3.6.1.4.1.11129.2.1.17', value: hex('30030101ff') },
        { oid: '2.5.29.18', value: new Uint8Array(300), critical: true },
      ],
    },
  ],
  ['SHA-384', { issuerKey: { ...p256, hash: 'SHA-384' } }],
  ['P-384', { issuerKey: { privateKey: pairs['P-384'].privateKey, curve: 'P-384', hash: 'SHA-384' } }],
  ['RSA', { issuerKey: { privateKey: pairs.rsa.privateKey, hash: 'SHA-256' } }],
  ['RSA with SHA-384', { issuerKey: { privateKey: pairs.rsa.privateKey, hash: 'SHA-384' } }],
  ['a serial with its highest bit', { serial: '80ff' }],
  ['a serial that begins with zero', { serial: '00ff' }],
  ['a serial of 16 bytes', { serial: 'f0e1d2c3b4a5968778695a4b3c2d1e0f' }],
  ['the last second with two digits', { notBefore: 1_767_225_600, notAfter: 2_524_607_999 }],
  ['the first second with four digits', { notAfter: 2_524_608_000 }],
  ['attributes by number', { subject: '2.5.4.5=f00d, 2.5.4.12=TEE, 2.5.4.97=PA:IT-c_h501' }],
  ['every attribute by name', { subject: 'C=IT, ST=Lazio, L=Roma, O=Ente, OU=Ufficio, CN=Nome' }],
  ['text beyond PrintableString', { subject: 'C=IT, O=Città di Forlì & C. *' }],
  ['what is escaped', { subject: 'O=Rossi\\, Bianchi \\+ C., CN=a\\=b\\;c' }],
]

for (const [title, change] of changes)
  test(`issues ${title} as the library does`, async () => {
    const request = { ...plain, ...change }
    const der = await issueCertificate(request)
    const expected = await byLibrary(request)
    const [body, algorithm] = derMembers(readDer(der)) ?? []
    const [expectedBody, expectedAlgorithm] = derMembers(readDer(expected)) ?? []
    assert.ok(body && algorithm && expectedBody && expectedAlgorithm)
    assert.deepEqual(Buffer.from(body.encoded).toString('hex'), Buffer.from(expectedBody.encoded).toString('hex'))
    assert.deepEqual([...algorithm.encoded], [...expectedAlgorithm.encoded])
    const signer = Object.values(pairs).find(({ privateKey }) => privateKey === request.issuerKey.privateKey)
    assert.ok(signer && new X509Certificate(der).verify(signer.publicKey))
  })

test('a value ends where its escapes say', () => {
  const nameOf = (text: string) => Buffer.from(writeName(text)).toString('latin1')
  assert.match(nameOf('O=a\\\\,CN=b'), /a\\.*b$/s)
  assert.match(nameOf('O=a\\,CN=b'), /a,CN=b$/)
})

for (const text of ['CN', 'X=unknown', 'CN=a, b', 'CN=a\\'])
  test(`writes no name of ${JSON.stringify(text)}`, () => {
    assert.throws(() => writeName(text), TypeError)
  })
