/** The place of issuance in a mobile driving licence (D-1128). */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { authority, docType, issue, makeCertificate, signerWith } from '../../test/support/mdoc.ts'
import { verdict } from '../../test/support/mdoc-verdict.ts'
import type { PublicJwk } from '../base/index.ts'
import { type Cbor, cborTag } from '../cose/index.ts'

const publicKeyOf = ({ privateKey }: ReturnType<typeof makeCertificate>): PublicJwk =>
  createPublicKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' }) as unknown as PublicJwk

const licence = 'org.iso.18013.5.1'
const [country, jurisdiction] = ['issuing_country_mismatch', 'issuing_jurisdiction_mismatch']
const full = 'CN=Signer, C=IT, ST=IT-62'

for (const [title, subject, elements, code] of [
  ['both of the certificate', full, { issuing_country: 'IT', issuing_jurisdiction: 'IT-62' }, 'accepted'],
  ['both in other letters', full, { issuing_country: 'it', issuing_jurisdiction: 'it-62' }, 'accepted'],
  ['neither', full, { family_name: 'Rossi' }, 'accepted'],
  ['another country', full, { issuing_country: 'FR' }, country],
  ['a country that is not a text', full, { issuing_country: 1 }, country],
  ['a country that is not understood (D-194)', full, { issuing_country: cborTag(100, 1) }, 'accepted'],
  ['another jurisdiction', full, { issuing_country: 'IT', issuing_jurisdiction: 'IT-25' }, jurisdiction],
  [
    'a jurisdiction, without a state in the certificate',
    'CN=Signer, C=IT',
    { issuing_jurisdiction: 'IT-25' },
    'accepted',
  ],
  ['the country of the authority, without one in the signer', 'CN=Signer', { issuing_country: 'IT' }, 'accepted'],
] as readonly (readonly [string, string, Readonly<Record<string, Cbor>>, string])[])
  test(`RP-12 WI-62 a licence with ${title}: ${code}`, async () => {
    const leaf = makeCertificate(authority, { subject })
    const signer = { signer: signerWith(leaf), x5chain: [leaf.der] }
    const issued = (namespace: string) =>
      issue({ nameSpaces: new Map([[namespace, new Map(Object.entries(elements))]]) }, signer)
    assert.equal(await verdict(await issued(licence)), code)
    assert.equal(await verdict(await issued(docType)), 'accepted', 'another namespace')
  })

const [it, lazio] = ['CN=Authority, C=IT', 'CN=Authority, C=IT, ST=IT-25']
for (const [title, above, subject, elements, code] of [
  ['another country than the authority', it, 'CN=Signer, C=FR', { issuing_country: 'FR' }, country],
  [
    'another country than the authority, without one in the signer',
    it,
    'CN=Signer',
    { issuing_country: 'FR' },
    country,
  ],
  ['another jurisdiction than the authority', lazio, full, { issuing_jurisdiction: 'IT-62' }, jurisdiction],
  [
    'another jurisdiction than the authority, without one in the signer',
    lazio,
    'CN=Signer, C=IT',
    { issuing_country: 'IT', issuing_jurisdiction: 'IT-62' },
    jurisdiction,
  ],
  [
    'the place of both certificates',
    lazio,
    'CN=Signer, C=IT, ST=IT-25',
    { issuing_country: 'IT', issuing_jurisdiction: 'IT-25' },
    'accepted',
  ],
  ['a country, without one in a certificate', 'CN=Authority', 'CN=Signer', { issuing_country: 'FR' }, 'accepted'],
  ['a jurisdiction, without one in the authority', it, full, { issuing_jurisdiction: 'IT-62' }, 'accepted'],
] as const)
  test(`RP-12 WI-62 a licence with ${title}: ${code}`, async () => {
    const certified = makeCertificate(undefined, { subject: above, authority: true })
    const leaf = makeCertificate(certified, { subject })
    const signer = { signer: signerWith(leaf), x5chain: [leaf.der] }
    const text = await issue({ nameSpaces: new Map([[licence, new Map(Object.entries(elements))]]) }, signer)
    assert.equal(await verdict(text, { trusted: { certificates: [certified.der], keys: [] } }), code)
    assert.equal(await verdict(text, { trusted: { certificates: [], keys: [publicKeyOf(leaf)] } }), 'accepted', 'key')
  })
