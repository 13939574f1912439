/**
 * `trusted_authorities` at the Relying Party (OpenID4VP 1.0 §6.1.1): the authorities of a credential come from the
 * verified chain and certificates only, and from nothing that a holder could add.
 */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import type { Cbor } from '../../../src/cose/index.ts'
import { authorityKeyIds, type MdocSigner } from '../../../src/mdoc/index.ts'
import { createMdocIssuer } from '../../../src/pid-provider-adapters/mdoc-issuer-file.ts'
import type { ProfileName } from '../../../src/profiles/index.ts'
import { createRelyingParty } from '../../../src/relying-party/index.ts'
import { keyIdentifierOf, spkiOf } from '../../../src/x509/index.ts'
import type { Certified } from '../../support/certificates/test-authority.ts'
import { type CborObject, makeCertificate, rewritten } from '../../support/mdoc.ts'
import { mdocQuery, presentedMdoc } from '../../support/mdoc-presentation.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  issuerId,
  present,
  providerId,
  type RelyingPartyFixture,
  relyingPartyFixture,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

type Authority = { readonly type: string; readonly values: readonly string[] }

const pid = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['eu.eudiw.pid.it'] },
  claims: [{ path: ['given_name'] }],
}
const asking = (credential: object, trusted_authorities: readonly Authority[]) => ({
  dcqlQuery: { credentials: [{ ...credential, trusted_authorities }] },
})
const query = 'variant=dcql&flow=cross-device'

for (const [title, authorities, accepted] of [
  ['the anchor', [{ type: 'openid_federation', values: ['https://anchor.example'] }], true],
  ['the issuer itself', [{ type: 'openid_federation', values: ['https://x.example', issuerId] }], true],
  [
    'two authorities, of which one fits',
    [
      { type: 'etsi_tl', values: ['x'] },
      { type: 'openid_federation', values: [issuerId] },
    ],
    true,
  ],
  ['another member', [{ type: 'openid_federation', values: [providerId] }], false],
  ['a trusted list, which is not supported', [{ type: 'etsi_tl', values: ['https://anchor.example'] }], false],
  ['an unknown type', [{ type: 'constructor', values: ['https://anchor.example'] }], false],
  ['a key identifier, which an SD-JWT without certificates does not have', [{ type: 'aki', values: ['AAAA'] }], false],
] as const)
  test(`RP-85 RP-13 an SD-JWT is ${accepted ? 'accepted' : 'refused'} if the query trusts ${title}`, async () => {
    const fixture = await relyingPartyFixture({ config: asking(pid, authorities) })
    const { response } = await present(fixture, { query })
    if (accepted) assert.equal(response.status, 200, await response.text())
    else await assertRefused(fixture, response, ['RP-13', 'authority_mismatch', 400])
  })

/** Presents an SD-JWT with `x5c` in this profile for a query that names key identifiers of authorities. */
async function presentCertified(profile: ProfileName, valuesOf: (at: RelyingPartyFixture) => readonly string[]) {
  const at = await profileFixture(profile)
  const trusted_authorities = [{ type: 'aki', values: [...valuesOf(at)] }]
  const credentials = at.config.dcqlQuery.credentials.map((one) => ({ ...one, trusted_authorities }))
  const config = { ...at.config, dcqlQuery: { ...at.config.dcqlQuery, credentials } }
  const rp = createRelyingParty({ ...at.context, config })
  at.network.connect(config.entityId, rp.app)
  const fixture = { ...at, config, rp, send: rp.app }
  const credential = ({ header }: Bendable): void => {
    header.x5c = at.issuerX5c
  }
  return { fixture, ...(await present(fixture, { query: 'flow=cross-device', bend: { credential } })) }
}

const keyIdOf = ({ keyId }: Certified): string => Buffer.from(keyId).toString('base64url')

for (const [what, keyIdIn] of [
  ['the issuer of the first certificate', ({ issuerCertificate }) => keyIdOf(issuerCertificate)],
  ['the root above the last certificate', ({ root }) => keyIdOf(root)],
] as readonly (readonly [string, (at: RelyingPartyFixture) => string])[])
  test(`RP-220 1.4 accepts an SD-JWT for a query with the key identifier of ${what}`, async () => {
    const { response } = await presentCertified('it-wallet-1.4', (at) => ['AAAA', keyIdIn(at)])
    assert.equal(response.status, 200, await response.text())
  })

test('RP-220 1.4 refuses an SD-JWT for a query with other key identifiers, also with that of the certified key', async () => {
  const { fixture, response } = await presentCertified('it-wallet-1.4', ({ credentialSigner }) => [
    'AAAA',
    Buffer.from(keyIdentifierOf(spkiOf(credentialSigner.publicJwk))).toString('base64url'),
  ])
  await assertRefused(fixture, response, ['RP-13', 'authority_mismatch', 400])
})

test('RP-220 1.0 refuses an SD-JWT for a query with key identifiers, because it does not verify certificates', async () => {
  const { fixture, response } = await presentCertified('it-wallet-1.0', ({ root, issuerCertificate }) => [
    keyIdOf(root),
    keyIdOf(issuerCertificate),
  ])
  await assertRefused(fixture, response, ['RP-13', 'authority_mismatch', 400])
})

/**
 * Presents an mdoc for a query that names key identifiers of authorities. `values` gets the identifier of the fixture's
 * issuer, `text` can change the mdoc, and `signerOf` replaces its signer.
 */
async function presentMdoc(
  values: (keyId: string) => readonly string[],
  text: (shown: string, authority: Uint8Array) => string = (shown) => shown,
  signerOf?: (fixture: RelyingPartyFixture) => Promise<MdocSigner>,
) {
  const base = await relyingPartyFixture()
  const [keyId = ''] = authorityKeyIds([base.mdocIssuer.certificate])
  const [credential] = mdocQuery.credentials
  const config = asking(credential ?? {}, [{ type: 'aki', values: values(keyId) }])
  const fixture = await relyingPartyFixture({ config, mdocIssuer: base.mdocIssuer })
  const wallet = await testWallet(fixture)
  const signed = signerOf ? { signer: await signerOf(fixture) } : {}
  let presentationNonce = ''
  const bend: Bend = {
    binding: ({ nonce }) => {
      presentationNonce = nonce
    },
    members: async (members) => {
      members.vp_token.pid = text(
        await presentedMdoc(fixture, wallet, presentationNonce, signed),
        base.mdocIssuer.authority,
      )
    },
  }
  const { response } = await present(fixture, { query, wallet, bend })
  return { fixture, response }
}

test('RP-85 RP-220 accepts an mdoc only if its authority has a requested key identifier', async () => {
  const own = await presentMdoc((keyId) => ['AAAA', keyId])
  assert.equal(own.response.status, 200, await own.response.text())
  const other = await presentMdoc(() => ['AAAA'])
  await assertRefused(other.fixture, other.response, ['RP-13', 'authority_mismatch', 400])
})

test('RP-85 a certificate that the holder adds does not count', async () => {
  const { crypto, clock } = await relyingPartyFixture()
  const certified = { organizationName: 'An issuer', country: 'IT', credentialLifetimeSeconds: 86_400 }
  const foreign = await createMdocIssuer({ crypto, clock }, { entityId: issuerId, ...certified })
  const added = (shown: string, authority: Uint8Array): string =>
    rewritten(shown, (top) => {
      const [document = new Map()] = top.get('documents') as CborObject[]
      const structure: unknown = (document.get('issuerSigned') as CborObject).get('issuerAuth')
      const parts = (Array.isArray(structure) ? structure : (structure as { value: Cbor[] }).value) as Cbor[]
      const header = parts[1] as CborObject
      header.set(33, [header.get(33) ?? null, authority, foreign.certificate])
    })
  const [keyId = ''] = authorityKeyIds([foreign.certificate])
  const { fixture, response } = await presentMdoc(() => [keyId], added)
  await assertRefused(fixture, response, ['RP-13', 'authority_mismatch', 400])
})

test('RP-85 an authority that a forged certificate of a trusted key names does not count', async () => {
  const claimedId = Buffer.from('an authority that the holder likes')
  /** The issuer's metadata has this key without certificates, so a holder can put it into any certificate. */
  const wrapped = async ({ credentialSigner, clock }: RelyingPartyFixture): Promise<MdocSigner> => {
    const publicKey = createPublicKey({ key: credentialSigner.publicJwk as JsonWebKey, format: 'jwk' })
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const times = { from: clock.now() - 60, until: clock.now() + 7200 }
    const forged = makeCertificate(undefined, { ...times, spki, authorityKeyId: claimedId, uri: issuerId })
    return { signer: credentialSigner, x5chain: [forged.der] }
  }
  const unasked = await presentMdoc((keyId) => [keyId], undefined, wrapped)
  await assertRefused(unasked.fixture, unasked.response, ['RP-13', 'authority_mismatch', 400])
  const { fixture, response } = await presentMdoc(() => [claimedId.toString('base64url')], undefined, wrapped)
  await assertRefused(fixture, response, ['RP-13', 'authority_mismatch', 400])
})
