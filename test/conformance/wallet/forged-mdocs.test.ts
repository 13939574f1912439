/**
 * PIDs as mdocs that their issuer, or an authority above it, has forged: each starts from one that the wallet would
 * accept and has one fault. Further faults are in `mdoc.test.ts`.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { type Cbor, WholeFloat } from '../../../src/cose/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { createCertifiedJwk } from '../../../src/oid4vci/index.ts'
import { nameConstraints } from '../../../src/x509/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { crypto } from '../../support/federation.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import {
  type CborObject,
  type CertificateChange,
  type MadeCertificate,
  makeCertificate,
  map,
  resigned,
  rewritten,
  signatureOf,
  signerWith,
  withHeader,
  withItem,
} from '../../support/mdoc.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { rsaPair } from '../../support/rsa-keys.ts'
import { type IssuerBends, issuerId } from '../../support/scripted-issuer.ts'

const { wallet, issuer, fixture, phone } = await createIssuanceBench()
const { signer } = issuer.mdocIssuer
const now = fixture.clock.now()

/** Changes the text and keeps its signature. */
const changed = (change: (top: CborObject) => void): IssuerBends => ({ mdocText: (text) => rewritten(text, change) })
const part = (index: number, value: Cbor): IssuerBends => changed((top) => signatureOf(top).splice(index, 1, value))
const header = (change: (headers: CborObject) => void): IssuerBends => ({
  mdocText: (text) => withHeader(text, change),
})
const x5chain = (value: Cbor): IssuerBends => header((headers) => headers.set(33, value))
const item = (name: string, value: Cbor): IssuerBends => ({
  mdocText: (text) => withItem(text, (members) => members.set(name, value)),
})

/** Changes the text; the issuer signs it again. */
const signed = (change: (mso: CborObject, headers: CborObject) => void): IssuerBends => ({
  mdocText: (text) => resigned(text, signer, change),
})
const mso = (name: string, value: Cbor): IssuerBends => signed((members) => members.set(name, value))
const deviceKey = (change: (key: CborObject) => void): IssuerBends =>
  signed((members) => {
    const info = map(members.get('deviceKeyInfo'))
    const key = new Map(map(info.get('deviceKey')))
    change(key)
    info.set('deviceKey', key)
  })

/** Makes a certificate that is valid during the tests. */
const certificate = (issuer: MadeCertificate | undefined, change: CertificateChange = {}) =>
  makeCertificate(issuer, { from: now - 1000, until: now + 100_000, ...change })
/** An authority in the issuer's metadata that a test can use freely. It accepts no subordinate authority. */
const authority = await certificate(undefined, { subject: 'CN=Authority', authority: true, pathLength: 0 })
const upper = await certificate(authority, { subject: 'CN=Upper', authority: true })
const short = await certificate(authority, { subject: 'CN=No authority' })
/** Authorities in the issuer's metadata with name constraints that no certificate of this issuer satisfies. */
const [elsewhere, excluding, unreadable] = [
  { permitted: ['other.example'] },
  { permitted: ['example'], excluded: [new URL(issuerId).hostname] },
  { permitted: ['*.example'] },
].map((hosts, index) =>
  certificate(undefined, { subject: `CN=Bound ${index}`, authority: true, further: [nameConstraints(hosts)] }),
) as [MadeCertificate, MadeCertificate, MadeCertificate]
const rsa = rsaPair()
const spkiOf = (key: typeof rsa.publicKey): Buffer => key.export({ type: 'spki', format: 'der' })
/** Returns the SPKI of a P-256 key whose point is not on the curve. */
const offCurve = (): Buffer => {
  const spki = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
  return spki.fill(1, spki.length - 64)
}
const chained = (...chain: readonly MadeCertificate[]): IssuerBends => ({
  mdocSigner: { signer: signerWith(chain[0] as MadeCertificate), x5chain: chain.map(({ der }) => der) },
})
const leaf = async (change: CertificateChange): Promise<IssuerBends> => chained(await certificate(authority, change))

/** Adds an element of a mobile driving licence. */
const licence = (name: string, value: Cbor): IssuerBends => ({
  mdoc: (content) => ({
    ...content,
    nameSpaces: new Map([...content.nameSpaces, ['org.iso.18013.5.1', new Map([[name, value]])]]),
  }),
})

const byAlgorithm = async (alg: 'ES384'): Promise<IssuerBends> => ({
  mdocSigner: { signer: await generateSigner({ crypto }, alg), x5chain: [issuer.mdocIssuer.certificate] },
})

const rows = ruleCasesOf<[bend: IssuerBends]>({
  'WI-62 cbor_too_large issuerAuth.protected': [
    ['oversized protected headers', signed((_, headers) => headers.set('x', new Uint8Array(65_536)))],
  ],
  'WI-62 cose_malformed issuerAuth': [['a signature of three parts', changed((top) => signatureOf(top).pop())]],
  'WI-62 cose_alg_unsupported issuerAuth.protected.alg': [
    ['an algorithm that is a float (D-368)', signed((_, headers) => headers.set(1, new WholeFloat(-7)))],
  ],
  'WI-62 cose_crit_unsupported issuerAuth.protected.crit': [
    ['a header that must be understood', signed((_, headers) => headers.set(2, [99]))],
  ],
  'WI-62 cose_header_repeated issuerAuth.unprotected': [
    ['a header that is repeated unprotected', header((headers) => headers.set(1, -7))],
  ],
  'WI-62 mso_malformed issuerAuth.payload': [['no payload', part(2, null)]],
  'WI-62 x5chain_missing issuerAuth.x5chain': [['no certificate', header((headers) => headers.delete(33))]],
  'WI-62 x5chain_malformed issuerAuth.x5chain': [['an empty chain', x5chain([])]],
  'WI-62 mso_version_unsupported mso.version': [['an object of another version', mso('version', '2.0')]],
  'WI-62 digest_algorithm_unsupported mso.digestAlgorithm': [['digests of SHA-1', mso('digestAlgorithm', 'SHA-1')]],
  'WI-62 value_digests_malformed mso.valueDigests': [['no digests', mso('valueDigests', new Map())]],
  'WI-62 cose_key_malformed mso.deviceKeyInfo': [['no device key', mso('deviceKeyInfo', new Map())]],
  'WI-62 cose_key_private mso.deviceKeyInfo': [
    ['a private device key', deviceKey((key) => key.set(-4, new Uint8Array(32)))],
  ],
  'WI-62 cose_key_unsupported mso.deviceKeyInfo': [
    ['a device key for encryption', deviceKey((key) => key.set(4, [3]))],
  ],
  'WI-62 validity_malformed mso.validityInfo': [['no validity', signed((members) => members.delete('validityInfo'))]],
  'WI-62 validity_inconsistent mso.validityInfo': [
    ['a validUntil at validFrom', { mdoc: (content) => ({ ...content, expiresAt: content.issuedAt }) }],
  ],
  'WI-62 status_reference_unusable mso.status': [
    ['a status that is a text (D-422)', mso('status', 'valid')],
    ['a status that is null', mso('status', null)],
    [
      'a status whose index is a float (D-368)',
      mso(
        'status',
        new Map([
          [
            'status_list',
            new Map<Cbor, Cbor>([
              ['idx', new WholeFloat(5)],
              ['uri', `${issuerId}/status`],
            ]),
          ],
        ]),
      ),
    ],
    ['a status of another mechanism', mso('status', new Map([['other', 1]]))],
    [
      'a status list without an index',
      mso('status', new Map([['status_list', new Map([['uri', 'https://pid.example/statuslists/0']])]])),
    ],
  ],
  'WI-62 item_random_short nameSpaces': [['a short random', item('random', new Uint8Array(15))]],
  'WI-62 item_malformed nameSpaces': [['a digestID that is a float (D-368)', item('digestID', new WholeFloat(0))]],
  'WI-62 digest_missing nameSpaces': [['an element without digest', item('digestID', 99)]],
  'WI-62 certificate_malformed issuerAuth.x5chain.0': [['a malformed certificate', x5chain(Uint8Array.of(48, 0))]],
  'WI-62 certificate_algorithm_unsupported issuerAuth.x5chain.0': [
    ['a certificate of an RSA key', await leaf({ spki: spkiOf(rsa.publicKey) })],
  ],
  'WI-62 certificate_extension_unknown issuerAuth.x5chain.0': [
    ['a certificate with a critical extension', await leaf({ critical: '2.5.29.54' })],
  ],
  'WI-62 certificate_expired issuerAuth.x5chain.0': [['an expired certificate', await leaf({ until: now - 31 })]],
  'WI-62 certificate_not_yet_valid issuerAuth.x5chain.0': [
    ['a certificate that is valid from tomorrow', await leaf({ from: now + 86_400 })],
  ],
  'WI-62 leaf_not_signer issuerAuth.x5chain.0': [['an authority as signer', chained(upper)]],
  'WI-62 issuer_not_authority issuerAuth.x5chain.1': [
    ['an issuer that is not an authority', chained(await certificate(short), short)],
  ],
  'WI-62 x509_path_length_exceeded issuerAuth.x5chain.2': [
    ['an authority below an authority of path length 0', chained(await certificate(upper), upper)],
  ],
  'WI-62 x509_name_not_permitted issuerAuth.x5chain.0': [
    ['a signer that its authority must not certify', chained(certificate(elsewhere))],
  ],
  'WI-62 x509_name_excluded issuerAuth.x5chain.0': [
    ['a signer that its authority excludes', chained(certificate(excluding))],
  ],
  'WI-62 x509_constraint_unsupported issuerAuth.x5chain.0': [
    ['a signer below a constraint that cannot be read', chained(certificate(unreadable))],
  ],
  'WI-62 chain_broken issuerAuth.x5chain.0': [['a chain with a gap', chained(await certificate(upper), authority)]],
  'WI-62 signed_outside_certificate mso.validityInfo.signed': [
    [
      'a signature older than the certificate',
      { ...(await leaf({})), mdoc: (content) => ({ ...content, issuedAt: now - 2000 }) },
    ],
  ],
  'WI-62 issuing_country_mismatch nameSpaces.org.iso.18013.5.1.issuing_country': [
    ['a licence of another country (D-1128)', licence('issuing_country', 'FR')],
  ],
  'WI-62 issuing_jurisdiction_mismatch nameSpaces.org.iso.18013.5.1.issuing_jurisdiction': [
    [
      'a licence of another jurisdiction',
      { ...(await leaf({ subject: 'CN=Signer, C=IT, ST=IT-62' })), ...licence('issuing_jurisdiction', 'IT-25') },
    ],
  ],
  'WI-62 cose_key_mismatch issuerAuth': [['an algorithm that does not fit the key', await byAlgorithm('ES384')]],
  'WI-62 cose_key_unusable issuerAuth': [['a certificate of a key off the curve', await leaf({ spki: offCurve() })]],
})

/** Publishes the other authority beside the issuer's own, and asks for a PID. */
const obtain = (bend: IssuerBends) => {
  issuer.removeBends()
  const certified = [authority, elsewhere, excluding, unreadable].map(({ der }) =>
    createCertifiedJwk(signerWith(short).publicJwk, [short.der, der]),
  )
  const metadata: IssuerBends['metadata'] = (own) => {
    const { keys } = own.jwks as { readonly keys: readonly JsonObject[] }
    return { ...own, jwks: { keys: [...keys, ...(certified as unknown as readonly JsonObject[])] } }
  }
  Object.assign(issuer.bends, { metadata }, bend)
  return wallet.obtainPid(issuerId, { format: formatMdoc })
}

for (const [[id, code, at], title, bend] of rows)
  test(`${id} discards an mdoc with ${title}`, async () => {
    const held = await wallet.list()
    const keysBefore = [...phone.state.keys.keys()]
    const refusal = await refusedBy(id, code, obtain(bend))
    assert.equal(refusal.at, `pid.${at}`)
    assert.deepEqual(await wallet.list(), held, 'nothing is stored')
    assert.deepEqual([...phone.state.keys.keys()], keysBefore, 'no key of the refused PID remains')
  })

test('WI-62 accepts an unchanged mdoc, an mdoc without status, and an mdoc below another authority', async () => {
  const statusless = signed((members) => members.delete('status'))
  for (const bend of [{}, signed(() => undefined), statusless, await leaf({})])
    assert.equal((await obtain(bend)).format, formatMdoc)
})
