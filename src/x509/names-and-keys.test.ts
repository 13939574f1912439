import assert from 'node:assert/strict'
import { generateKeyPairSync, hash } from 'node:crypto'
import { test } from 'node:test'
import { nameHas, nameOids, pinKey, sameName } from './certificate.ts'
import type { NameAttribute } from './certificate-fields.ts'
import { issueCertificate } from './issue.ts'
import { readP256Key } from './p256-key.ts'

const { commonName, organization } = nameOids
const name: readonly NameAttribute[] = [
  { oid: organization, text: 'Sandbox' },
  { oid: commonName, text: 'Middle' },
]

test('WP-39 two names are the same if they have the same attributes in the same order', () => {
  assert.ok(sameName(name, structuredClone(name)))
  assert.ok(sameName([], []))
  for (const [what, other] of [
    ['another text', [name[0], { oid: commonName, text: 'Root' }]],
    ['the text in another attribute', [name[0], { oid: organization, text: 'Middle' }]],
    ['one attribute more', [...name, { oid: commonName, text: 'Leaf' }]],
    ['one attribute less', name.slice(0, 1)],
    ['no attribute', []],
    ['another order', name.toReversed()],
  ] as readonly [string, readonly NameAttribute[]][]) {
    assert.equal(sameName(name, other), false, what)
    assert.equal(sameName(other, name), false, what)
  }
})

test('WP-39 a name has an attribute if one of its attributes has both the type and the text', () => {
  assert.ok(nameHas(name, commonName) && nameHas(name, commonName, 'Middle'))
  assert.equal(nameHas(name, nameOids.serialNumber), false)
  assert.equal(nameHas(name, commonName, 'middle'), false)
  assert.equal(nameHas(name, commonName, 'Sandbox'), false) // the organization's
  assert.equal(nameHas([], commonName), false)
})

/** SEC 2 §2.4.2. The oversized coordinate of each point is valid after reduction. */
const fieldPrime = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff'
const rootOfB = '66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4'
const xAtFive = 'd7325d7646cd60d80a92738ceb345f844cffaf35841022cab176f692de8de1d7'
const primePlusFive = 'ffffffff00000001000000000000000000000001000000000000000000000004'
const hex64 = (value: number): string => value.toString(16).padStart(64, '0')

test('a P-256 key is a point of the curve, its coordinates below the field’s prime (SEC 1 §3.2.2.1)', () => {
  const spki = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' })
  const keyAt = (x: string, y: string) => readP256Key(Buffer.concat([spki.subarray(0, 27), Buffer.from(x + y, 'hex')]))
  assert.ok(keyAt(hex64(0), rootOfB))
  assert.ok(keyAt(xAtFive, hex64(5)))
  assert.equal(keyAt(fieldPrime, rootOfB), undefined)
  assert.equal(keyAt(xAtFive, primePlusFive), undefined)
  assert.equal(keyAt(hex64(1), rootOfB), undefined)
  assert.equal(keyAt(hex64(0), hex64(0)), undefined)
})

test('WP-39 a key is pinned as PEM or DER, in a certificate or alone, and any other input throws', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
  const names = { subject: 'CN=Root', issuer: 'CN=Root', serial: '01', notBefore: 0, notAfter: 1, authority: true }
  const issuerKey = { privateKey, curve: 'P-256', hash: 'SHA-256' } as const
  const certificate = issueCertificate({ ...names, spki, issuerKey, extensions: [] })
  const pem = (label: string, der: Uint8Array) =>
    `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`
  for (const key of [certificate, spki, pem('CERTIFICATE', certificate), pem('PUBLIC KEY', spki)])
    assert.equal(pinKey(key).spkiDigest, hash('sha256', spki))
  for (const key of [spki.subarray(1), '', pem('CERTIFICATE', spki), pem('PUBLIC KEY', certificate)])
    assert.throws(() => pinKey(key))
})
