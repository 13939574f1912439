/** The Wallet Attestation as an SD-JWT in IT-Wallet 1.0: optional, verified, not passed to the application (RP-136). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { beginErasure, presentForErasure } from '../../support/erasure.ts'
import {
  answerForm,
  assertRefused,
  type Bendable,
  fetchRequest,
  issuerId,
  post,
  type RelyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../../support/relying-party-profiles.ts'
import { presentedAttestation } from '../../support/sd-jwt-attestation.ts'

type Change = (content: Bendable) => void

/** Answers a request with the PID and an attestation. `change` applies before the attestation is signed. */
async function answer(at: RelyingPartyFixture, change: Change = () => undefined) {
  const { browser, ...started } = await start(at, 'flow=cross-device')
  const request = await requestObjectOf(await fetchRequest(at, started))
  const wallet = await testWallet(at)
  const attestation = await presentedAttestation(at, wallet, request.payload.nonce, change)
  const bend = answerIn(at.config.profile, request, {
    members: ({ vp_token: token }) => {
      token.wallet_attestation = Array.isArray(token.pid) ? [attestation] : attestation
    },
  })
  const response = await post(at, await answerForm(at, wallet, request, bend))
  return { response, id: started.id }
}

test('RP-136 1.0: the result states the level of a presented attestation, and none of its claims', async () => {
  const at = await profileFixture('it-wallet-1.0')
  const { response, id } = await answer(at)
  assert.equal(response.status, 200, await response.clone().text())
  const { result } = (await at.stores.presentationSessions.find(id)) ?? {}
  const { credentials, walletLevel, walletLevelProven } = result as Bendable
  assert.deepEqual(
    credentials.map((one: Bendable) => one.id),
    ['pid'],
  )
  assert.deepEqual([walletLevel, walletLevelProven], ['https://trust-list.eu/aal/high', false])
})

const plain =
  (members: object): Change =>
  (content) =>
    void Object.assign(content.plain, members)
const bound =
  (members: object): Change =>
  (content) =>
    void Object.assign(content.binding, members)

describe('RP-136 1.0: an attestation that is presented must be valid', () => {
  const rows: readonly (readonly [string, Change, string, string, number])[] = [
    ['an unknown kid', ({ header }) => void Object.assign(header, { kid: 'x' }), 'RP-60', 'issuer_key_unknown', 403],
    [
      'an attestation by a credential issuer',
      ({ header, plain: claims }) => {
        header.trust_chain = undefined
        claims.iss = issuerId
      },
      ...(['RP-60', 'entity_type_missing', 403] as const),
    ],
    ['another type', plain({ vct: 'urn:x' }), 'RP-13', 'type_mismatch', 400],
    ['an expired attestation', plain({ exp: 1 }), 'RP-69', 'expired', 400],
    ['another nonce', bound({ nonce: '1'.repeat(48) }), 'RP-66', 'nonce_mismatch', 403],
    ['another audience', bound({ aud: issuerId }), 'RP-65', 'aud_mismatch', 403],
  ]
  for (const [name, change, id, code, status] of rows)
    test(`${id} refuses ${name}`, async () => {
      const at = await profileFixture('it-wallet-1.0')
      const { response } = await answer(at, change)
      await assertRefused(at, response, [id, code, status])
    })
})

test('RP-222 1.0: an erasure asks for the attestation as other requests do, and deletes with it and without it', async () => {
  for (const askWalletAttestation of [true, false]) {
    const at = await profileFixture('it-wallet-1.0', { config: { askWalletAttestation } })
    const { browser, request } = await beginErasure(at)
    const { credentials, credential_sets: sets } = request.payload.dcql_query as Bendable
    const ids = credentials.map((one: Bendable) => one.id)
    assert.deepEqual(ids, askWalletAttestation ? ['pid', 'wallet_attestation'] : ['pid'])
    if (!askWalletAttestation) continue
    assert.deepEqual(sets, [{ options: [['pid']] }, { options: [['wallet_attestation']], required: false }])
    const wallet = await testWallet(at)
    const attestation = await presentedAttestation(at, wallet, request.payload.nonce, () => undefined)
    const members = ({ vp_token: token }: Bendable) => {
      token.wallet_attestation = Array.isArray(token.pid) ? [attestation] : attestation
    }
    const form = await answerForm(at, wallet, request, answerIn(at.config.profile, request, { members }))
    const response = await post(at, form)
    assert.equal(response.status, 200, await response.clone().text())
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    assert.equal((await browser.get(redirectUri)).status, 204)
  }
  const at = await profileFixture('it-wallet-1.0')
  const { browser, redirectUri } = await presentForErasure(at)
  assert.equal((await browser.get(redirectUri)).status, 204)
})

test('RP-70 1.0: refuses an attestation that the Wallet Provider revoked', async () => {
  const at = await profileFixture('it-wallet-1.0')
  at.setStatusOf('attestation', 1)
  await assertRefused(at, (await answer(at)).response, ['RP-70', 'revoked', 400])
})

test('RP-70 1.0: refuses an attestation with a status assertion only, also with acceptUnknownStatus', async () => {
  const at = await profileFixture('it-wallet-1.0', { config: { acceptUnknownStatus: true } })
  const { response } = await answer(at, plain({ status: { status_assertion: { credential_hash_alg: 'sha-256' } } }))
  await assertRefused(at, response, ['RP-70', 'status_reference_unusable', 400])
})

test('RP-13 1.4: refuses an attestation, because it is not asked for', async () => {
  const at = await profileFixture('it-wallet-1.4')
  const { response } = await answer(at)
  await assertRefused(at, response, ['RP-13', 'presentation_unrequested', 400])
})
