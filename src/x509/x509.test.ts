import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { concatBytes, Failure } from '../base/index.ts'
import { type Certificate, type IssuerKey, nameHas, nameOids, parseCertificate, pinKey } from './certificate.ts'
import { createCertificateCache } from './certificate-cache.ts'
import { derMembers, derNumber, derOid, derTags, readDer, readDerInside } from './der.ts'
import { writeDer, writeExplicit, writeInteger, writeOctets, writeSequence, writeUnsigned } from './der-write.ts'
import { issueCertificate } from './issue.ts'
import { readP256Key } from './p256-key.ts'
import { checkValidity, verifyChain } from './verify-chain.ts'

const now = 1_768_478_400
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

interface Made {
  readonly subject: string
  readonly der: Uint8Array
  readonly spki: Uint8Array
  readonly key: Parameters<typeof issueCertificate>[0]['issuerKey']
}
async function make(subject: string, issuer?: Made, serial = '0a'): Promise<Made> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { privateKey, curve: 'P-256', hash: 'SHA-256' } as const
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const dates = { notBefore: now - 10, notAfter: now + 10 }
  const authority = issuer === undefined
  const issuedBy = { issuer: issuer?.subject ?? subject, issuerKey: issuer?.key ?? key }
  const extensions = [{ oid: '1.3.6.1.4.1.11129.2.1.17', value: hex('0500') }]
  const der = issueCertificate({
    subject,
    serial,
    ...dates,
    ...issuedBy,
    spki,
    authority,
    extensions,
  })
  return { subject, der, spki, key }
}
const parsed = (der: Uint8Array): Certificate => {
  const certificate = parseCertificate(der, 'certificate')
  assert.ok(!(certificate instanceof Failure))
  return certificate
}

const root = await make('CN=Root, O=Sandbox')
const middle = await make('CN=Middle, O=Sandbox', root)
const leaf = await make('CN=Leaf', middle, '00ff')
const stranger = await make('CN=Root, O=Sandbox')

test('reads every field of an issued certificate', () => {
  const certificate = parsed(leaf.der)
  assert.equal(certificate.serial, 'ff')
  assert.deepEqual([certificate.notBefore, certificate.notAfter], [now - 10, now + 10])
  assert.ok(
    nameHas(certificate.issuer, nameOids.commonName, 'Middle') && nameHas(certificate.issuer, nameOids.organization),
  )
  assert.deepEqual(certificate.spki, Uint8Array.from(leaf.spki))
  assert.equal(certificate.isAuthority, false)
  assert.equal(parsed(root.der).isAuthority, true)
  const extension = certificate.extensions.find(({ oid }) => oid === '1.3.6.1.4.1.11129.2.1.17')
  assert.deepEqual(extension?.value, hex('0500'))
  assert.ok(new X509Certificate(leaf.der).verify(new X509Certificate(middle.der).publicKey))
})

for (const [id, der] of [
  ['no bytes', new Uint8Array()],
  ['a byte too many', concatBytes([leaf.der, Uint8Array.of(0)])],
  ['a byte too few', leaf.der.subarray(0, -1)],
  ['another structure', writeSequence(writeInteger(1))],
  ['a PEM text', Buffer.from('-----BEGIN CERTIFICATE-----')],
] as const) {
  test(`refuses a certificate with ${id}`, () => {
    assert.deepEqual(parseCertificate(der, 'here'), new Failure('certificate_malformed', 'here'))
  })
}

/** Repeated, because the native parser returns an arbitrary `Date` for such a date. */
for (const [which, date] of [
  ['the beginning', '260115115950Z'],
  ['the end', '260115120010Z'],
] as const)
  test(`WP-41 refuses a certificate with a malformed date for ${which} of its validity`, () => {
    for (const bad of [date.replace('Z', 'z'), date.replace('0Z', 'xZ'), date.replace('2601', '2699')]) {
      const der = Buffer.from(leaf.der)
      const at = der.indexOf(date)
      assert.ok(at > 0)
      der.set(Buffer.from(bad), at)
      for (let round = 0; round < 200; round++)
        assert.deepEqual(parseCertificate(der, 'here'), new Failure('certificate_malformed', 'here'), bad)
    }
  })

const chainOf = (...made: readonly Made[]) => made.map(({ der }) => parsed(der))
function verdict(certificates: readonly Certificate[], pins: readonly IssuerKey[] = [pinKey(root.spki)]): string {
  const chain = verifyChain(certificates, pins, 'x5c')
  return chain instanceof Failure ? chain.code : chain.intermediates.map(({ serial }) => serial).join()
}

test('WP-39 accepts a chain with and without its root, and returns its intermediates', () => {
  assert.equal(verdict(chainOf(leaf, middle, root)), 'a')
  assert.equal(verdict(chainOf(leaf, middle)), 'a')
  assert.equal(verdict(chainOf(leaf, middle, root), [pinKey(stranger.der), pinKey(root.der)]), 'a')
})

test('WP-39 a root is recognised by its key, with any signer of its certificate', () => {
  const dates = { notBefore: now - 10, notAfter: now + 10 }
  const names = { subject: root.subject, issuer: 'CN=Other', serial: '0b' }
  const keys = { spki: root.spki, issuerKey: stranger.key }
  const reissued = { ...root, der: issueCertificate({ ...names, ...dates, ...keys, authority: true, extensions: [] }) }
  assert.equal(verdict(chainOf(leaf, middle, reissued)), 'a')
  assert.equal(verdict(chainOf(leaf, middle, reissued), [pinKey(stranger.spki)]), 'a,b')
})

const renamed = await make('CN=Middle, O=Other', root)
const forged = await make('CN=Leaf', { ...middle, key: stranger.key })
for (const [id, run, code] of [
  ['no certificate', () => verdict([]), 'chain_empty'],
  ['another root of the same name', () => verdict(chainOf(leaf, middle, stranger)), 'root_not_pinned'],
  ['no pinned root', () => verdict(chainOf(leaf, middle, root), []), 'root_not_pinned'],
  ['a missing intermediate', () => verdict(chainOf(leaf, root)), 'chain_name_mismatch'],
  ['an intermediate of another name', () => verdict(chainOf(leaf, renamed, root)), 'chain_name_mismatch'],
  ['a leaf signed by another key', () => verdict(chainOf(forged, middle, root)), 'chain_signature_invalid'],
  ['certificates in the wrong order', () => verdict(chainOf(middle, leaf, root)), 'chain_name_mismatch'],
] as const) {
  test(`WP-39 refuses a chain with ${id}`, () => assert.equal(run(), code))
}

test('checks the dates, the first and the last second included', () => {
  const certificate = parsed(leaf.der)
  const code = (at: number, ignoreNotAfter = false) =>
    checkValidity(certificate, { now: at, ignoreNotAfter }, 'x')?.code
  assert.deepEqual(
    [code(now - 11), code(now - 10), code(now + 10), code(now + 11), code(now + 11, true)],
    ['certificate_not_yet_valid', undefined, undefined, 'certificate_expired', undefined],
  )
})

test('the cache keeps only the certificates that a caller asks it to keep, and no more than its capacity', () => {
  const cache = createCertificateCache(2)
  const first = cache.parse(root.der, 'x')
  assert.notEqual(cache.parse(root.der, 'x'), first)
  assert.ok(cache.parse(hex('00'), 'x') instanceof Failure)
  cache.keep([parsed(root.der)])
  const kept = cache.parse(root.der, 'x')
  assert.equal(cache.parse(Uint8Array.from(root.der), 'x'), kept)
  const forged = Uint8Array.from(root.der)
  const place = Buffer.from(forged).indexOf(Buffer.from(root.spki)) + root.spki.length - 1
  forged[place] = (forged[place] ?? 0) ^ 1
  assert.notEqual(cache.parse(forged, 'x'), kept) // another key under the same signature
  cache.keep([parsed(middle.der), parsed(leaf.der)])
  assert.notEqual(cache.parse(root.der, 'x'), kept)
})

test('refuses a certificate beyond the size limit', async () => {
  const named = async (length: number) => (await make(`CN=${'x'.repeat(length)}`, root)).der
  assert.ok(nameHas(parsed(await named(15_000)).subject, nameOids.commonName, 'x'.repeat(15_000)))
  const wide = await named(17_000)
  assert.deepEqual(parseCertificate(wide, 'here'), new Failure('certificate_malformed', 'here'))
})

for (const [id, text] of [
  ['a length beyond the end', '300201'],
  ['no length', '30'],
  ['trailing bytes', '050000'],
  ['a tag without an end', '3fffff'],
] as const) {
  test(`WP-51 refuses DER with ${id}`, () => assert.equal(readDer(hex(text)), undefined))
}

test('WP-51 a value must end within the value that contains it, whatever bytes follow', () => {
  for (const text of [
    '3003020205aabb',
    '30020405aabbccddee',
    '30010400',
    '30023f1f00',
    '300304820100aa',
    '3003040281aa',
  ]) {
    const bytes = hex(text)
    const length = 2 + (bytes[1] ?? 0)
    assert.notEqual(readDer(bytes.subarray(0, length)), undefined)
    assert.equal(derMembers(readDer(bytes.subarray(0, length))), undefined, text)
  }
  const explicit = readDer(hex('a103040101'))
  assert.ok(explicit)
  assert.deepEqual(readDerInside(explicit)?.contents, hex('01'))
  for (const text of ['a1020401', 'a10404010105', 'a100']) {
    const value = readDer(hex(text))
    assert.ok(value)
    assert.equal(readDerInside(value), undefined, text)
  }
})

test('DER values are read as they were written', () => {
  for (const number of [0, 1, 127, 128, 255, 256, 202_512, 1_768_478_400_000])
    assert.equal(derNumber(readDer(writeInteger(number))), number)
  assert.deepEqual(readDer(writeExplicit(719, writeOctets(hex('01'))))?.tag, 719)
  assert.equal(readDer(writeOctets(new Uint8Array(70_000)))?.contents.length, 70_000)
  assert.deepEqual(writeUnsigned(hex('0080')), hex('02020080'))
})

test('an object identifier has one encoding', () => {
  const oid = (text: string) => derOid(readDer(writeDer(derTags.oid, hex(text))))
  assert.equal(oid('551d0f'), '2.5.29.15')
  assert.equal(oid('883703'), '2.999.3')
  assert.equal(oid('551d818001'), '2.5.29.16385') // zeros within an arc
  assert.equal(oid('558fffffffffffff7f'), `2.5.${Number.MAX_SAFE_INTEGER}`)
  for (const [what, text] of [
    ['no bytes', ''],
    ['a zero before an arc', '551d800f'],
    ['a zero before the first', '80551d0f'],
    ['an arc that does not end', '551d0f81'],
    ['a zero after the last', '551d0f80'],
    ['an arc that is not exact as a number', '559080808080808000'],
  ] as const)
    assert.equal(oid(text), undefined, what)
})

test('readP256Key reads the key of a P-256 certificate, and of no other certificate', () => {
  assert.deepEqual(readP256Key(leaf.spki), parsed(leaf.der).publicKey()?.export({ format: 'jwk' }))
  const otherwise = Uint8Array.from(leaf.spki).fill(1, 22, 23) // of another curve
  for (const spki of [leaf.spki.subarray(1), otherwise, new Uint8Array(91), new Uint8Array(0)])
    assert.equal(readP256Key(spki), undefined)
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ type: 'spki', format: 'der' })
  assert.equal(readP256Key(p384), undefined)
})
