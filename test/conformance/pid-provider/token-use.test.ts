/** A code and its proofs are valid once, in time, with one key, and only while the wallet is not revoked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { createStatusList, setStatus } from '../../../src/status-list/index.ts'
import { brokenForms } from '../../support/broken-forms.ts'
import { forgeJwt, type JwtChange } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  obtainCode,
  obtainTokens,
  push,
  redeem,
  requestCredential,
  type Tokens,
  tokenAssertion,
  tokenMessage,
  tokenProof,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, publishWalletList, testWallet } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
const shared = await beginIssuance(fixture)

test('PP-69 a code expires after one minute', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance)
  const later = clock.now() + 60
  clock.advance(60)
  const expected = { id: 'PP-69', code: 'code_expired', status: 400, error: 'invalid_grant' }
  await assertRefusal(await redeem(issuance, code), sink, expected)
  clock.advance(-60)
  assert.equal(clock.now(), later - 60)
})

test('PP-17 PP-75 a code is accepted once, and its second use revokes the tokens of the first use', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance)
  const tokens = (await bodyOf(await redeem(issuance, code))) as unknown as Tokens
  const stolen = { form: { client_assertion: 'x' } }
  await assertRefusal(await redeem(issuance, code, stolen), sink, 'GEN-23 jws_malformed 401 invalid_client')
  assert.equal((await requestCredential(issuance, tokens)).status, 200, 'a wrong assertion revokes nothing')
  const again = { id: 'PP-17', code: 'code_used', status: 400, error: 'invalid_grant' }
  await assertRefusal(await redeem(issuance, code), sink, again)
  clock.advance(100)
  await assertRefusal(await redeem(issuance, code), sink, again)
  clock.advance(-100)
  const revoked = { id: 'PP-75', code: 'grant_revoked', status: 401, error: 'invalid_token' }
  await assertRefusal(await requestCredential(issuance, tokens), sink, revoked)
})

test('PP-17 PP-75 D-61 a repeated token request, or a part of it with new proofs, revokes nothing', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance)
  const [compactAssertion, compactDpop] = [await tokenAssertion(issuance), await tokenProof(issuance)]
  const message = await tokenMessage(issuance, code, { compactAssertion, compactDpop })
  const tokens = (await bodyOf(await fixture.send('/token', message))) as unknown as Tokens
  const usedCode = { id: 'PP-17', code: 'code_used', status: 400, error: 'invalid_grant' }
  await assertRefusal(await fixture.send('/token', message), sink, usedCode)
  const thief = await generateSigner(fixture)
  const ownProof = { header: { jwk: thief.publicJwk }, signer: thief }
  await assertRefusal(await redeem(issuance, code, { compactAssertion, dpop: ownProof }), sink, usedCode)
  await assertRefusal(await redeem(issuance, code, { compactDpop }), sink, usedCode)
  assert.equal((await requestCredential(issuance, tokens)).status, 200)
})

test('PP-73 PP-83 an assertion and a proof are accepted once, and a refused request uses up neither them nor the code', async () => {
  const first = await beginIssuance(fixture)
  const [compactAssertion, compactDpop] = [await tokenAssertion(first), await tokenProof(first)]
  await redeem(first, await obtainCode(first), { compactAssertion, compactDpop })
  const second = await beginIssuance(fixture, first.wallet)
  const code = await obtainCode(second)
  const usedAssertion = { id: 'PP-73', code: 'client_assertion_used', status: 401, error: 'invalid_client' }
  await assertRefusal(await redeem(second, code, { compactAssertion }), sink, usedAssertion)
  const usedProof = { id: 'PP-83', code: 'dpop_proof_used', status: 400, error: 'invalid_dpop_proof' }
  await assertRefusal(await redeem(second, code, { compactDpop }), sink, usedProof)
  const [ofRefused, proofOfRefused] = [await tokenAssertion(second), await tokenProof(second)]
  const unspent = { compactAssertion: ofRefused, compactDpop: proofOfRefused }
  const unknown = { id: 'PP-70', code: 'code_unknown', status: 400, error: 'invalid_grant' }
  await assertRefusal(await redeem(second, 'x'.repeat(43), unspent), sink, unknown)
  assert.equal((await redeem(second, code, unspent)).status, 200, 'a refused request uses up nothing')
})

test('PP-130 PP-73 an assertion without jti is accepted once, even with another signature', async () => {
  const first = await beginIssuance(fixture)
  const assertion = await tokenAssertion(first)
  const payload = { iat: undefined, jti: undefined, exp: clock.now() + 3600 }
  const signAgain = () => forgeJwt(assertion, first.wallet.attested, { payload })
  const response = await redeem(first, await obtainCode(first), { compactAssertion: await signAgain() })
  assert.equal(response.status, 200, await response.text())
  const second = await beginIssuance(fixture, first.wallet)
  const code = await obtainCode(second)
  const used = { id: 'PP-73', code: 'client_assertion_used', status: 401, error: 'invalid_client' }
  await assertRefusal(await redeem(second, code, { compactAssertion: await signAgain() }), sink, used)
  assert.equal((await redeem(second, code)).status, 200)
})

test('PP-51 a code that PAR bound to a DPoP key is refused with another key', async () => {
  for (const bind of [
    { form: { dpop_jkt: shared.wallet.dpop.kid } },
    { object: { payload: { dpop_jkt: shared.wallet.dpop.kid } } },
  ]) {
    const issuance = await beginIssuance(fixture, shared.wallet)
    const code = await obtainCode(issuance, bind)
    const other = await generateSigner(fixture)
    const change: JwtChange = { header: { jwk: other.publicJwk }, signer: other }
    const expected = { id: 'PP-51', code: 'jkt_mismatch', status: 400, error: 'invalid_dpop_proof' }
    await assertRefusal(await redeem(issuance, code, { dpop: change }), sink, expected)
    assert.equal((await redeem(issuance, code)).status, 200)
  }
})

test('PP-77 both endpoints refuse a proof without nonce, send a nonce, and accept the retry with it', async () => {
  const strict = await pidProviderFixture({ config: { dpopNonceLifetimeSeconds: 60 } })
  const issuance = await beginIssuance(strict)
  const code = await obtainCode(issuance)
  const demand = await redeem(issuance, code)
  const nonce = demand.headers.get('dpop-nonce')
  assert.ok(nonce)
  await assertRefusal(demand, strict.sink, 'PP-77 dpop_nonce_missing 400 use_dpop_nonce')
  const foreign = await redeem(issuance, code, { dpop: { payload: { nonce: 'x' } } })
  await assertRefusal(foreign, strict.sink, 'PP-77 nonce_foreign 400 use_dpop_nonce')
  const tokens = (await bodyOf(await redeem(issuance, code, { dpop: { payload: { nonce } } }))) as unknown as Tokens
  const second = await requestCredential(issuance, tokens)
  assert.match(second.headers.get('www-authenticate') ?? '', /^DPoP error="use_dpop_nonce"/)
  await assertRefusal(second, strict.sink, 'PP-77 dpop_nonce_missing 401 use_dpop_nonce')
  assert.equal((await requestCredential(issuance, tokens, { dpop: { payload: { nonce } } })).status, 200)
  strict.clock.advance(61)
  const late = await requestCredential(issuance, tokens, { dpop: { payload: { nonce } } })
  await assertRefusal(late, strict.sink, { id: 'PP-77', code: 'nonce_expired', status: 401, error: 'use_dpop_nonce' })
})

test('a test switch accepts attestations whose status list is unreachable, at each endpoint', async () => {
  const origin = 'https://status.wallet-provider.example'
  const switched = await pidProviderFixture({ testSwitches: { validWithoutStatusList: [origin] } })
  const issuanceAt = async (host: string) =>
    beginIssuance(switched, await testWallet(switched, { status: { status_list: { idx: 7, uri: `${host}/1` } } }))
  const issuance = await issuanceAt(origin)
  assert.equal((await requestCredential(issuance, await obtainTokens(issuance))).status, 200)
  const unreachable = { id: 'GEN-27', code: 'unreachable', status: 503, error: 'temporarily_unavailable' }
  await assertRefusal(await push(await issuanceAt('https://other.example')), switched.sink, unreachable)
  const list = createStatusList(1, 1000)
  setStatus(list, 7, 1)
  publishWalletList(switched, `${origin}/1`, list)
  const revoked = { id: 'PP-44', code: 'attestation_revoked', status: 401, error: 'invalid_client' }
  await assertRefusal(await push(await issuanceAt(origin)), switched.sink, revoked)
})

test('PP-34 an attestation that is revoked after PAR gets no token and no credential; an expired one gets a credential', async () => {
  const uri = 'https://status.wallet-provider.example/2'
  const list = createStatusList(1, 1000)
  publishWalletList(fixture, uri, list)
  const status = (idx: number) => ({ status: { status_list: { idx, uri } }, lifetimeSeconds: 60 })
  const issuance = await beginIssuance(fixture, await testWallet(fixture, status(7)))
  const code = await obtainCode(issuance)
  const late = await beginIssuance(fixture, await testWallet(fixture, status(8)))
  const tokens = await obtainTokens(late)
  setStatus(list, 7, 1)
  setStatus(list, 8, 1)
  clock.advance(6)
  const refused = { id: 'PP-34', code: 'attestation_revoked' }
  await assertRefusal(await redeem(issuance, code), sink, { ...refused, status: 401, error: 'invalid_client' })
  await assertRefusal(await requestCredential(late, tokens), sink, {
    ...refused,
    status: 400,
    error: 'credential_request_denied',
  })
  setStatus(list, 8, 0)
  clock.advance(114)
  assert.equal((await requestCredential(late, tokens)).status, 200, 'the grant outlives the attestation')
  const expired = { id: 'PP-04', code: 'expired', status: 401, error: 'invalid_client' }
  await assertRefusal(await push(late), sink, expired)
  clock.advance(-120)
})

test('PP-34 GEN-27 an unreachable status list causes a 503 at the token and credential endpoints, and uses up nothing', async () => {
  const at = await pidProviderFixture()
  const uri = 'https://status.wallet-provider.example/3'
  const list = createStatusList(1, 1000)
  publishWalletList(at, uri, list)
  const of = async (idx: number) => beginIssuance(at, await testWallet(at, { status: { status_list: { idx, uri } } }))
  const [early, late] = [await of(7), await of(8)]
  const code = await obtainCode(early)
  const tokens = await obtainTokens(late)
  at.clock.advance(6)
  at.network.disconnect('https://status.wallet-provider.example')
  const outage = { id: 'GEN-27', code: 'unreachable', status: 503, error: 'temporarily_unavailable' }
  await assertRefusal(await redeem(early, code), at.sink, outage)
  await assertRefusal(await requestCredential(late, tokens), at.sink, outage)
  publishWalletList(at, uri, list)
  assert.equal((await redeem(early, code)).status, 200)
  assert.equal((await requestCredential(late, tokens)).status, 200)
})

test('GEN-07 GEN-09 GEN-23 GEN-29 the general rules for forms apply to the token endpoint', async () => {
  for (const [id, code, status, init] of brokenForms({ parameter: 'code', malformed: '%f', tooLarge: 131_073 }))
    await assertRefusal(await fixture.send('/token', init), sink, { id, code, status, error: 'invalid_request' })
})

test('GEN-27 an unreachable store causes a 503, a faulty one a 500, and the code is not used up', async () => {
  const broken = await pidProviderFixture()
  const issuance = await beginIssuance(broken)
  const code = await obtainCode(issuance)
  const { redeem: working } = broken.stores.grants
  for (const [fault, status, error] of [
    [new Unavailable('down'), 503, 'temporarily_unavailable'],
    [new Error('bug'), 500, 'server_error'],
  ] as const) {
    Object.assign(broken.stores.grants, { redeem: () => Promise.reject(fault) })
    const response = await redeem(issuance, code)
    assert.equal(response.status, status)
    assert.equal((await bodyOf(response)).error, error)
  }
  Object.assign(broken.stores.grants, { redeem: working })
  assert.equal((await redeem(issuance, code)).status, 200)
})
