/** The authorization of a credential request: the access token, and its DPoP proof. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { createDpopProof } from '../../../src/oauth/index.ts'
import { createPidProvider } from '../../../src/pid-provider/index.ts'
import { credentialRefusals, offCurve, privateOffCurve } from '../../support/credential-refusals.ts'
import { type Forge, forgeJwt, type JwtChange, jwtRefusals } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  type CredentialBend,
  dpopProofRules,
  type Issuance,
  obtainPid,
  obtainTokens,
  requestCredential,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
const { shared, sharedTokens, invalidToken, invalidDpop } = await credentialRefusals(fixture)

const withToken = (token: string): CredentialBend => ({ headers: { authorization: `DPoP ${token}` } })
const ofDpop = (payload: Record<string, unknown>): CredentialBend => ({ dpop: { payload } })

test('PP-89 accepts its own access token, whose algorithm is not among those of wallets (D-1093)', async () => {
  const narrow = await pidProviderFixture({ config: { algorithms: ['ES256'] } })
  const credentialSigner = await generateSigner(narrow, 'ES384')
  const { app } = createPidProvider({ ...narrow.parts, credentialSigner })
  const send = (path: string, init?: RequestInit) => app(new Request(`${pidProviderId}${path}`, init))
  const issuance = await beginIssuance({ ...narrow, send })
  assert.equal((await requestCredential(issuance, await obtainTokens(issuance))).status, 200)
})

const tokenOwn = {
  typ_mismatch: 'PP-89',
  expired: 'PP-88',
  not_yet_valid: 'PP-89',
  signature_invalid: 'PP-89',
  key_mismatch: 'PP-89',
  jws_malformed: 'PP-89',
  jws_unsigned: 'PP-89',
}
const forgedToken =
  (forge: Forge) =>
  async (_: Issuance, { access_token }: Tokens): Promise<CredentialBend> =>
    withToken(await forge(access_token, fixture.credentialSigner))
const changedToken = (change: JwtChange) => forgedToken((token, signer) => forgeJwt(token, signer, change))
const part = (text: string): string => encodeBase64url(text)
const deep = `{"a":${'['.repeat(99)}${']'.repeat(99)}}`

invalidToken(jwtRefusals(tokenOwn, 'an access token', forgedToken, 'token_'))
invalidToken({
  'PP-89 authorization_missing': { 'no access token': { headers: { authorization: undefined } } },
  'PP-23 authorization_scheme_unsupported': {
    'the scheme Bearer': { headers: { authorization: `Bearer ${sharedTokens.access_token}` } },
  },
  'PP-89 authorization_malformed': { 'two tokens': { headers: { authorization: 'DPoP a b' } } },
  'PP-89 token_json_malformed': {
    'an access token whose header is not JSON': withToken(`${part('x')}.${part('{}')}.AA`),
  },
  'PP-89 token_json_too_deep': {
    'an access token that is nested too deeply': withToken(`${part(deep)}.${part('{}')}.AA`),
  },
  'PP-89 token_json_too_large': {
    'an access token that is too long': withToken(`${part('{}')}.${'A'.repeat(131_072)}.AA`),
  },
  'PP-89 token_kid_unknown': { 'an access token of an unknown key': changedToken({ header: { kid: 'x' } }) },
  'PP-89 token_iss_mismatch': {
    'an access token of another issuer': changedToken({ payload: { iss: 'https://other.example' } }),
  },
  'PP-89 token_access_token_malformed': {
    'an access token without jti': changedToken({ payload: { jti: undefined } }),
  },
  'PP-89 token_aud_mismatch': { 'an access token of another audience': changedToken({ payload: { aud: 'x' } }) },
  'PP-89 token_binding_contradictory': {
    'an access token with two bindings': changedToken({ payload: { cnf: { jkt: 'x' } } }),
  },
  'PP-90 jkt_mismatch': {
    'a DPoP proof by another key': async () => {
      const other = await generateSigner(fixture)
      return { dpop: { header: { jwk: other.publicJwk }, signer: other } }
    },
  },
})

test('PP-89 credential refuses an access token that names a retired key off the curve', async () => {
  const x = Buffer.alloc(32, 1).toString('base64url')
  const retired = { ...fixture.credentialSigner.publicJwk, kid: 'retired', x, y: x }
  const at = await pidProviderFixture({ retiredKeys: [retired] })
  const issuance = await beginIssuance(at)
  const tokens = await obtainTokens(issuance)
  const token = await forgeJwt(tokens.access_token, at.credentialSigner, { header: { kid: 'retired' } })
  const response = await requestCredential(issuance, tokens, withToken(token))
  const expected = { id: 'PP-89', code: 'token_key_unusable', status: 401, error: 'invalid_token' }
  await assertRefusal(response, at.sink, { ...expected, at: 'access_token' })
})

test('PP-89 the challenge contains an error only if a token was sent', async () => {
  const missing = await requestCredential(shared, sharedTokens, { headers: { authorization: undefined } })
  assert.equal(missing.headers.get('www-authenticate'), 'DPoP algs="ES256 ES384 ES512"')
  const wrong = await requestCredential(shared, sharedTokens, withToken('x'))
  assert.equal(wrong.headers.get('www-authenticate'), 'DPoP error="invalid_token", algs="ES256 ES384 ES512"')
})

test('PP-89 the challenge lists the configured algorithms', async () => {
  const { send } = await pidProviderFixture({ config: { algorithms: ['ES256', 'EdDSA'] } })
  const body = { 'content-type': 'application/json' }
  const response = await send('/credential', { method: 'POST', headers: body, body: '{}' })
  assert.equal(response.headers.get('www-authenticate'), 'DPoP algs="ES256 EdDSA"')
})

const proofOf = ({ wallet }: Issuance): Promise<string> =>
  createDpopProof(fixture, wallet.dpop, {
    method: 'POST',
    url: `${pidProviderId}/credential`,
    now: clock.now(),
    accessToken: sharedTokens.access_token,
  })
const withJwk = (jwk: object | undefined): CredentialBend => ({ dpop: { header: { jwk } } })
invalidDpop(
  jwtRefusals(dpopProofRules, 'a DPoP proof', (forge) => async (issuance: Issuance) => ({
    compactDpop: await forge(await proofOf(issuance), issuance.wallet.dpop),
  })),
)
invalidDpop({
  'PP-78 dpop_missing': { 'no DPoP header': { headers: { dpop: undefined } } },
  'PP-78 dpop_duplicated': { 'two proofs in one header': { headers: { dpop: 'a, b' } } },
  'PP-91 jti_missing': { 'a DPoP proof without jti': ofDpop({ jti: undefined }) },
  'PP-91 htm_missing': { 'a DPoP proof without htm': ofDpop({ htm: undefined }) },
  'PP-91 htu_missing': { 'a DPoP proof without htu': ofDpop({ htu: undefined }) },
  'PP-91 iat_missing': { 'a DPoP proof without iat': ofDpop({ iat: undefined }) },
  'PP-91 ath_missing': { 'a DPoP proof without ath': ofDpop({ ath: undefined }) },
  'PP-91 ath_mismatch': { 'a DPoP proof of another token': ofDpop({ ath: 'x' }) },
  'PP-81 htu_mismatch': { 'a DPoP proof for the token endpoint': ofDpop({ htu: `${pidProviderId}/token` }) },
  'PP-81 htm_mismatch': { 'a DPoP proof for another method': ofDpop({ htm: 'GET' }) },
  'PP-82 proof_stale': { 'a stale DPoP proof': ofDpop({ iat: clock.now() - 1000 }) },
  'PP-84 jti_malformed': { 'an empty jti': ofDpop({ jti: '' }) },
  'PP-80 jwk_missing': { 'a DPoP proof without jwk': withJwk(undefined) },
  'PP-80 jwk_private': { 'a DPoP proof with a private key': withJwk(privateOffCurve) },
  'GEN-16 jwk_malformed': { 'a DPoP proof with a broken key': withJwk({ ...offCurve, x: 'AA' }) },
})

test('GEN-07 the credential endpoint accepts only POST', async () => {
  const expected = { id: 'GEN-07', code: 'method_not_allowed', status: 405, error: 'invalid_request' }
  await assertRefusal(await fixture.send('/credential'), sink, expected)
})

test('PP-23 PP-83 a DPoP proof is accepted for one request only', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const url = `${pidProviderId}/credential`
  const compactDpop = await createDpopProof(fixture, issuance.wallet.dpop, {
    method: 'POST',
    url,
    now: clock.now(),
    accessToken: tokens.access_token,
  })
  const { c_nonce } = await obtainPid(issuance, tokens, { compactDpop })
  const expected = { id: 'PP-83', code: 'dpop_proof_used', status: 400, error: 'invalid_dpop_proof' }
  await assertRefusal(await requestCredential(issuance, tokens, { compactDpop, cNonce: c_nonce }), sink, expected)
  await obtainPid(issuance, tokens, { cNonce: c_nonce })
})

test('PP-89 a correctly signed access token without a grant is refused', async () => {
  const jti = '6b1f0d2e-9a8b-4c7d-8e6f-5a4b3c2d1e0f'
  const access_token = await forgeJwt(sharedTokens.access_token, fixture.credentialSigner, { payload: { jti } })
  const expected = 'PP-89 grant_unknown 401 invalid_token access_token.payload.jti'
  await assertRefusal(await requestCredential(shared, { ...sharedTokens, access_token }), sink, expected)
})
