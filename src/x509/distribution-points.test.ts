import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certify } from '../../test/support/certificates/test-authority.ts'
import { failed } from '../base/index.ts'
import { extensionOids, generalNameTags } from './certificate-extensions.ts'
import { writeBits, writeImplicit, writeOctets, writeSequence } from './der-write.ts'
import { parsePathCertificate } from './path-certificate.ts'

const url = 'https://host.example/crl'
const uri = (text: string) => writeImplicit(generalNameTags.uri, false, Buffer.from(text))
const directory = writeImplicit(generalNameTags.directory, true, writeSequence())
const name = (choice: Uint8Array) => writeImplicit(0, true, choice)
const fullName = name(writeImplicit(0, true, uri(url)))
const relativeName = name(writeImplicit(1, true, writeSequence()))
/** ReasonFlags with keyCompromise. */
const reasons = writeImplicit(1, false, Uint8Array.of(6, 0x40))
const issuer = writeImplicit(2, true, directory)

/** Returns the URLs in a certificate with these points, or the failure. */
async function urlsOf(...points: readonly Uint8Array[]): Promise<string> {
  const value = writeSequence(...points)
  const further = [{ oid: extensionOids.crlDistributionPoints, value }]
  const { der } = await certify({ entityId: 'https://host.example', kind: 'root' }, { further })
  const certificate = parsePathCertificate(der, 'x5c[0]')
  return failed(certificate) ? `${certificate.code} ${certificate.at}` : certificate.crlUrls.join(' ')
}

test('a well-formed point for some reasons, of another issuer or without a full name is ignored', async () => {
  const ignored = {
    'some reasons': writeSequence(fullName, reasons),
    'another issuer': writeSequence(fullName, issuer),
    'another issuer for some reasons': writeSequence(reasons, issuer),
    'a relative name': writeSequence(relativeName),
  }
  for (const [what, point] of Object.entries(ignored)) {
    assert.equal(await urlsOf(point), '', what)
    assert.equal(await urlsOf(point, writeSequence(fullName)), url, what)
  }
})

test('FED-71 a certificate with a malformed point is refused, even beside a usable point', async () => {
  const malformed = {
    'not a SEQUENCE': writeOctets(fullName),
    'without members': writeSequence(),
    'with reasons only': writeSequence(reasons),
    'with reasons before the name': writeSequence(reasons, fullName),
    'with two names': writeSequence(fullName, fullName),
    'with an unknown member': writeSequence(fullName, writeImplicit(3, false)),
    'with a universal member': writeSequence(fullName, writeBits(0, Uint8Array.of(0x40))),
    'with a primitive name': writeSequence(writeImplicit(0, false, uri(url))),
    'without a choice of name': writeSequence(name(uri(url))),
    'with an empty full name': writeSequence(name(writeImplicit(0, true))),
    'with a space in the URL': writeSequence(name(writeImplicit(0, true, uri(`${url} 1`)))),
    'with an empty relative name': writeSequence(name(writeImplicit(1, true))),
    'with constructed reasons': writeSequence(fullName, writeImplicit(1, true, writeOctets(reasons))),
    'with empty reasons': writeSequence(fullName, writeImplicit(1, false)),
    'with nine unused bits': writeSequence(fullName, writeImplicit(1, false, Uint8Array.of(9, 0x40))),
    'with a primitive issuer': writeSequence(fullName, writeImplicit(2, false, directory)),
    'with an empty issuer': writeSequence(fullName, writeImplicit(2, true)),
  }
  for (const [what, point] of Object.entries(malformed)) {
    const refusal = `x509_extension_malformed x5c[0].${extensionOids.crlDistributionPoints}`
    assert.equal(await urlsOf(point), refusal, what)
    assert.equal(await urlsOf(writeSequence(fullName), point), refusal, what)
  }
})
