/**
 * A Wallet Provider that its federation has removed: a role refuses its attestations as soon as it has seen the
 * removal, even if it accepted them before.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectEntity } from '../support/federation.ts'
import { forgeJwt } from '../support/forge-jwt.ts'
import { beginIssuance, push } from '../support/pid-issuance.ts'
import { pidProviderFixture, walletProviderId } from '../support/pid-provider-fixture.ts'
import { attestationOf, type Bend, present, relyingPartyFixture, testWallet } from '../support/relying-party-fixture.ts'
import { assertRefusal } from '../support/wire-refusal.ts'

test('FED-38 PP-42 a PID Provider refuses an attestation that it accepted before its provider was removed', async () => {
  const fixture = await pidProviderFixture()
  const issuance = await beginIssuance(fixture)
  assert.equal((await push(issuance)).status, 201)
  connectEntity(fixture.network, fixture.clock, fixture.anchor, [fixture.pidProvider])
  fixture.clock.advance(60)
  await fixture.parts.trust.evaluate(walletProviderId, ['wallet_provider'])
  const refused = { id: 'PP-42', code: 'no_trust_chain', status: 401, error: 'invalid_client' }
  await assertRefusal(await push(issuance), fixture.sink, refused)
})

test('FED-38 RP-14 a Relying Party refuses an attestation that it accepted before its provider was removed', async () => {
  const fixture = await relyingPartyFixture()
  const wallet = await testWallet(fixture)
  const shown = await attestationOf(fixture, wallet)
  const showAgain = async () => (await present(fixture, { wallet, bend: { attestationJwt: () => shown } })).response
  assert.equal((await showAgain()).status, 200)
  connectEntity(fixture.network, fixture.clock, fixture.anchor, [fixture.issuer, fixture.own])
  fixture.clock.advance(60)
  const unchained: Bend['attestationJwt'] = (jwt, signer) =>
    forgeJwt(jwt, signer, { header: { trust_chain: undefined } })
  assert.equal((await present(fixture, { bend: { attestationJwt: unchained } })).response.status, 403)
  const refused = { id: 'RP-14', code: 'no_trust_chain', status: 403, error: 'invalid_request' }
  await assertRefusal(await showAgain(), fixture.sink, refused)
})
