/**
 * Wallet Attestation and proof of possession in the form, at PAR and at the token endpoint: the format of wallets of
 * IT-Wallet 0.7 and of Attestation-Based Client Authentication up to draft 04 (D-428).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgeJwt } from '../../support/forge-jwt.ts'
import {
  attestationPop,
  beginIssuance,
  bodyOf,
  type Changes,
  type Issuance,
  obtainCode,
  obtainPid,
  type Push,
  push,
  redeem,
  type TokenBend,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, testWallet } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { sink } = fixture

const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
const formOf = (assertion: string): { readonly form: Changes } => ({
  form: { client_assertion_type: type, client_assertion: assertion },
})
const attested = async (issuance: Issuance, pop?: string): Promise<TokenBend> =>
  formOf(`${issuance.wallet.attestation}~${pop ?? (await attestationPop(issuance))}`)
const pushAttested = async (issuance: Issuance, pop?: string): Promise<Push> => ({
  ...(await attested(issuance, pop)),
  object: { payload: { client_assertion_type: type } },
})
const refused = (response: Response, id: string, code: string) =>
  assertRefusal(response, sink, { id, code, status: 401, error: 'invalid_client' })

test('PP-09 PP-16 PP-73 D-428 a whole issuance succeeds with attestation and proof of possession in the form', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance, await pushAttested(issuance))
  const proof = await attestationPop(issuance, `${pidProviderId}/token`)
  const response = await redeem(issuance, code, await attested(issuance, proof))
  assert.equal(response.status, 200, await response.clone().text())
  const { credential } = await obtainPid(issuance, (await bodyOf(response)) as unknown as Tokens)
  assert.ok(credential.endsWith('~'))
})

test('PP-09 D-1142 a whole issuance succeeds with the proofs of early drafts, each accepted once', async () => {
  const exp = fixture.clock.now() + 600
  for (const change of [
    { header: { typ: undefined }, payload: { iat: undefined, nbf: fixture.clock.now(), exp } },
    { header: { typ: 'oauth-client-attestation-pop' }, payload: { iat: undefined, exp } },
  ]) {
    const issuance = await beginIssuance(fixture)
    const early = async () => forgeJwt(await attestationPop(issuance), issuance.wallet.attested, change)
    const used = await early()
    const code = await obtainCode(issuance, await pushAttested(issuance, used))
    const response = await redeem(issuance, code, await attested(issuance, await early()))
    assert.equal(response.status, 200, await response.text())
    fixture.clock.advance(599)
    await refused(await push(issuance, await pushAttested(issuance, used)), 'PP-09', 'pop_used')
    fixture.clock.advance(-599)
  }
})

test('PP-73 D-428 a client that pushed by one method in the form can redeem by the other', async () => {
  const pushedByProof = await beginIssuance(fixture)
  const code = await obtainCode(pushedByProof, await pushAttested(pushedByProof))
  assert.equal((await redeem(pushedByProof, code)).status, 200)
  const pushedAlone = await beginIssuance(fixture)
  const other = await obtainCode(pushedAlone)
  assert.equal((await redeem(pushedAlone, other, await attested(pushedAlone))).status, 200)
})

test('PP-73 D-428 requires one attestation and one proof of possession, and refuses them as a client assertion', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance)
  const { attestation } = issuance.wallet
  const pop = await attestationPop(issuance)
  for (const [assertion, expected] of [
    [attestation, 'pop_missing'],
    [`${attestation}~`, 'client_assertion_malformed'],
    [`~${pop}`, 'client_assertion_malformed'],
    [`${attestation}~${pop}~${pop}`, 'client_assertion_malformed'],
  ] as const)
    await refused(await redeem(issuance, code, formOf(assertion)), 'PP-73', expected)
  const asClientAssertion = { compactAssertion: `${attestation}~${pop}` }
  assert.equal((await redeem(issuance, code, asClientAssertion)).status, 401)
  const alone = { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation' }
  await refused(await redeem(issuance, code, { form: alone }), 'PP-73', 'client_assertion_type_unsupported')
  assert.equal((await redeem(issuance, code, formOf(`${attestation}~${pop}`))).status, 200, 'the code is not used up')
})

test('PP-04 PP-09 PP-73 D-428 attestation and proof are verified as in headers, and a proof is accepted once', async () => {
  const issuance = await beginIssuance(fixture)
  const used = await attestationPop(issuance)
  const code = await obtainCode(issuance, await pushAttested(issuance, used))
  const { attestation, attested: key } = issuance.wallet
  await refused(await redeem(issuance, code, await attested(issuance, used)), 'PP-09', 'pop_used')
  const foreign = await attested(issuance, await attestationPop(issuance, 'https://other.example'))
  await refused(await redeem(issuance, code, foreign), 'PP-09', 'aud_mismatch')
  const forged = await forgeJwt(attestation, key, {})
  const pop = await attestationPop(issuance)
  await refused(await redeem(issuance, code, formOf(`${forged}~${pop}`)), 'PP-04', 'signature_invalid')
  const stranger = await beginIssuance(fixture)
  await refused(await redeem(issuance, code, await attested(stranger)), 'PP-73', 'attestation_foreign')
  const redeemed = await redeem(issuance, code, formOf(`${attestation}~${pop}`))
  assert.equal(redeemed.status, 200)
  const again = await redeem(issuance, code, formOf(`${attestation}~${pop}`))
  await assertRefusal(again, fixture.sink, 'PP-17 code_used 400 invalid_grant')
  await obtainPid(issuance, (await bodyOf(redeemed)) as unknown as Tokens)
})

test('D-428 an attestation that PAR accepts is not too large for the token endpoint', async () => {
  const wallet = await testWallet(fixture)
  const attestation = await forgeJwt(wallet.attestation, fixture.attestationSigner, {
    payload: { padding: 'x'.repeat(60_000) },
  })
  const issuance = await beginIssuance(fixture, { ...wallet, attestation })
  const code = await obtainCode(issuance, await pushAttested(issuance))
  assert.equal((await redeem(issuance, code, await attested(issuance))).status, 200)
})

test('PP-73 D-428 a flow that began with headers cannot continue with the form', async () => {
  const issuance = await beginIssuance(fixture)
  const headers = {
    'OAuth-Client-Attestation': issuance.wallet.attestation,
    'OAuth-Client-Attestation-PoP': await attestationPop(issuance),
  }
  const bare = { client_assertion: undefined, client_assertion_type: undefined }
  const code = await obtainCode(issuance, { form: bare, headers })
  const response = await redeem(issuance, code, await attested(issuance))
  await refused(response, 'PP-73', 'client_authentication_changed')
})
