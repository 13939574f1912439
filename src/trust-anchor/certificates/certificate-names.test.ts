import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { derMembers, issueCertificate, readDer, writeInteger, writeSequence } from '../../x509/index.ts'
import { certificateNames } from './certificate-names.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const der = issueCertificate({
  subject: 'CN=Leaf',
  issuer: 'CN=Root',
  serial: '0a',
  notBefore: 1_768_478_400,
  notAfter: 1_800_000_001,
  spki: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
  issuerKey: { privateKey, curve: 'P-256', hash: 'SHA-256' },
})
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const [body, ...signature] = derMembers(readDer(der)) ?? []
const fields = (derMembers(body) ?? []).map(({ encoded }) => encoded)
/** Returns a certificate with these fields and a signature that does not fit. */
const certificateOf = (...changed: readonly Uint8Array[]) =>
  base64(writeSequence(writeSequence(...changed), ...signature.map(({ encoded }) => encoded)))

test('reads the names of a certificate of each version', () => {
  const names = certificateNames(base64(der))
  assert.deepEqual(names, { issuer: fields[3], subject: fields[5] })
  const [, serial, algorithm, issuer, dates, subject, spki] = fields as [Uint8Array, ...Uint8Array[]]
  const first = certificateOf(
    ...[serial, algorithm, issuer, dates, subject, spki].filter((field) => field !== undefined),
  )
  assert.deepEqual(certificateNames(first), names, 'version 1 has no version field')
})

test('throws a TypeError for anything without names', () => {
  const number = writeInteger(1)
  const withNumber = (at: number) => certificateOf(...fields.map((field, index) => (index === at ? number : field)))
  for (const unreadable of ['', 'none', base64(number), certificateOf(), withNumber(3), withNumber(5)])
    assert.throws(() => certificateNames(unreadable), TypeError, unreadable)
})
