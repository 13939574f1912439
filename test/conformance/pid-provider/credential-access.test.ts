/** The authorization of a credential request: the access token, and its DPoP proof. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { createDpopProof } from '../../../src/oauth/index.ts'
import { credentialRefusals, offCurve, privateOffCurve } from '../../support/credential-refusals.ts'
import { decodeJwt, forgeJwt, type JwtChange, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  type CredentialBend,
  type Issuance,
  obtainPid,
  obtainTokens,
  requestCredential,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
const { shared, sharedTokens, invalidToken, invalidDpop } = await credentialRefusals(fixture)

const withToken = (token: string): CredentialBend => ({ headers: { authorization: `DPoP ${token}` } })
const ofDpop = (payload: Record<string, unknown>): CredentialBend => ({ dpop: { payload } })

invalidToken('PP-89', 'no access token', { headers: { authorization: undefined } }, 'authorization_missing')
invalidToken(
  'PP-23',
  'the scheme Bearer',
  { headers: { authorization: `Bearer ${sharedTokens.access_token}` } },
  'authorization_scheme_unsupported',
)
invalidToken('PP-89', 'two tokens', { headers: { authorization: 'DPoP a b' } }, 'authorization_malformed')
for (const [id, title, forge, code] of jwtFaultsFor({
  typ_mismatch: 'PP-89',
  expired: 'PP-88',
  not_yet_valid: 'PP-89',
  signature_invalid: 'PP-89',
  key_mismatch: 'PP-89',
  jws_malformed: 'PP-89',
  jws_unsigned: 'PP-89',
}))
  invalidToken(
    id,
    `an access token with ${title}`,
    async (_, { access_token }) => withToken(await forge(access_token, fixture.credentialSigner)),
    `token_${code}`,
  )
const forgedToken = (title: string, change: JwtChange, code: string) =>
  invalidToken(
    'PP-89',
    title,
    async () => withToken(await forgeJwt(sharedTokens.access_token, fixture.credentialSigner, change)),
    code,
  )
const part = (text: string): string => encodeBase64url(text)
const brokenToken = (title: string, token: string, code: string) => invalidToken('PP-89', title, withToken(token), code)
brokenToken('an access token whose header is not JSON', `${part('x')}.${part('{}')}.AA`, 'token_json_malformed')
brokenToken(
  'an access token that is nested too deeply',
  `${part(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`)}.${part('{}')}.AA`,
  'token_json_too_deep',
)
brokenToken('an access token that is too long', `${part('{}')}.${'A'.repeat(131_072)}.AA`, 'token_json_too_large')
forgedToken('an access token of an unknown key', { header: { kid: 'x' } }, 'token_kid_unknown')
forgedToken('an access token of another issuer', { payload: { iss: 'https://other.example' } }, 'token_iss_mismatch')
forgedToken('an access token without jti', { payload: { jti: undefined } }, 'token_access_token_malformed')
forgedToken('an access token of another audience', { payload: { aud: 'x' } }, 'token_aud_mismatch')
forgedToken('an access token with two bindings', { payload: { cnf: { jkt: 'x' } } }, 'token_binding_contradictory')

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

const proofOf = ({ wallet }: Issuance, url = `${pidProviderId}/credential`): Promise<string> =>
  createDpopProof(fixture, wallet.dpop, {
    method: 'POST',
    url,
    now: clock.now(),
    accessToken: sharedTokens.access_token,
  })
invalidDpop('PP-78', 'no DPoP header', { headers: { dpop: undefined } }, 'dpop_missing')
invalidDpop('PP-78', 'two proofs in one header', { headers: { dpop: 'a, b' } }, 'dpop_duplicated')
for (const [id, title, forge, code] of jwtFaultsFor({
  typ_mismatch: 'PP-79',
  alg_none: 'PP-79',
  alg_mac: 'PP-79',
  alg_unsupported: 'PP-79',
  signature_invalid: 'PP-80',
  not_yet_valid: 'PP-82',
}))
  invalidDpop(
    id,
    `a DPoP proof with ${title}`,
    async (issuance) => ({
      compactDpop: await forge(await proofOf(issuance), issuance.wallet.dpop),
    }),
    code,
  )
for (const name of ['jti', 'htm', 'htu', 'iat'])
  invalidDpop('PP-91', `a DPoP proof without ${name}`, ofDpop({ [name]: undefined }), `${name}_missing`)
invalidDpop('PP-91', 'a DPoP proof without ath', ofDpop({ ath: undefined }), 'ath_missing')
invalidDpop('PP-91', 'a DPoP proof of another token', ofDpop({ ath: 'x' }), 'ath_mismatch')
invalidDpop('PP-81', 'a DPoP proof for the token endpoint', ofDpop({ htu: `${pidProviderId}/token` }), 'htu_mismatch')
invalidDpop('PP-81', 'a DPoP proof for another method', ofDpop({ htm: 'GET' }), 'htm_mismatch')
invalidDpop('PP-82', 'a stale DPoP proof', ofDpop({ iat: clock.now() - 1000 }), 'proof_stale')
invalidDpop('PP-84', 'an empty jti', ofDpop({ jti: '' }), 'jti_malformed')
invalidDpop('PP-80', 'a DPoP proof without jwk', { dpop: { header: { jwk: undefined } } }, 'jwk_missing')

invalidDpop('PP-80', 'a DPoP proof with a private key', { dpop: { header: { jwk: privateOffCurve } } }, 'jwk_private')
invalidDpop(
  'GEN-16',
  'a DPoP proof with a broken key',
  { dpop: { header: { jwk: { ...offCurve, x: 'AA' } } } },
  'jwk_malformed',
)
invalidToken(
  'PP-90',
  'a DPoP proof by another key',
  async () => {
    const other = await generateSigner(fixture)
    return { dpop: { header: { jwk: other.publicJwk }, signer: other } }
  },
  'jkt_mismatch',
)

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

test('PP-88 an access token is refused after its expiry', async () => {
  const { exp, iat } = decodeJwt(sharedTokens.access_token).payload as { exp: number; iat: number }
  assert.equal(exp - iat, 900)
  clock.advance(931)
  const expected = { id: 'PP-88', code: 'token_expired', status: 401, error: 'invalid_token' }
  await assertRefusal(await requestCredential(shared, sharedTokens), sink, expected)
  clock.advance(-931)
})

test('PP-89 a correctly signed access token without a grant is refused', async () => {
  const jti = '6b1f0d2e-9a8b-4c7d-8e6f-5a4b3c2d1e0f'
  const access_token = await forgeJwt(sharedTokens.access_token, fixture.credentialSigner, { payload: { jti } })
  const expected = 'PP-89 grant_unknown 401 invalid_token access_token.payload.jti'
  await assertRefusal(await requestCredential(shared, { ...sharedTokens, access_token }), sink, expected)
})
