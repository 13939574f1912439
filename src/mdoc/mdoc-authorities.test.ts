/** Certificates that can certify the signer of an mdoc. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import {
  authority,
  device,
  documentSigner,
  issue,
  issuerUri,
  makeCertificate,
  mdocSigner,
  mdocNow as now,
  signerWith,
} from '../../test/support/mdoc.ts'
import { valid, verdict } from '../../test/support/mdoc-verdict.ts'
import { concatBytes, Failure, failed } from '../base/index.ts'
import { bareJwk } from '../jose/index.ts'
import {
  crlDistributionPoint,
  derMembers,
  derTags,
  nameConstraints,
  readDer,
  writeDer,
  writeSequence,
} from '../x509/index.ts'
import { authorityKeyIds, parseIssuerCertificate } from './issuer-certificate.ts'

const stranger = makeCertificate(undefined, { subject: authority.subject, authority: true })
const upper = makeCertificate(authority, { subject: 'CN=Upper', authority: true })
const lower = makeCertificate(upper, { subject: 'CN=Lower' })

/**
 * serverAuth of RFC 5280 §4.2.1.12, readers of ISO 18013-5 §B.1.7, signers of mdocs of ISO 18013-5 and of ISO 23220-4,
 * and any purpose.
 */
const [server, reader] = ['2b06010505070301', '28818c5d050106']
const [documents, generic, any] = ['28818c5d050102', '2881b534040102', '551d2500']
const purposed = async (...purposes: readonly string[]) => chained(makeCertificate(authority, { purposes }))

const notAuthority = makeCertificate(authority, { subject: 'CN=Not an authority' })
const ended = makeCertificate(authority, { until: now - 20 })

async function chained(...chain: readonly Awaited<ReturnType<typeof makeCertificate>>[]): Promise<string> {
  const [leaf] = chain
  assert.ok(leaf)
  return issue({}, { signer: signerWith(leaf), x5chain: chain.map(({ der }) => der) })
}

for (const [id, make, code] of [
  ['an intermediate authority', () => chained(lower, upper), 'accepted'],
  ['the trusted certificate at its end', () => chained(lower, upper, authority), 'accepted'],
  [
    'an unknown authority',
    async () => chained(makeCertificate(stranger, { issuerName: 'CN=Nobody' })),
    'chain_untrusted',
  ],
  ['an unknown authority of a trusted name', async () => chained(makeCertificate(stranger)), 'chain_signature_invalid'],
  ['a missing intermediate', () => chained(lower), 'chain_untrusted'],
  ['the wrong order', () => chained(lower, authority), 'chain_broken'],
  [
    'an issuer that is not an authority',
    async () => chained(makeCertificate(notAuthority), notAuthority),
    'issuer_not_authority',
  ],
  ['an authority as signer', () => chained(upper), 'leaf_not_signer'],
  ['a leaf for servers', () => purposed(server), 'leaf_not_signer'],
  ['a leaf for readers', () => purposed(reader), 'leaf_not_signer'],
  ['a leaf for no purpose', () => purposed(), 'leaf_not_signer'],
  ['a leaf for mdocs', () => purposed(documents), 'accepted'],
  ['a leaf for mdocs among others', () => purposed(server, generic), 'accepted'],
  ['a leaf for any purpose', () => purposed(any), 'accepted'],
  ['a self-signed leaf', async () => chained(makeCertificate(undefined)), 'chain_untrusted'],
  [
    'an expired leaf',
    async () => chained(makeCertificate(authority, { from: now - 100, until: now - 31 })),
    'certificate_expired',
  ],
  [
    'a leaf that is not yet valid',
    async () => chained(makeCertificate(authority, { from: now + 31 })),
    'certificate_not_yet_valid',
  ],
] as const) {
  test(`WI-62 a chain with ${id}: ${code}`, async () => assert.equal(await verdict(await make()), code))
}

test('WI-62 RP-12 refuses an mdoc that was signed after the end of the certificate and the skew', async () => {
  const signer = { signer: signerWith(ended), x5chain: [ended.der] }
  assert.equal(await verdict(await issue({ issuedAt: now + 9 }, signer)), 'accepted')
  assert.equal(await verdict(await issue({ issuedAt: now + 10 }, signer)), 'accepted')
  assert.equal(await verdict(await issue({ issuedAt: now + 11 }, signer)), 'signed_outside_certificate')
})

test('WI-62 RP-12 accepts every certificate of an authority that was renewed under one name', async () => {
  const { subject, privateKey } = authority
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const expired = { subject, authority: true, spki, signedBy: privateKey, from: now - 200, until: now - 100 }
  const earlier = makeCertificate(undefined, expired)
  for (const [title, certificates] of [
    ['rolled over', [stranger, authority]],
    ['about to be rolled over', [authority, stranger]],
    ['renewed', [earlier, authority]],
    ['renewed, the later first', [authority, earlier]],
  ] as const) {
    const both = { certificates: certificates.map(({ der }) => der), keys: [] }
    assert.equal(await verdict(valid, { trusted: both }), 'accepted', title)
    assert.equal(await verdict(await chained(documentSigner, authority), { trusted: both }), 'accepted', title)
  }
  const shown = await chained(documentSigner, earlier)
  assert.equal(await verdict(shown, { trusted: { certificates: [earlier.der], keys: [] } }), 'certificate_expired')
  const both = { certificates: [earlier.der, authority.der], keys: [] }
  assert.equal(await verdict(shown, { trusted: both }), 'accepted')
})

test('WI-62 RP-12 an authority that certifies its own next key counts once in the length of a path (RFC 5280 §6.1.4)', async () => {
  const key = { subject: authority.subject, authority: true, pathLength: 0 }
  const spki = createPublicKey(authority.privateKey).export({ type: 'spki', format: 'der' })
  const old = makeCertificate(undefined, { ...key, spki, signedBy: authority.privateKey })
  const link = makeCertificate(authority, key)
  const by = (text: string) => verdict(text, { trusted: { certificates: [old.der], keys: [] } })
  assert.equal(await by(await chained(makeCertificate(link), link)), 'accepted')
  assert.equal(await by(await chained(lower, upper)), 'x509_path_length_exceeded')
  const below = makeCertificate(link, { subject: 'CN=Below', authority: true })
  assert.equal(await by(await chained(makeCertificate(below), below, link)), 'x509_path_length_exceeded')
})

test('WI-62 accepts a trusted key, and refuses every chain without a trusted end', async () => {
  const keys = [bareJwk(mdocSigner.signer.alg === 'ES256' ? signerWith(documentSigner).publicJwk : device.publicJwk)]
  assert.equal(await verdict(valid, { trusted: { certificates: [], keys } }), 'accepted')
  assert.equal(await verdict(valid, { trusted: { certificates: [], keys: [device.publicJwk] } }), 'chain_untrusted')
  assert.equal(await verdict(valid, { trusted: { certificates: [Uint8Array.of(1)], keys: [] } }), 'chain_untrusted')
})

test('WI-62 accepts a trusted key with any purpose in its self-signed certificate', async () => {
  const leaf = makeCertificate(undefined, { purposes: [server] })
  const known = { certificates: [], keys: [bareJwk(signerWith(leaf).publicJwk)] }
  assert.equal(await verdict(await chained(leaf), { trusted: known }), 'accepted')
})

/** Returns the certificate with another encoding of one extension. Its signature becomes invalid. */
function respelt({ der }: { readonly der: Uint8Array }, from: string, to: string): Uint8Array {
  const text = Buffer.from(der).toString('hex')
  assert.equal(text.split(from).length, 2)
  return Uint8Array.from(Buffer.from(text.replace(from, to), 'hex'))
}

test('WI-62 an unreadable key usage permits nothing (RFC 5280 §4.2.1.3)', async () => {
  const key = signerWith(documentSigner)
  const known = { certificates: [], keys: [bareJwk(key.publicJwk)] }
  const shown = (der: Uint8Array) => issue({}, { signer: key, x5chain: [der] })
  const leaf = (to: string) => shown(respelt(documentSigner, '551d0f0101ff040403020780', `551d0f0101ff0404${to}`))
  assert.equal(await verdict(await leaf('03020780'), { trusted: known }), 'accepted')
  for (const to of ['05020780', '03030780', '03020700'])
    assert.equal(await verdict(await leaf(to), { trusted: known }), 'leaf_not_signer', to)
  const end = respelt(authority, '551d0f0101ff040403020106', '551d0f0101ff040405020106')
  assert.equal(await verdict(valid, { trusted: { certificates: [end], keys: [] } }), 'issuer_not_authority')
})

test('WI-62 a certificate without a key usage permits any use (RFC 5280 §6.1.4 (n))', async () => {
  const key = signerWith(documentSigner)
  const known = { certificates: [], keys: [bareJwk(key.publicJwk)] }
  const leaf = respelt(documentSigner, '551d0f0101ff0404', '551d250101ff0404')
  assert.equal(await verdict(await issue({}, { signer: key, x5chain: [leaf] }), { trusted: known }), 'accepted')
  const end = respelt(authority, '551d0f0101ff0404', '551d250101ff0404')
  assert.equal(await verdict(valid, { trusted: { certificates: [end], keys: [] } }), 'accepted')
})

/** Adds the right to sign data to the keyUsage of an authority. */
const alsoSigns = ({ der }: { readonly der: Uint8Array }) =>
  respelt({ der }, '551d0f0101ff040403020106', '551d0f0101ff040403020186')

test('WI-62 RP-12 refuses an mdoc signed by an authority, with any key usage (ISO 18013-5 §B.1.4, D-395)', async () => {
  const signer = signerWith(upper)
  const signed = (der: Uint8Array) => issue({}, { signer, x5chain: [der] })
  const known = { trusted: { certificates: [], keys: [bareJwk(signer.publicJwk)] } }
  const both = alsoSigns(upper)
  assert.equal(await verdict(await signed(both)), 'leaf_not_signer')
  assert.equal(await verdict(await signed(both), known), 'leaf_not_signer')
  const constraints = (from: string, to: string) => signed(respelt({ der: both }, from, to))
  assert.equal(
    await verdict(await constraints('551d130101ff040530030101ff', '551d130101ff04053003010100'), known),
    'accepted',
  )
  for (const to of ['3003010101', '3003020101', '3003010200', '0403010100'])
    assert.equal(await verdict(await constraints('30030101ff', to), known), 'leaf_not_signer', to)
})

test('WI-62 a certificate with an unreadable path length is not an authority', async () => {
  const key = { subject: authority.subject, authority: true, signedBy: authority.privateKey }
  const spki = createPublicKey(authority.privateKey).export({ type: 'spki', format: 'der' })
  const bounded = makeCertificate(undefined, { ...key, spki, pathLength: 0 })
  const text = await chained(lower, upper)
  const by = (der: Uint8Array) => verdict(text, { trusted: { certificates: [der], keys: [] } })
  assert.equal(await by(bounded.der), 'x509_path_length_exceeded')
  assert.equal(await by(respelt(bounded, '30060101ff020100', '30060101ff0201ff')), 'issuer_not_authority')
  assert.equal(await by(respelt(bounded, '30060101ff020100', '30060101ff040100')), 'issuer_not_authority')
})

test('WI-62 refuses a signature that is not a pair of numbers (RFC 5480 §2)', async () => {
  const parts = (derMembers(readDer(documentSigner.der)) ?? []).map(({ encoded }) => encoded)
  const x5chain = [writeSequence(...parts.with(-1, writeDer(derTags.bitString, Uint8Array.of(0, 5, 0))))]
  const text = await issue({}, { signer: signerWith(documentSigner), x5chain })
  assert.equal(await verdict(text), 'chain_signature_invalid')
})

/** Verifies a leaf below a CA certificate with these name constraints, which a trusted authority has issued. */
const constrained = async (
  hosts: Parameters<typeof nameConstraints>[0],
  leaf: Parameters<typeof makeCertificate>[1] = {},
): Promise<string> => {
  const further = [nameConstraints(hosts)]
  const bound = makeCertificate(authority, { subject: 'CN=Bound', authority: true, further })
  return verdict(await chained(makeCertificate(bound, leaf), bound))
}

test('RP-12 WI-62 accepts a signer whose names satisfy the name constraints above it (D-1125)', async () => {
  assert.equal(await constrained({ permitted: ['pid.example'] }), 'accepted')
  assert.equal(await constrained({ permitted: ['pid.example'], excluded: ['other.example'] }), 'accepted')
})

test('RP-12 WI-62 refuses a signer whose names break the name constraints above it', async () => {
  assert.equal(await constrained({ permitted: ['other.example'] }), 'x509_name_not_permitted')
  assert.equal(await constrained({ permitted: ['example'], excluded: ['pid.example'] }), 'x509_name_excluded')
  assert.equal(await constrained({ permitted: ['*.pid.example'] }), 'x509_constraint_unsupported')
  assert.equal(await constrained({ permitted: ['pid.example'] }, { uri: 'a b' }), 'certificate_malformed')
})

test('RP-12 WI-62 applies the name constraints of the trusted certificate, also to a CA certificate', async () => {
  const named = { subject: 'CN=Bound', authority: true } as const
  const bound = makeCertificate(undefined, { ...named, further: [nameConstraints({ permitted: ['pid.example'] })] })
  const by = (text: string) => verdict(text, { trusted: { certificates: [bound.der], keys: [] } })
  const below = (uri: string) => makeCertificate(bound, { subject: 'CN=Below', authority: true, uri })
  const [own, other] = [below(issuerUri), below('https://other.example')]
  assert.equal(await by(await chained(makeCertificate(bound))), 'accepted')
  assert.equal(await by(await chained(makeCertificate(own), own)), 'accepted')
  assert.equal(await by(await chained(makeCertificate(other), other)), 'x509_name_not_permitted')
  const itself = makeCertificate(bound, { subject: 'CN=Bound', authority: true, uri: 'https://other.example' })
  assert.equal(await by(await chained(makeCertificate(itself), itself)), 'accepted', 'a self-issued certificate')
})

/** Verifies a leaf below a trusted CA certificate with these permitted subtrees (DER). */
const belowTrusted = async (subtrees: readonly Uint8Array[], critical = true): Promise<string> => {
  const value = writeSequence(writeDer(0xa0, concatBytes(subtrees)))
  const { oid } = nameConstraints({ permitted: [] })
  const further = [{ oid, value, ...(critical && { critical }) }]
  const bound = makeCertificate(undefined, { subject: 'CN=Bound', authority: true, further })
  return verdict(await chained(makeCertificate(bound)), { trusted: { certificates: [bound.der], keys: [] } })
}
const hostOf = (host: string): Uint8Array => writeDer(0x86, Buffer.from(host))
const bounds = (tag: number, ...octets: number[]) => writeDer(tag, Uint8Array.from(octets))
const manyHosts = (count: number) => Array.from({ length: count }, (_, n) => writeSequence(hostOf(`h${n}.example`)))
for (const [title, subtrees, expected] of [
  ['the minimum 0', [writeSequence(hostOf('pid.example'), bounds(0x80, 0))], 'accepted'],
  ['the minimum 0 and another host', [writeSequence(hostOf('a.example'), bounds(0x80, 0))], 'x509_name_not_permitted'],
  ['the minimum 1', [writeSequence(hostOf('pid.example'), bounds(0x80, 1))], 'chain_untrusted'],
  ['a maximum', [writeSequence(hostOf('pid.example'), bounds(0x81, 0))], 'chain_untrusted'],
  ['a doubled minimum', [writeSequence(hostOf('pid.example'), bounds(0x80, 0), bounds(0x80, 0))], 'chain_untrusted'],
  ['256 subtrees', [...manyHosts(255), writeSequence(hostOf('pid.example'))], 'accepted'],
  ['257 subtrees', [...manyHosts(256), writeSequence(hostOf('pid.example'))], 'chain_untrusted'],
] as const)
  test(`RP-12 WI-62 name constraints of a trusted certificate with ${title}: ${expected}`, async () => {
    assert.equal(await belowTrusted(subtrees), expected)
    assert.equal(await belowTrusted(subtrees, false), expected, 'not critical')
  })

test('returns the authority key identifiers of the certificates that have one', async () => {
  const named = makeCertificate(authority, { authorityKeyId: Uint8Array.of(1, 2, 3) })
  assert.deepEqual(authorityKeyIds([Uint8Array.of(1), documentSigner.der, named.der]), ['AQID'])
})

test('WI-62 refuses a certificate with a repeated extension (RFC 5280 §4.2)', async () => {
  const twice = makeCertificate(authority, { critical: '2.5.29.15' })
  assert.equal(await verdict(await chained(twice)), 'certificate_malformed')
})

test('reads the URIs and the curve of a certificate', async () => {
  const leaf = parseIssuerCertificate(documentSigner.der, 'leaf')
  assert.ok(!(leaf instanceof Failure))
  assert.deepEqual(leaf.uris, [issuerUri])
  const nameOf = (tag: number) => Buffer.from(writeDer(tag, Buffer.from(issuerUri))).toString('hex')
  const host = parseIssuerCertificate(respelt(documentSigner, nameOf(0x86), nameOf(0x82)), 'host')
  assert.ok(!(host instanceof Failure))
  assert.deepEqual(host.uris, [], 'a name of another kind is not a URI')
  const wide = parseIssuerCertificate(makeCertificate(undefined, { curve: 'P-384' }).der, 'wide')
  assert.ok(!(wide instanceof Failure))
  assert.equal(wide.publicJwk.crv, 'P-384')
})

test('RP-12 WI-62 critical cRLDistributionPoints require that the caller checks revocation', async () => {
  const points = crlDistributionPoint('https://pid.example/crl')
  const critical = makeCertificate(authority, { further: [{ ...points, critical: true }] })
  const text = await issue({}, { signer: signerWith(critical), x5chain: [critical.der] })
  assert.equal(await verdict(text), 'certificate_extension_unknown')
  assert.equal(await verdict(text, { checksRevocation: true }), 'accepted')
  const read = parseIssuerCertificate(critical.der, 'certificate')
  assert.ok(!failed(read))
  const byKey = { certificates: [], keys: [read.publicJwk] }
  const ofKey = await verdict(text, { checksRevocation: true, trusted: byKey })
  assert.equal(ofKey, 'certificate_extension_unknown', 'a trusted key has no issuer that could revoke it')
  const usual = makeCertificate(authority, { further: [points] })
  const other = await issue({}, { signer: signerWith(usual), x5chain: [usual.der] })
  assert.equal(await verdict(other), 'accepted')
})
