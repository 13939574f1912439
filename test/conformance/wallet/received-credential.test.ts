/**
 * Credentials of later versions of IT-Wallet that a wallet receives over a channel of its app: from the sandbox's test
 * issuer, and from an issuer made of other libraries with one fault in each row.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itWallet1PidType } from '../../../src/credential/index.ts'
import { receiveTestCredential } from '../../../src/sandbox/test-issuer/receive-test-credential.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { refusedBy, ruleOf } from '../../support/refused-by.ts'
import { connectTestIssuer, knownTypes, testIssuerId } from '../../support/test-issuer.ts'
import { startThirdParties } from '../../support/third-parties.ts'
import { thirdPartyKey } from '../../support/third-party/federation.ts'
import type { ThirdPartyIssuer } from '../../support/third-party/issuer.ts'
import type { Members } from '../../support/third-party/server.ts'
import type { LaterVersion } from '../../support/third-party/versions.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { anchorId, createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

test('WI-150 a wallet receives the PID of IT-Wallet 1.0 from the test issuer, and sees its revocation', async () => {
  const fixture = await createWalletProviderFixture()
  const { revoke } = await connectTestIssuer(fixture)
  const anchorProfiles = new Map([[anchorId, ['seed', 'it-wallet-1.0'] as const]])
  const { wallet } = createTestWallet(fixture, { credentialTypes: knownTypes, anchorProfiles })
  await wallet.setUp()
  const type = itWallet1PidType(anchorId)
  const held = await receiveTestCredential(wallet, fixture.network.fetch, { issuer: testIssuerId, type })
  assert.equal(held.type, type)
  const { claims, state } = await wallet.show(held.id)
  assert.equal(state, 'valid')
  assert.deepEqual([claims.nationalities, claims.birth_date], [['IT'], '1980-01-01'])
  revoke(held.status?.idx ?? 0)
  fixture.clock.advance(10)
  assert.equal((await wallet.show(held.id)).state, 'revoked')
})

test('WI-55 a credential that came without an access token is not renewed', async () => {
  const fixture = await createWalletProviderFixture()
  await connectTestIssuer(fixture)
  const anchorProfiles = new Map([[anchorId, ['seed', 'it-wallet-1.0'] as const]])
  const { wallet } = createTestWallet(fixture, { credentialTypes: knownTypes, anchorProfiles })
  await wallet.setUp()
  const delivery = { issuer: testIssuerId, type: itWallet1PidType(anchorId) }
  const held = await receiveTestCredential(wallet, fixture.network.fetch, delivery)
  await refusedBy('WI-55', 'grant_missing', wallet.renewPid(held.id))
})

test('WI-150 an unknown type is refused before the issuer is asked', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet } = createTestWallet(fixture)
  await wallet.setUp()
  const obtain = () => assert.fail('the issuer is asked')
  const delivery = { issuer: testIssuerId, type: 'urn:unknown', clientId: 'wallet', cNonce: 'nonce', obtain }
  await refusedBy('WI-150', 'type_unknown', wallet.receiveCredential(delivery))
})

test('WI-150 deletes the new key if the app cannot obtain the credential, and passes on the error of the app', async () => {
  const fixture = await createWalletProviderFixture()
  await connectTestIssuer(fixture)
  const anchorProfiles = new Map([[anchorId, ['seed', 'it-wallet-1.0'] as const]])
  const { wallet, phone } = createTestWallet(fixture, { credentialTypes: knownTypes, anchorProfiles })
  await wallet.setUp()
  const keys = [...phone.state.keys.keys()]
  const delivery = { issuer: testIssuerId, type: itWallet1PidType(anchorId), clientId: 'wallet', cNonce: 'nonce' }
  let proved = 0
  const obtain = async (): Promise<string> => {
    proved = phone.state.keys.size
    throw new Error('the user left')
  }
  await assert.rejects(wallet.receiveCredential({ ...delivery, obtain }), /the user left/)
  assert.equal(proved, keys.length + 1)
  assert.deepEqual([...phone.state.keys.keys()], keys)
  assert.deepEqual(await wallet.list(), [])
})

type Bend = (issuer: ThirdPartyIssuer) => void
const without =
  (...names: readonly string[]): Bend =>
  ({ bends }) => {
    bends.pid = (own) => Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)))
  }
const stating =
  (members: Members): Bend =>
  ({ bends }) => {
    bends.pid = (own) => ({ ...own, ...members })
  }
const listedType: Bend = ({ bends }) => {
  bends.pid = (own) => ({ ...own, vct: [String(own.vct)], type: String(own.vct) })
}
const chain =
  (change: NonNullable<ThirdPartyIssuer['bends']['chain']>): Bend =>
  ({ bends }) => {
    bends.chain = change
  }
const foreign = await thirdPartyKey()

/** Faults in the claims, which are the same in both versions. */
const claims = ruleCasesOf<[bend: Bend]>({
  accepted: [['the content of the version', () => undefined]],
  'WI-61 claim_missing': [
    ['no given_name', without('given_name')],
    ['no nationalities', without('nationalities')],
    ['neither tax_id_code nor personal_administrative_number', without('tax_id_code')],
  ],
  'WI-61 claim_malformed': [
    ['nationalities as text', stating({ nationalities: 'IT' })],
    ['an empty list of nationalities', stating({ nationalities: [] })],
    ['family_name as number', stating({ family_name: 7 })],
  ],
  'WI-61 type_mismatch': [
    ['another vct', stating({ vct: 'urn:other' })],
    ['a vct that is a list, beside the type', listedType],
  ],
  'WI-58 iss_mismatch': [['another issuer', stating({ iss: 'https://other.example' })]],
  'WI-59 cnf_mismatch': [['another holder', stating({ cnf: { jwk: foreign.publicJwk } })]],
})

const replaced = ruleCasesOf<[bend: Bend]>({
  accepted: [
    [
      'personal_administrative_number instead of tax_id_code',
      ({ bends }) => {
        bends.pid = ({ tax_id_code: _, ...own }) => ({ ...own, personal_administrative_number: 'ANPR-1' })
      },
    ],
  ],
})

const certificates = ruleCasesOf<[bend: Bend]>({
  accepted: [['the pinned root at the end of x5c (FED-137)', chain({ x5c: (own, root) => [...own, root] })]],
  'WI-61 claim_malformed': [['place_of_birth as text', stating({ place_of_birth: 'Roma' })]],
  'FED-70 x5c_missing': [['no x5c', chain({ x5c: () => undefined })]],
  'FED-70 x5c_root_present': [['the root twice in x5c', chain({ x5c: (own, root) => [...own, root, root] })]],
  'FED-72 x509_signature_invalid': [['another root of the same name', chain({ otherRoot: true })]],
  'FED-73 x509_expired': [['an expired certificate', chain({ endsIn: -600_000 })]],
  'FED-78 x509_entity_mismatch': [
    ['a certificate of another entity', chain({ names: { uri: 'http://localhost:1', dns: 'localhost' } })],
  ],
  'FED-81 x509_revoked': [['a revoked certificate', chain({ revoked: 'protocol' })]],
  'WI-151 certificate_key_mismatch': [['a certificate of another key', chain({ key: foreign })]],
})

const tables: Readonly<Record<LaterVersion, typeof claims>> = {
  'it-wallet-1.0': [...claims, ...replaced],
  'it-wallet-1.4': [...claims, ...replaced, ...certificates],
}

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`WI-150 WI-151 a credential of ${version} made with other libraries is accepted, and refused with each fault`, async (t) => {
    const { issuer, createWallet, deliverTo } = await startThirdParties(t, version)
    const { wallet, phone, blobs, random } = createWallet()
    await wallet.setUp()
    for (const [rule, what, bend] of tables[version])
      await t.test(`${rule.join(' ')}: ${what}`, async () => {
        issuer.bends = {}
        bend(issuer)
        const { wallet: holder } = createWallet({ phone, blobs, random })
        const before = await holder.list()
        const keys = phone.state.keys.size
        const outcome = await ruleOf(() => deliverTo(holder, version))
        assert.equal(outcome, rule.join(' '))
        const stored = outcome === 'accepted' ? 1 : 0
        assert.equal((await holder.list()).length, before.length + stored, 'nothing of a refused credential is stored')
        assert.equal(phone.state.keys.size, keys + stored, 'and its key is deleted')
      })
  })

test('WI-134 WI-151 a wallet without root certificates refuses a credential and a request of 1.4', async (t) => {
  const { relyingParty, createWallet, deliverTo } = await startThirdParties(t, 'it-wallet-1.4')
  const { phone, blobs, random, wallet } = createWallet()
  await wallet.setUp()
  await deliverTo(wallet, 'it-wallet-1.4')
  const { wallet: rootless } = createWallet({ phone, blobs, random, judgesCertificates: false })
  await refusedBy('WI-151', 'certificates_unsupported', deliverTo(rootless, 'it-wallet-1.4'))
  await refusedBy('WI-134', 'certificates_unsupported', rootless.present(relyingParty.ask('dcql')))
})
