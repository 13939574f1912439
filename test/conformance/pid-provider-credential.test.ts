/** Credential requests: the access token, the DPoP proof, the body in both encodings, and the key proof. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../src/base/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createDpopProof } from '../../src/oauth/index.ts'
import { createKeyProof } from '../../src/oid4vci/index.ts'
import { decodeJwt, forgeJwt, type JwtChange, jwtFaultsFor } from '../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  type CredentialBend,
  type Issuance,
  obtainPid,
  obtainTokens,
  requestCredential,
  type Tokens,
} from '../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../support/pid-provider-fixture.ts'
import { assertRefused } from '../support/refused.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
/** What is refused spends nothing: one token serves all rows. */
const shared = await beginIssuance(fixture)
const sharedTokens = await obtainTokens(shared)

type Bend = CredentialBend | ((issuance: Issuance, tokens: Tokens) => Promise<CredentialBend>)

function refuses(id: string, title: string, bend: Bend, code: string, status: number, error: string): void {
  test(`${id} credential refuses ${title}`, async () => {
    const bent = typeof bend === 'function' ? await bend(shared, sharedTokens) : bend
    const response = await requestCredential(shared, sharedTokens, bent)
    const challenge = response.headers.get('www-authenticate')
    assert.equal(challenge !== null, status === 401, 'a challenge with 401 and no other')
    const body = JSON.parse(await assertRefused(sink, response, { id, code, status, error })) as Record<string, unknown>
    assert.equal(typeof body.c_nonce === 'string', error === 'invalid_proof', 'PP-99')
  })
}
const invalidToken = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 401, 'invalid_token')
const invalidDpop = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_dpop_proof')
const invalidProof = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_proof')
const invalidRequest = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_credential_request')
const withToken = (token: string): CredentialBend => ({ headers: { authorization: `DPoP ${token}` } })
const ofDpop = (payload: Record<string, unknown>): CredentialBend => ({ dpop: { payload } })
const ofProof = (payload: Record<string, unknown>): CredentialBend => ({ proof: { payload } })

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
brokenToken('an access token whose header is no JSON', `${part('x')}.${part('{}')}.AA`, 'token_json_malformed')
brokenToken(
  'an access token nested without end',
  `${part(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`)}.${part('{}')}.AA`,
  'token_json_too_deep',
)
brokenToken('an access token without end', `${part('{}')}.${'A'.repeat(131_072)}.AA`, 'token_json_too_large')
forgedToken('an access token of an unknown key', { header: { kid: 'x' } }, 'token_kid_unknown')
forgedToken('an access token of another issuer', { payload: { iss: 'https://other.example' } }, 'token_iss_mismatch')
forgedToken('an access token without jti', { payload: { jti: undefined } }, 'token_access_token_malformed')
forgedToken('an access token of another audience', { payload: { aud: 'x' } }, 'token_aud_mismatch')
forgedToken('an access token of two bindings', { payload: { cnf: { jkt: 'x' } } }, 'token_binding_contradictory')

test('PP-89 credential refuses an access token whose kid names a retired key that is on no curve', async () => {
  const x = Buffer.alloc(32, 1).toString('base64url')
  const retired = { ...fixture.credentialSigner.publicJwk, kid: 'retired', x, y: x }
  const at = await pidProviderFixture({ retiredKeys: [retired] })
  const issuance = await beginIssuance(at)
  const tokens = await obtainTokens(issuance)
  const token = await forgeJwt(tokens.access_token, at.credentialSigner, { header: { kid: 'retired' } })
  const response = await requestCredential(issuance, tokens, withToken(token))
  const expected = { id: 'PP-89', code: 'token_key_unusable', status: 401, error: 'invalid_token' }
  await assertRefused(at.sink, response, { ...expected, at: 'access_token' })
})

test('PP-89 the challenge names an error only when a token was sent', async () => {
  const missing = await requestCredential(shared, sharedTokens, { headers: { authorization: undefined } })
  assert.equal(missing.headers.get('www-authenticate'), 'DPoP algs="ES256 ES384 ES512"')
  const wrong = await requestCredential(shared, sharedTokens, withToken('x'))
  assert.equal(wrong.headers.get('www-authenticate'), 'DPoP error="invalid_token", algs="ES256 ES384 ES512"')
})

test('PP-89 the challenge names the algorithms of the configuration', async () => {
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
const zeros = encodeBase64url(new Uint8Array(32))
const key = { kty: 'EC', crv: 'P-256', x: zeros, y: zeros }
invalidDpop(
  'PP-80',
  'a DPoP proof with a private key',
  { dpop: { header: { jwk: { ...key, d: zeros } } } },
  'jwk_private',
)
invalidDpop(
  'GEN-16',
  'a DPoP proof with a broken key',
  { dpop: { header: { jwk: { ...key, x: 'AA' } } } },
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

test('GEN-07 credential takes a POST only', async () => {
  const expected = { id: 'GEN-07', code: 'method_not_allowed', status: 405, error: 'invalid_request' }
  await assertRefused(sink, await fixture.send('/credential'), expected)
})

test('PP-23 PP-83 a proof is good for one request, at one endpoint', async () => {
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
  await assertRefused(sink, await requestCredential(issuance, tokens, { compactDpop, cNonce: c_nonce }), expected)
  await obtainPid(issuance, tokens, { cNonce: c_nonce })
})

test('PP-88 an access token is refused when its time is over', async () => {
  const { exp, iat } = decodeJwt(sharedTokens.access_token).payload as { exp: number; iat: number }
  assert.equal(exp - iat, 900)
  clock.advance(931)
  const expected = { id: 'PP-88', code: 'token_expired', status: 401, error: 'invalid_token' }
  await assertRefused(sink, await requestCredential(shared, sharedTokens), expected)
  clock.advance(-931)
})

test('PP-89 a token that another provider of the same keys might have made has no grant here', async () => {
  const jti = '6b1f0d2e-9a8b-4c7d-8e6f-5a4b3c2d1e0f'
  const access_token = await forgeJwt(sharedTokens.access_token, fixture.credentialSigner, { payload: { jti } })
  const expected = { id: 'PP-89', code: 'grant_unknown', status: 401, error: 'invalid_token' }
  await assertRefused(sink, await requestCredential(shared, { ...sharedTokens, access_token }), expected)
})

const member = (name: string, value: unknown): CredentialBend => ({ body: { [name]: value } })
invalidRequest('PP-25', 'a request without format', member('format', undefined), 'format_missing')
invalidRequest('PP-25', 'a format that is no text', member('format', 7), 'format_missing')
refuses(
  'PP-25',
  'another format',
  member('format', 'ldp_vc'),
  'format_unsupported',
  400,
  'unsupported_credential_format',
)
invalidRequest(
  'PP-25',
  'a request without credential_definition',
  member('credential_definition', undefined),
  'credential_definition_missing',
)
invalidRequest(
  'PP-25',
  'a credential_definition without type',
  member('credential_definition', {}),
  'credential_definition_malformed',
)
invalidRequest(
  'PP-25',
  'a type that is no list',
  member('credential_definition', { type: 'eu.eudiw.pid.it' }),
  'credential_definition_malformed',
)
refuses(
  'PP-25',
  'another type',
  member('credential_definition', { type: ['mDL'] }),
  'credential_type_unsupported',
  400,
  'unsupported_credential_type',
)
invalidProof('PP-94', 'a request without proof', member('proof', undefined), 'proof_missing')
invalidProof('PP-94', 'a proof that is no object', member('proof', 'x'), 'proof_malformed')
invalidProof(
  'PP-94',
  'a proof of another type',
  member('proof', { proof_type: 'cwt', jwt: 'x' }),
  'proof_type_unsupported',
)
invalidProof('PP-94', 'a proof without jwt', member('proof', { proof_type: 'jwt' }), 'proof_jwt_missing')
for (const as of ['json', 'form'] as const)
  invalidRequest(
    'PP-25',
    `several proofs beside the one, as ${as}`,
    { as, body: { proofs: { jwt: ['x'] } } },
    'proofs_unexpected',
  )
invalidRequest('GEN-23', 'a body that is no JSON', { text: '{' }, 'json_malformed')
invalidRequest('GEN-28', 'a doubled member', { text: '{"format":"a","format":"b"}' }, 'json_duplicate_member')
invalidRequest('GEN-23', 'a body that is no object', { text: '[]' }, 'json_malformed')
invalidRequest('PP-25', 'a form whose proof is no JSON', { as: 'form', body: { proof: 'x' } }, 'json_malformed')
invalidRequest(
  'GEN-28',
  'a form whose proof has a doubled member',
  { as: 'form', body: { proof: '{"jwt":"a","jwt":"b"}' } },
  'json_duplicate_member',
)
refuses(
  'PP-25',
  'another format in a form',
  { as: 'form', body: { format: 'ldp_vc' } },
  'format_unsupported',
  400,
  'unsupported_credential_format',
)
invalidRequest('GEN-09', 'a doubled field', { as: 'form', text: 'format=a&format=b' }, 'parameter_duplicated')
invalidRequest('GEN-23', 'a broken escape', { as: 'form', text: 'format=%zz' }, 'parameter_malformed')
refuses(
  'GEN-07',
  'another media type',
  { headers: { 'content-type': 'text/plain' } },
  'media_type_unsupported',
  415,
  'invalid_request',
)
invalidRequest(
  'GEN-29',
  'two access tokens in one header',
  { headers: { authorization: 'DPoP a, DPoP b' } },
  'header_duplicated',
)
refuses('GEN-07', 'a body over the limit', { text: ' '.repeat(70_000) }, 'body_too_large', 413, 'invalid_request')

for (const [id, title, forge, code] of jwtFaultsFor({
  typ_mismatch: 'PP-26',
  signature_invalid: 'PP-26',
  jws_malformed: 'PP-94',
}))
  invalidProof(
    id,
    `a key proof with ${title}`,
    async ({ wallet }, { c_nonce }) => {
      const input = { clientId: wallet.clientId, audience: pidProviderId, cNonce: c_nonce, now: clock.now() }
      return { compactProof: await forge(await createKeyProof(fixture, wallet.holder, input), wallet.holder) }
    },
    code,
  )
invalidProof(
  'PP-26',
  'a key proof by another key',
  async () => ({ proof: { signer: await generateSigner(fixture) } }),
  'signature_invalid',
)
invalidProof('PP-26', 'a key proof without iss', ofProof({ iss: undefined }), 'iss_missing')
invalidProof('PP-26', 'a key proof of another iss', ofProof({ iss: 'x' }), 'iss_mismatch')
invalidProof('PP-26', 'a key proof of another aud', ofProof({ aud: 'https://other.example' }), 'aud_mismatch')
invalidProof('PP-26', 'a key proof without iat', ofProof({ iat: undefined }), 'iat_missing')
invalidProof('PP-26', 'a stale key proof', ofProof({ iat: clock.now() - 1000 }), 'proof_stale')
invalidProof('PP-26', 'a key proof without nonce', ofProof({ nonce: undefined }), 'nonce_missing')
invalidProof('PP-97', 'a c_nonce that was not issued here', ofProof({ nonce: '0'.repeat(76) }), 'nonce_foreign')
invalidProof(
  'PP-95',
  'a key proof without a key',
  { proof: { header: { jwk: undefined, kid: undefined } } },
  'key_missing',
)
invalidProof('PP-95', 'a certificate beside the key', { proof: { header: { x5c: ['AA=='] } } }, 'x5c_unexpected')
invalidProof('PP-95', 'a kid that names no known key', { proof: { header: { jwk: undefined } } }, 'kid_unresolved')
invalidProof('PP-95', "a kid that is not the key's thumbprint", { proof: { header: { kid: 'x' } } }, 'kid_mismatch')
invalidProof(
  'GEN-15',
  'a private key',
  { proof: { header: { kid: undefined, jwk: { ...key, d: zeros } } } },
  'jwk_private',
)
invalidProof(
  'GEN-16',
  'a broken key',
  { proof: { header: { kid: undefined, jwk: { ...key, x: 'AA' } } } },
  'jwk_malformed',
)

test('PP-97 a c_nonce of another token, or one whose time is over, is refused', async () => {
  const other = await obtainTokens(await beginIssuance(fixture))
  const foreign = { id: 'PP-97', code: 'nonce_foreign', status: 400, error: 'invalid_proof' }
  await assertRefused(sink, await requestCredential(shared, sharedTokens, { cNonce: other.c_nonce }), foreign)
  clock.advance(300)
  const expired = { id: 'PP-97', code: 'nonce_expired', status: 400, error: 'invalid_proof' }
  const response = await requestCredential(shared, sharedTokens)
  const fresh = JSON.parse(await assertRefused(sink, response, expired)) as Record<string, unknown>
  assert.equal(fresh.c_nonce_expires_in, 300)
  clock.advance(-300)
})

test('PP-99 the retry with the c_nonce of an invalid_proof answer succeeds', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const refusal = await bodyOf(await requestCredential(issuance, tokens, { cNonce: '0'.repeat(76) }))
  await obtainPid(issuance, tokens, { cNonce: refusal.c_nonce as string })
})

test('PP-27 a c_nonce is used once', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  await obtainPid(issuance, tokens)
  const expected = { id: 'PP-27', code: 'c_nonce_used', status: 400, error: 'invalid_proof' }
  await assertRefused(sink, await requestCredential(issuance, tokens), expected)
})

test('PP-102 with single-use tokens the second credential is refused', async () => {
  const strict = await pidProviderFixture({ config: { singleUseAccessToken: true } })
  const issuance = await beginIssuance(strict)
  const tokens = await obtainTokens(issuance)
  const { c_nonce } = await obtainPid(issuance, tokens)
  const expected = { id: 'PP-102', code: 'access_token_used', status: 401, error: 'invalid_token' }
  await assertRefused(strict.sink, await requestCredential(issuance, tokens, { cNonce: c_nonce }), expected)
})

test('PP-115 what would have to be encrypted is not given at all, and spends nothing', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const { publicJwk: jwk } = await generateSigner(fixture)
  const body = { credential_response_encryption: { jwk, alg: 'ECDH-ES', enc: 'A256GCM' } }
  const error = 'invalid_encryption_parameters'
  const expected = { id: 'PP-115', code: 'response_encryption_unsupported', status: 400, error }
  for (const as of ['json', 'form'] as const)
    await assertRefused(sink, await requestCredential(issuance, tokens, { body, as }), expected)
  const byName = { credential_identifier: 'eu.eudiw.pid.it' }
  const beside = {
    id: 'PP-25',
    code: 'credential_identifier_forbidden',
    status: 400,
    error: 'invalid_credential_request',
  }
  for (const as of ['json', 'form'] as const)
    await assertRefused(sink, await requestCredential(issuance, tokens, { body: byName, as }), beside)
  await obtainPid(issuance, tokens)
})

test('PP-24 PP-25 both encodings and both names of the format are taken, and a charset is tolerated', async () => {
  const issuance = await beginIssuance(fixture)
  let tokens = await obtainTokens(issuance)
  const bends: CredentialBend[] = [
    { as: 'form' },
    { as: 'form', body: { format: 'dc+sd-jwt' } },
    { body: { format: 'dc+sd-jwt' } },
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
  ]
  for (const bend of bends) tokens = { ...tokens, c_nonce: (await obtainPid(issuance, tokens, bend)).c_nonce }
})

test('PP-26 PP-95 PP-96 the client may be named as in the token, and the key by kid, value or both', async () => {
  const issuance = await beginIssuance(fixture)
  const { attested, dpop, holder } = issuance.wallet
  let tokens = await obtainTokens(issuance)
  const clientId = decodeJwt(tokens.access_token).payload.client_id
  for (const [proof, thumbprint] of [
    [{ payload: { iss: clientId } }, holder.kid],
    [{ header: { kid: undefined } }, holder.kid],
    [{ header: { jwk: undefined, kid: attested.kid }, signer: attested }, attested.kid],
    [{ header: { jwk: undefined, kid: dpop.kid }, signer: dpop }, dpop.kid],
  ] as const) {
    const { credential, c_nonce } = await obtainPid(issuance, tokens, { proof })
    assert.equal(decodeJwt(credential.split('~')[0] ?? '').payload.sub, thumbprint)
    tokens = { ...tokens, c_nonce }
  }
})
