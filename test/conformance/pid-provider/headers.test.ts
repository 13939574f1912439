/**
 * The second client authentication of a wallet: Wallet Attestation and proof of possession in headers, at PAR and at
 * the token endpoint (D-112). Wallets of IT-Wallet 0.8 and later use it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStatusList, setStatus } from '../../../src/status-list/index.ts'
import { itWallet1Attestation } from '../../../src/wallet-attestation/index.ts'
import { forgeJwt, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  attestationPop,
  attestationRules,
  beginIssuance,
  bodyOf,
  type Changes,
  type Issuance,
  obtainCode,
  obtainPid,
  type Push,
  push,
  pushed,
  redeem,
  type TokenBend,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, publishWalletList, testWallet } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { sink, clock } = fixture

const bareForm = { client_assertion: undefined, client_assertion_type: undefined }
/** The pushed form of the headers' profile has only `client_id` and `request`. */
const sparseForm = {
  ...bareForm,
  response_type: undefined,
  code_challenge: undefined,
  code_challenge_method: undefined,
}

const headersOf = async (issuance: Issuance, pop?: string): Promise<Record<string, string>> => ({
  'OAuth-Client-Attestation': issuance.wallet.attestation,
  'OAuth-Client-Attestation-PoP': pop ?? (await attestationPop(issuance)),
})
const byHeaders = async (issuance: Issuance, headers: Changes = {}): Promise<Push & TokenBend> => ({
  form: bareForm,
  headers: { ...(await headersOf(issuance)), ...headers },
})
const pushByHeaders = async (issuance: Issuance, headers: Changes = {}): Promise<Push> => ({
  ...(await byHeaders(issuance, headers)),
  form: sparseForm,
})
const refused = (response: Response, id: string, code: string, expected: object = {}) =>
  assertRefusal(response, sink, { id, code, status: 401, error: 'invalid_client', ...expected })

test('PP-09 PP-16 a whole issuance succeeds with headers, from a pushed form of two fields', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance, await pushByHeaders(issuance))
  const response = await redeem(issuance, code, await byHeaders(issuance))
  assert.equal(response.status, 200, await response.clone().text())
  const { credential } = await obtainPid(issuance, (await bodyOf(response)) as unknown as Tokens)
  assert.ok(credential.endsWith('~'))
})

test('PP-04 PP-43 an expired or too long attestation in the headers is invalid_client (D-1151)', async () => {
  const now = clock.now()
  for (const [times, id, code] of [
    [{ iat: now - 7200, exp: now - 3600 }, 'PP-04', 'expired'],
    [{ exp: now + 172_800 }, 'PP-43', 'lifetime_too_long'],
  ] as const) {
    const wallet = await testWallet(fixture)
    const attestation = await forgeJwt(wallet.attestation, fixture.attestationSigner, { payload: times })
    const issuance = await beginIssuance(fixture, { ...wallet, attestation })
    await refused(await push(issuance, await pushByHeaders(issuance)), id, code)
  }
})

test('PP-16 PP-70 PP-73 a token request can omit client_id, and a code of another client is refused all the same', async () => {
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance, await pushByHeaders(issuance))
  const without = async (one: Issuance) => ({ ...(await byHeaders(one)), form: { ...bareForm, client_id: undefined } })
  const stranger = await beginIssuance(fixture)
  await refused(await redeem(issuance, code, await without(stranger)), 'PP-73', 'attestation_foreign')
  const other = { ...(await byHeaders(issuance)), form: { ...bareForm, client_id: stranger.wallet.clientId } }
  const expected = { status: 400, error: 'invalid_grant' }
  await refused(await redeem(issuance, code, other), 'PP-70', 'code_foreign', expected)
  const response = await redeem(issuance, code, await without(issuance))
  assert.equal(response.status, 200, await response.clone().text())
})

test('PP-09 the attestation can be renewed for the same key after PAR, and a proof can have the endpoint as audience', async () => {
  const issuance = await beginIssuance(fixture)
  const first = { 'OAuth-Client-Attestation-PoP': await attestationPop(issuance, `${pidProviderId}/as/par`) }
  const code = await obtainCode(issuance, await pushByHeaders(issuance, first))
  clock.advance(1)
  const renewed = {
    'OAuth-Client-Attestation': await fixture.attest(issuance.wallet.attested),
    'OAuth-Client-Attestation-PoP': await attestationPop(issuance, `${pidProviderId}/token`),
  }
  assert.equal((await redeem(issuance, code, await byHeaders(issuance, renewed))).status, 200)
})

test('PP-41 requires both headers, each once, and no client assertion', async () => {
  const issuance = await beginIssuance(fixture)
  const { attestation } = issuance.wallet
  const pop = await attestationPop(issuance)
  const rows: [Changes, Changes, string][] = [
    [{ 'OAuth-Client-Attestation': undefined }, {}, 'attestation_header_missing'],
    [{ 'OAuth-Client-Attestation': '' }, {}, 'attestation_header_missing'],
    [{ 'OAuth-Client-Attestation-PoP': undefined }, {}, 'pop_header_missing'],
    [{ 'OAuth-Client-Attestation-PoP': '' }, {}, 'pop_header_missing'],
    [{ 'OAuth-Client-Attestation': `${attestation}, ${attestation}` }, {}, 'attestation_header_duplicated'],
    [{ 'OAuth-Client-Attestation-PoP': `${pop},${pop}` }, {}, 'attestation_header_duplicated'],
    [{}, { client_assertion: attestation }, 'client_assertion_unexpected'],
    [{}, { client_assertion_type: 'x' }, 'client_assertion_unexpected'],
  ]
  const code = await obtainCode(issuance, await pushByHeaders(issuance))
  for (const [headers, form, expected] of rows) {
    const bend = await byHeaders(issuance, headers)
    await refused(await push(issuance, { ...bend, form: { ...sparseForm, ...form } }), 'PP-41', expected)
    await refused(await redeem(issuance, code, { ...bend, form: { ...bareForm, ...form } }), 'PP-41', expected)
  }
})

test('PP-03 PP-05 PP-49 the pushed form must have its required parameters, and must not contradict the request object', async () => {
  const issuance = await beginIssuance(fixture)
  const bad = { status: 400, error: 'invalid_request' }
  for (const [changes, id, code] of [
    [{ client_id: undefined }, 'PP-03', 'client_id_missing'],
    [{ request: undefined }, 'PP-03', 'request_missing'],
    [{ request_uri: 'urn:x' }, 'PP-49', 'request_uri_present'],
    [{ code_challenge: 'x'.repeat(43) }, 'PP-05', 'form_mismatch'],
    [{ response_type: 'token' }, 'PP-05', 'form_mismatch'],
  ] as const) {
    const bend = await pushByHeaders(issuance)
    await refused(await push(issuance, { ...bend, form: { ...sparseForm, ...changes } }), id, code, bad)
  }
})

test('PP-73 a flow cannot change its client authentication (D-112)', async () => {
  const headed = await beginIssuance(fixture)
  const code = await obtainCode(headed, await pushByHeaders(headed))
  await refused(await redeem(headed, code), 'PP-73', 'client_authentication_changed')
  const formed = await beginIssuance(fixture)
  const other = await obtainCode(formed)
  await refused(await redeem(formed, other, await byHeaders(formed)), 'PP-73', 'client_authentication_changed')
  assert.equal((await redeem(formed, other)).status, 200, 'the code is not used up')
})

test('PP-09 a proof is accepted once, at PAR or at the token endpoint', async () => {
  const issuance = await beginIssuance(fixture)
  const bend = await pushByHeaders(issuance)
  const code = await obtainCode(issuance, bend)
  await refused(await push(issuance, bend), 'PP-09', 'pop_used')
  const used = { ...bend, form: bareForm }
  await refused(await redeem(issuance, code, used), 'PP-09', 'pop_used')
  assert.equal((await redeem(issuance, code, await byHeaders(issuance))).status, 200)
})

const shared = await beginIssuance(fixture)
const sharedCode = await obtainCode(shared, await pushByHeaders(shared))
const atToken = async (headers: Changes): Promise<Response> =>
  redeem(shared, sharedCode, await byHeaders(shared, headers))

for (const [id, title, forge, code] of jwtFaultsFor(attestationRules))
  test(`${id} token refuses, in the header, an attestation with ${title}`, async () => {
    const attestation = await forge(shared.wallet.attestation, fixture.attestationSigner)
    await refused(await atToken({ 'OAuth-Client-Attestation': attestation }), id, code)
  })

for (const [id, title, forge, code] of jwtFaultsFor({ signature_invalid: 'PP-09' }))
  test(`${id} token refuses, in the header, a proof of possession with ${title}`, async () => {
    const pop = await forge(await attestationPop(shared), shared.wallet.attested)
    await refused(await atToken({ 'OAuth-Client-Attestation-PoP': pop }), id, code)
  })

test('PP-09 D-356 a proof of possession of later drafts can omit iss, at PAR and token', async () => {
  const issuance = await beginIssuance(fixture)
  const unnamed = async () => ({
    'OAuth-Client-Attestation-PoP': await forgeJwt(await attestationPop(issuance), issuance.wallet.attested, {
      header: { typ: 'oauth-client-attestation-pop+jwt' },
      payload: { iss: undefined },
    }),
  })
  const code = await obtainCode(issuance, await pushByHeaders(issuance, await unnamed()))
  const response = await redeem(issuance, code, await byHeaders(issuance, await unnamed()))
  assert.equal(response.status, 200, await response.text())
})

test('PP-09 PP-73 token refuses a proof for another audience, and the attestation of another wallet', async () => {
  const foreign = await attestationPop(shared, 'https://other.example')
  await refused(await atToken({ 'OAuth-Client-Attestation-PoP': foreign }), 'PP-09', 'aud_mismatch')
  const bent = async (payload: Record<string, unknown>) =>
    atToken({
      'OAuth-Client-Attestation-PoP': await forgeJwt(await attestationPop(shared), shared.wallet.attested, { payload }),
    })
  await refused(await bent({ iss: 'x' }), 'PP-09', 'iss_mismatch')
  await refused(await bent({ iat: clock.now() - 1000, exp: undefined }), 'PP-09', 'pop_stale')
  await refused(await bent({ jti: undefined }), 'PP-09', 'jti_missing')
  const stranger = await beginIssuance(fixture)
  await refused(await atToken(await headersOf(stranger)), 'PP-73', 'attestation_foreign')
  const mixed = { 'OAuth-Client-Attestation': stranger.wallet.attestation }
  await refused(await atToken(mixed), 'PP-73', 'attestation_foreign')
})

test('GEN-15 GEN-16 token refuses an attestation of an invalid key', async () => {
  const withKey = async (jwk: object) =>
    atToken({
      'OAuth-Client-Attestation': await forgeJwt(shared.wallet.attestation, fixture.attestationSigner, {
        payload: { cnf: { jwk } },
      }),
    })
  const { kty, crv, x, y } = shared.wallet.attested.publicJwk as { kty: string; crv: string; x: string; y: string }
  await refused(await withKey({ kty, crv, x, y, d: x }), 'GEN-15', 'jwk_private')
  await refused(await withKey({ kty, crv, x: 'AA', y }), 'GEN-16', 'jwk_malformed')
})

test('PP-34 an attestation that is revoked between PAR and token gets no token', async () => {
  const uri = 'https://status.wallet-provider.example/1'
  const list = createStatusList(1, 1000)
  publishWalletList(fixture, uri, list)
  const wallet = await testWallet(fixture, { status: { status_list: { idx: 7, uri } } })
  const issuance = await beginIssuance(fixture, wallet)
  const code = await obtainCode(issuance, await pushByHeaders(issuance))
  setStatus(list, 7, 1)
  clock.advance(6)
  await refused(await redeem(issuance, code, await byHeaders(issuance)), 'PP-34', 'attestation_revoked')
  assert.ok(await pushed(await beginIssuance(fixture)), 'other wallets continue')
  const renewing = await beginIssuance(fixture)
  const second = await obtainCode(renewing, await pushByHeaders(renewing))
  const status = { status_list: { idx: 7, uri } }
  const renewed = { 'OAuth-Client-Attestation': await fixture.attest(renewing.wallet.attested, { status }) }
  await refused(await redeem(renewing, second, await byHeaders(renewing, renewed)), 'PP-34', 'attestation_revoked')
})

const itWallet1 = await testWallet(fixture, { profile: itWallet1Attestation })

test('WP-85 an attestation of IT-Wallet 1.0 authenticates a whole issuance, in headers and as client_assertion', async () => {
  for (const headed of [true, false]) {
    const issuance = await beginIssuance(fixture, itWallet1)
    const code = await obtainCode(issuance, headed ? await pushByHeaders(issuance) : {})
    const response = await redeem(issuance, code, headed ? await byHeaders(issuance) : {})
    assert.equal(response.status, 200, await response.clone().text())
    const { credential } = await obtainPid(issuance, (await bodyOf(response)) as unknown as Tokens)
    assert.ok(credential.endsWith('~'))
  }
})

const later = await beginIssuance(fixture, itWallet1)
const pushLater = async (bent: string): Promise<Response> =>
  push(later, await pushByHeaders(later, { 'OAuth-Client-Attestation': bent }))
for (const [id, title, forge, code] of jwtFaultsFor(attestationRules))
  test(`WP-85 ${id} PAR refuses an attestation of IT-Wallet 1.0 with ${title}`, async () => {
    await refused(await pushLater(await forge(itWallet1.attestation, fixture.attestationSigner)), id, code)
  })
