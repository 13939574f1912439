/**
 * Tests of NIST's PKITS that concern `verifyChain` and `checkValidity`: signatures, dates, names. The vendors have
 * their own rules for constraints, policies and revocation (RFC 5280 §6).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as pkits from '../../test/vectors/pkits.ts'
import { failed, type NumericDate } from '../base/index.ts'
import { type Certificate, parseCertificate, pinKey } from './certificate.ts'
import { checkValidity, verifyChain } from './verify-chain.ts'

const now: NumericDate = Date.UTC(2011, 3, 14) / 1000
const anchor = pinKey(Buffer.from(pkits.anchor, 'base64'))

function read(text: string): Certificate {
  const certificate = parseCertificate(Buffer.from(text, 'base64'), 'certificate')
  assert.ok(!failed(certificate))
  return certificate
}

function judge(path: readonly string[]): string {
  const certificates = path.map(read)
  const chain = verifyChain(certificates, [anchor], 'chain')
  if (failed(chain)) return chain.code
  for (const certificate of certificates) {
    const untimely = checkValidity(certificate, { now }, 'chain')
    if (untimely) return untimely.code
  }
  return 'valid'
}

const { goodCa } = pkits
const rows: readonly (readonly [number: string, what: string, path: readonly string[], verdict: string])[] = [
  ['4.1.1', 'a path', [pkits.valid, goodCa], 'valid'],
  ['4.1.1', 'a path with its anchor', [pkits.valid, goodCa, pkits.anchor], 'valid'],
  [
    '4.1.2',
    'an authority that the anchor has not signed',
    [pkits.underBadlySignedCa, pkits.badlySignedCa],
    'root_not_pinned',
  ],
  ['4.1.3', 'a leaf that the authority has not signed', [pkits.badlySigned, goodCa], 'chain_signature_invalid'],
  ['4.2.1', 'an authority that begins in 2047', [pkits.underLaterCa, pkits.laterCa], 'certificate_not_yet_valid'],
  ['4.2.3', 'a leaf that begins in 1950, a year of two digits', [pkits.begunIn1950, goodCa], 'valid'],
  ['4.2.4', 'a leaf that begins at a GeneralizedTime', [pkits.generalizedTime, goodCa], 'valid'],
  ['4.2.7', 'a leaf that ends in 1999, a year of two digits', [pkits.endedIn1999, goodCa], 'certificate_expired'],
  ['4.2.8', 'a leaf that ends in 2050, a GeneralizedTime', [pkits.generalizedEnd, goodCa], 'valid'],
  ['4.3.1', 'a leaf of another authority', [pkits.otherIssuer, goodCa], 'chain_name_mismatch'],
  ['4.3.10', 'one name in two types of string', [pkits.rolledOver, pkits.rolledOverCa], 'valid'],
  ['4.4.16', 'a serial number of 20 octets', [pkits.longSerial, pkits.longSerialCa], 'valid'],
  // Valid by RFC 5280 §7.1, refused here: chains of device vendors spell an issuer's name in one way.
  ['4.3.5', 'one name in two cases', [pkits.capitals, goodCa], 'chain_name_mismatch'],
]

for (const [number, what, path, verdict] of rows)
  test(`PKITS ${number}: ${what} is ${verdict}`, () => assert.equal(judge(path), verdict))

test('PKITS 4.2.3, 4.2.8, 4.4.16: the dates and the serial number are read exactly', () => {
  assert.equal(read(pkits.begunIn1950).notBefore, Date.UTC(1950, 0, 1, 12, 1) / 1000)
  assert.equal(read(pkits.generalizedEnd).notAfter, Date.UTC(2050, 0, 1, 12, 1) / 1000)
  assert.equal(read(pkits.longSerial).serial, '7f0102030405060708090a0b0c0d0e0f10111212')
})
