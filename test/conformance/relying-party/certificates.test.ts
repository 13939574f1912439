/** Certificates of credential issuers at a Relying Party of 1.4: in the superior's statement and in the credential. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { type ProfileName, profileNames } from '../../../src/profiles/index.ts'
import { createRelyingParty } from '../../../src/relying-party/index.ts'
import { subjectAltName } from '../../../src/x509/index.ts'
import { statedWith } from '../../support/certificates/certified-federation.ts'
import type { CertificateChanges, Certified } from '../../support/certificates/test-authority.ts'
import {
  assertRefused,
  type Bendable,
  issuerId,
  present,
  type RelyingPartyFixture,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const profile = 'it-wallet-1.4'
const query = 'flow=cross-device'
const oidSubjectAltName = '2.5.29.17'
/** Error code of an outage. */
const unavailable = 'temporarily_unavailable'
const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')

/** Changes a federation before a presentation. Returns `x5c` of the credential. Defaults to that of the issuer. */
type Change = (at: RelyingPartyFixture) => unknown | Promise<unknown>

/** Presents with the `x5c` that the change returns. `null` leaves it out. */
async function presentAfter(at: RelyingPartyFixture, change: Change = () => undefined): Promise<Response> {
  const x5c = await change(at)
  const credential = ({ header }: Bendable): void => {
    if (x5c === null) delete header.x5c
    else if (Array.isArray(x5c)) header.x5c = x5c
  }
  return (await present(at, { query, bend: { credential } })).response
}

/** Lets the anchor state this certificate of the issuer's federation key. */
const state = (at: RelyingPartyFixture, certified: Certified): void =>
  void Object.assign(at.issuerStatement, statedWith({ ...certified, signer: at.issuer.signer }))

const namesOf = (host: string, uri: string): CertificateChanges => ({
  extensions: { [oidSubjectAltName]: subjectAltName({ dns: [host], uris: [uri] }) },
})

/** Certifies the issuer's signing key with other names. */
const leafWith =
  (changes: CertificateChanges): Change =>
  ({ certificates, issuerCertificate, credentialSigner }) =>
    certificates.chainOf(issuerCertificate, credentialSigner, changes)

/** Certifies the issuer's federation key in another way, and its signing key below that. */
const memberWith =
  (changes: CertificateChanges): Change =>
  async (at) => {
    const member = await at.certificates.certifyMember(at.issuer, changes)
    state(at, member)
    return at.certificates.chainOf(member, at.credentialSigner)
  }

/** Certifies the issuer's signing key with the certificate of another member of the same host. */
const byNeighbour: Change = async ({ certificates, credentialSigner, crypto }) => {
  const neighbour = { entityId: `${issuerId}/other`, signer: await generateSigner({ crypto }) }
  return certificates.chainOf(
    { ...(await certificates.certifyMember(neighbour)), entityId: issuerId },
    credentialSigner,
  )
}

const refusals: readonly (readonly [what: string, change: Change, id: string, code: string, status?: number])[] = [
  [
    'an issuer whose superior revoked it',
    ({ certificates, issuerCertificate }) => void certificates.revoked.add(base64(issuerCertificate.der)),
    'FED-81',
    'x509_revoked',
  ],
  [
    'a signing key that its issuer revoked',
    ({ certificates, issuerX5c: [leaf = ''] }) => void certificates.revoked.add(leaf),
    'FED-81',
    'x509_revoked',
  ],
  [
    'an issuer whose revocation list has expired',
    ({ certificates }) => void Object.assign(certificates.life, { nextUpdate: -3600 }),
    'FED-80',
    'crl_expired',
  ],
  [
    'an issuer whose revocation list is unreachable',
    ({ network }) => void network.disconnect('https://lists.example'),
    'FED-82',
    'crl_unavailable',
    503,
  ],
  [
    'a key of another entity',
    leafWith(namesOf('issuer.example', `${issuerId}/other`)),
    'FED-78',
    'x509_entity_mismatch',
  ],
  ['a key of another host', leafWith(namesOf('www.issuer.example', issuerId)), 'FED-78', 'x509_host_mismatch'],
  ['a key that another member of the host certified', byNeighbour, 'FED-78', 'x509_issuer_entity_mismatch'],
  [
    'an issuer with the certificate of another member of its host',
    memberWith(namesOf('issuer.example', `${issuerId}/other`)),
    'FED-78',
    'x509_entity_mismatch',
  ],
  ['an expired certificate', leafWith({ notBefore: 1_768_400_000, notAfter: 1_768_400_100 }), 'FED-73', 'x509_expired'],
  ['a credential without certificates', () => null, 'FED-70', 'x5c_missing'],
  [
    'a statement without certificates',
    ({ issuerStatement, issuer }) => void Object.assign(issuerStatement, { jwks: { keys: [issuer.signer.publicJwk] } }),
    'FED-70',
    'x5c_missing',
  ],
  [
    'a statement with the certificate of another key',
    async (at) => state(at, await at.certificates.certifyMember({ ...at.issuer, signer: at.credentialSigner })),
    'FED-115',
    'x5c_key_mismatch',
  ],
  [
    'a statement with a certificate below one that is not an authority',
    async (at) => {
      const [leaf = ''] = await at.certificates.chainOf(at.issuerCertificate, at.issuer.signer)
      const { publicJwk } = at.issuer.signer
      const x5c = [leaf, base64(at.issuerCertificate.der)]
      at.issuerStatement.jwks = { keys: [{ ...publicJwk, x5c }] }
    },
    'FED-74',
    'x509_issuer_not_authority',
  ],
  [
    'a certificate of another key',
    async ({ certificates, issuerCertificate, crypto }) =>
      certificates.chainOf(issuerCertificate, await generateSigner({ crypto })),
    'RP-141',
    'certificate_key_mismatch',
  ],
]

for (const [what, change, id, code, status = 403] of refusals)
  test(`${id} 1.4 refuses ${what}`, async () => {
    const at = await profileFixture(profile)
    await assertRefused(at, await presentAfter(at, change), [
      id,
      code,
      status,
      status === 503 ? unavailable : 'invalid_request',
    ])
  })

test('FED-81 1.4 refuses a revoked issuer once the cached revocation list has expired', async () => {
  const at = await profileFixture(profile)
  assert.equal((await presentAfter(at)).status, 200)
  at.certificates.revoked.add(base64(at.issuerCertificate.der))
  at.clock.advance(3601)
  await assertRefused(at, await presentAfter(at), ['FED-81', 'x509_revoked', 403])
})

test('FED-115 1.4 does not use an issuer’s federation key that has no certificate', async () => {
  const at = await profileFixture(profile)
  const further = await generateSigner({ crypto: at.crypto })
  at.issuerStatement.jwks.keys.push(further.publicJwk)
  const credential = (content: Bendable): void => {
    Object.assign(content, { signer: further })
    content.header.kid = further.kid
  }
  const { response } = await present(at, { query, bend: { credential } })
  await assertRefused(at, response, ['RP-60', 'issuer_key_unknown', 403])
  assert.equal((await presentAfter(at)).status, 200)
})

for (const name of profileNames.filter((one): one is Exclude<ProfileName, typeof profile> => one !== profile))
  test(`FED-115 ${name} does not check certificates`, async () => {
    const at = await profileFixture(name)
    at.certificates.revoked.add(base64(at.issuerCertificate.der))
    assert.equal((await presentAfter(at)).status, 200)
    assert.equal(createRelyingParty({ ...at.context, certificates: undefined }).services.config.profile, name)
  })

test('FED-115 a Relying Party of 1.4 cannot be created without an evaluator of certificates', async () => {
  const at = await profileFixture(profile)
  assert.throws(() => createRelyingParty({ ...at.context, certificates: undefined }), TypeError)
})

test('RP-132 a Relying Party of 1.4 cannot be created without certificates of its own', async () => {
  const at = await profileFixture(profile)
  const expected = { name: 'TypeError', message: /certificates of its own/ }
  assert.throws(() => createRelyingParty({ ...at.context, certification: undefined }), expected)
  const old = await profileFixture('it-wallet-1.0')
  createRelyingParty({ ...old.context, certification: undefined })
})

test('FED-115 RP-141 the test switch for an anchor disables the certificate checks below that anchor only', async () => {
  const without: Change = ({ issuerStatement, issuer }) => {
    Object.assign(issuerStatement, { jwks: { keys: [issuer.signer.publicJwk] } })
    return null
  }
  const switched = (anchor: string) => profileFixture(profile, { testSwitches: { uncertifiedAnchors: [anchor] } })
  const { anchor } = await profileFixture(profile)
  assert.equal((await presentAfter(await switched(anchor.entityId), without)).status, 200)
  const at = await switched('https://other.example')
  await assertRefused(at, await presentAfter(at, without), ['FED-70', 'x5c_missing', 403])
})
