/** Token requests: the form, the code, the client assertion, PKCE and the DPoP proof. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { walletInstanceUrl } from '../../../src/wallet-attestation/index.ts'
import { type Refusals, refusalsOf } from '../../support/cases.ts'
import { decodeJwt, jwtRefusals } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  dpopProofRules,
  type Issuance,
  obtainCode,
  redeem,
  type TokenBend,
  type Tokens,
  tokenAssertion,
  tokenProof,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, walletProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
/** A code is valid for a minute, and the clock does not advance: all rows that use up no code share this one. */
const shared = await beginIssuance(fixture)
const sharedCode = await obtainCode(shared)

type Bend = TokenBend | ((issuance: Issuance) => Promise<TokenBend>)

const refuses =
  (status: number, error: string) =>
  (table: Refusals<Bend>): void => {
    for (const [id, title, bend, code] of refusalsOf(table))
      test(`${id} token refuses ${title}`, async () => {
        const bent = typeof bend === 'function' ? await bend(shared) : bend
        await assertRefusal(await redeem(shared, sharedCode, bent), sink, { id, code, status, error })
      })
  }
const invalidRequest = refuses(400, 'invalid_request')
const invalidClient = refuses(401, 'invalid_client')
const invalidGrant = refuses(400, 'invalid_grant')
const invalidProof = refuses(400, 'invalid_dpop_proof')
const unsupportedGrant = refuses(400, 'unsupported_grant_type')
const ofForm = (name: string, value?: string): TokenBend => ({ form: { [name]: value } })
const ofAssertion = (payload: Record<string, unknown>): TokenBend => ({ assertion: { payload } })
const ofProof = (payload: Record<string, unknown>): TokenBend => ({ dpop: { payload } })
const withJwk = (jwk: object | undefined): TokenBend => ({ dpop: { header: { jwk } } })

invalidRequest({
  'PP-16 client_id_missing': { 'a form without client_id': ofForm('client_id') },
  'PP-16 grant_type_missing': { 'a form without grant_type': ofForm('grant_type') },
  'PP-16 code_missing': { 'a form without code': ofForm('code') },
  'PP-16 redirect_uri_missing': { 'a form without redirect_uri': ofForm('redirect_uri') },
  'PP-16 code_verifier_missing': { 'a form without code_verifier': ofForm('code_verifier') },
})
unsupportedGrant({ 'PP-72 grant_type_unsupported': { 'another grant': ofForm('grant_type', 'client_credentials') } })
invalidGrant({
  'PP-70 code_unknown': { 'an unknown code': ofForm('code', 'x'.repeat(43)) },
  'PP-70 code_foreign': { 'the code of another client': ofForm('client_id', 'x'.repeat(43)) },
  'PP-70 redirect_uri_mismatch': { 'another redirect_uri': ofForm('redirect_uri', 'https://wallet.example/cb') },
  'PP-71 code_verifier_mismatch': { 'a verifier of another challenge': ofForm('code_verifier', 'x'.repeat(43)) },
  'PP-71 code_verifier_malformed': { 'a short verifier': ofForm('code_verifier', 'x'.repeat(42)) },
})

const assertionOwn = { typ_mismatch: 'PP-74', signature_invalid: 'PP-73', expired: 'PP-73' }
invalidClient(
  jwtRefusals(
    assertionOwn,
    'a client assertion',
    (forge): Bend =>
      async (issuance) => ({
        compactAssertion: await forge(await tokenAssertion(issuance), issuance.wallet.attested),
      }),
  ),
)
invalidClient({
  'PP-16 client_assertion_missing': { 'a form without client_assertion': ofForm('client_assertion') },
  'PP-16 client_assertion_type_missing': { 'a form without client_assertion_type': ofForm('client_assertion_type') },
  'PP-73 client_assertion_type_unsupported': {
    'another client_assertion_type': ofForm(
      'client_assertion_type',
      'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
    ),
  },
  'PP-73 iss_mismatch': { 'another iss': ofAssertion({ iss: 'x' }) },
  'PP-73 sub_mismatch': { 'another sub': ofAssertion({ sub: 'x' }) },
  'PP-73 aud_mismatch': { 'another aud': ofAssertion({ aud: 'https://other.example' }) },
  'PP-18 exp_missing': { 'no exp': ofAssertion({ exp: undefined }) },
  'PP-74 lifetime_too_long': { 'an exp more than an hour ahead': ofAssertion({ exp: clock.now() + 3601 }) },
  'PP-73 jti_malformed': { 'a jti that is a number': ofAssertion({ jti: 7 }) },
})

invalidProof(
  jwtRefusals(
    dpopProofRules,
    'a proof',
    (forge): Bend =>
      async (issuance) => ({
        compactDpop: await forge(await tokenProof(issuance), issuance.wallet.dpop),
      }),
  ),
)
const zeros = encodeBase64url(new Uint8Array(32))
invalidProof({
  'PP-78 dpop_missing': { 'no DPoP header': { headers: { dpop: undefined } } },
  'PP-78 dpop_duplicated': { 'two proofs in one header': { headers: { dpop: 'a.b.c, a.b.c' } } },
  'PP-80 jwk_missing': { 'a proof without jwk': withJwk(undefined) },
  'PP-80 jwk_private': { 'a symmetric jwk': withJwk({ kty: 'oct', k: zeros }) },
  'GEN-16 jwk_malformed': { 'a jwk with a short coordinate': withJwk({ kty: 'EC', crv: 'P-256', x: 'AA', y: zeros }) },
  'GEN-16 jwk_unsupported': { 'a jwk of an unknown curve': withJwk({ kty: 'EC', crv: 'P-192', x: zeros, y: zeros }) },
  'GEN-16 key_unusable': { 'a jwk off the curve': withJwk({ kty: 'EC', crv: 'P-256', x: zeros, y: zeros }) },
  'PP-19 jti_missing': { 'a proof without jti': ofProof({ jti: undefined }) },
  'PP-19 htm_missing': { 'a proof without htm': ofProof({ htm: undefined }) },
  'PP-19 htu_missing': { 'a proof without htu': ofProof({ htu: undefined }) },
  'PP-19 iat_missing': { 'a proof without iat': ofProof({ iat: undefined }) },
  'PP-84 jti_malformed': { 'a jti that is too long': ofProof({ jti: 'x'.repeat(257) }) },
  'PP-81 htm_mismatch': { 'a proof for GET': ofProof({ htm: 'GET' }) },
  'PP-81 htu_mismatch': { 'a proof for another endpoint': ofProof({ htu: `${pidProviderId}/credential` }) },
  'PP-82 proof_stale': { 'a proof that is too old': ofProof({ iat: clock.now() - 151 }) },
})

const accepts = async (bend: TokenBend): Promise<void> => {
  const issuance = await beginIssuance(fixture)
  const response = await redeem(issuance, await obtainCode(issuance), bend)
  assert.equal(response.status, 200, await response.text())
}

test('PP-74 accepts an assertion for the token endpoint, without typ', async () => {
  await accepts({ assertion: { header: { typ: undefined }, payload: { aud: `${pidProviderId}/token` } } })
})

test('PP-131 accepts the client_id of the access token as iss and sub', async () => {
  const issuance = await beginIssuance(fixture)
  const url = walletInstanceUrl(walletProviderId, issuance.wallet.clientId)
  const bend = { assertion: { payload: { iss: url, sub: url } } }
  const response = await redeem(issuance, await obtainCode(issuance), bend)
  const { access_token } = (await bodyOf(response)) as unknown as Tokens
  assert.equal(decodeJwt(access_token).payload.client_id, url)
})

test('GEN-21 PP-76 a token covers only the grant, even if its request asks for more', async () => {
  const granted = {
    type: 'openid_credential',
    format: 'vc+sd-jwt',
    credential_definition: { type: ['eu.eudiw.pid.it'] },
  }
  for (const asked of [{ ...granted, format: 'mso_mdoc' }, { type: 'payment' }]) {
    const issuance = await beginIssuance(fixture)
    const form = { authorization_details: JSON.stringify([asked]), scope: 'x' }
    const response = await redeem(issuance, await obtainCode(issuance), { form })
    assert.deepEqual((await bodyOf(response)).authorization_details, [granted])
  }
})

test('GEN-21 PP-73 the Authorization header of a reverse proxy neither authenticates nor rejects a wallet', async () => {
  const headers = { authorization: `Basic ${btoa('tester:secret')}` }
  await accepts({ headers })
  const without = { headers, form: { client_assertion_type: undefined, client_assertion: undefined } }
  const response = await redeem(shared, 'x', without)
  assert.equal(response.headers.get('www-authenticate'), null)
  const expected = { id: 'PP-16', code: 'client_assertion_type_missing', status: 401, error: 'invalid_client' }
  await assertRefusal(response, fixture.sink, expected)
})
