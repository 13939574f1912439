/** Token requests: the form, the code, the client assertion, PKCE and the DPoP proof. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { createClientAssertion, createDpopProof } from '../../../src/oauth/index.ts'
import { walletInstanceUrl } from '../../../src/wallet-attestation/index.ts'
import { refusalsOf } from '../../support/cases.ts'
import { decodeJwt, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  type Issuance,
  obtainCode,
  redeem,
  type TokenBend,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, walletProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
/** A code is valid for a minute, and the clock does not advance: all rows that use up no code share this one. */
const shared = await beginIssuance(fixture)
const sharedCode = await obtainCode(shared)

type Bend = TokenBend | ((issuance: Issuance) => Promise<TokenBend>)

function refuses(id: string, title: string, bend: Bend, code: string, status: number, error: string): void {
  test(`${id} token refuses ${title}`, async () => {
    const bent = typeof bend === 'function' ? await bend(shared) : bend
    await assertRefusal(await redeem(shared, sharedCode, bent), sink, { id, code, status, error })
  })
}
const invalidRequest = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_request')
const invalidClient = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 401, 'invalid_client')
const invalidGrant = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_grant')
const invalidProof = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_dpop_proof')
const ofAssertion = (payload: Record<string, unknown>): TokenBend => ({ assertion: { payload } })
const ofProof = (payload: Record<string, unknown>): TokenBend => ({ dpop: { payload } })

for (const [name, code] of [
  ['client_id', 'client_id_missing'],
  ['grant_type', 'grant_type_missing'],
  ['code', 'code_missing'],
  ['redirect_uri', 'redirect_uri_missing'],
  ['code_verifier', 'code_verifier_missing'],
] as const) {
  invalidRequest('PP-16', `a form without ${name}`, { form: { [name]: undefined } }, code)
  invalidRequest('PP-16', `a form with an empty ${name} (GEN-22)`, { form: { [name]: '' } }, code)
}
for (const [id, title, bend, code] of refusalsOf<Bend>({
  'PP-16 client_assertion_missing': { 'a form without client_assertion': { form: { client_assertion: undefined } } },
  'PP-16 client_assertion_type_missing': {
    'a form without client_assertion_type': { form: { client_assertion_type: undefined } },
  },
  'PP-73 client_assertion_type_unsupported': {
    'another client_assertion_type': {
      form: { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
    },
  },
}))
  invalidClient(id, title, bend, code)
refuses(
  'PP-72',
  'another grant',
  { form: { grant_type: 'client_credentials' } },
  'grant_type_unsupported',
  400,
  'unsupported_grant_type',
)

for (const [id, title, bend, code] of refusalsOf<Bend>({
  'PP-70 code_unknown': { 'an unknown code': { form: { code: 'x'.repeat(43) } } },
  'PP-70 code_foreign': { 'the code of another client': { form: { client_id: 'x'.repeat(43) } } },
  'PP-70 redirect_uri_mismatch': { 'another redirect_uri': { form: { redirect_uri: 'https://wallet.example/cb' } } },
  'PP-71 code_verifier_mismatch': { 'a verifier of another challenge': { form: { code_verifier: 'x'.repeat(43) } } },
}))
  invalidGrant(id, title, bend, code)
for (const verifier of ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(43)}!`])
  invalidGrant(
    'PP-71',
    `a verifier of ${verifier.length} characters that ends in ${verifier.at(-1)}`,
    { form: { code_verifier: verifier } },
    'code_verifier_malformed',
  )

for (const [id, title, forge, code] of jwtFaultsFor({
  typ_mismatch: 'PP-74',
  signature_invalid: 'PP-73',
  expired: 'PP-73',
}))
  invalidClient(
    id,
    `a client assertion with ${title}`,
    async ({ wallet }) => ({
      compactAssertion: await forge(await assertionOf(shared), wallet.attested),
    }),
    code,
  )
const assertionOf = ({ wallet }: Issuance, lifetime = 60): Promise<string> =>
  createClientAssertion(fixture, wallet.attested, {
    clientId: wallet.clientId,
    audience: pidProviderId,
    now: clock.now(),
    lifetime,
  })
for (const [id, title, bend, code] of refusalsOf<Bend>({
  'PP-73 signature_invalid': {
    'a client assertion by another key': async () => ({ assertion: { signer: await generateSigner(fixture) } }),
  },
  'PP-73 iss_mismatch': { 'another iss': ofAssertion({ iss: 'x' }) },
  'PP-73 sub_mismatch': { 'another sub': ofAssertion({ sub: 'x' }) },
  'PP-73 aud_mismatch': {
    'another aud': ofAssertion({ aud: 'https://other.example' }),
    'an aud of two servers': ofAssertion({ aud: [pidProviderId, 'https://other.example'] }),
    'no aud': ofAssertion({ aud: undefined }),
  },
  'PP-18 exp_missing': { 'no exp': ofAssertion({ exp: undefined }) },
  'PP-74 lifetime_too_long': { 'an exp more than an hour ahead': ofAssertion({ exp: clock.now() + 3601 }) },
  'PP-73 jti_malformed': { 'a jti that is a number': ofAssertion({ jti: 7 }) },
}))
  invalidClient(id, title, bend, code)

const dpopOwn = {
  typ_mismatch: 'PP-79',
  alg_none: 'PP-79',
  alg_mac: 'PP-79',
  alg_unsupported: 'PP-79',
  signature_invalid: 'PP-80',
  not_yet_valid: 'PP-82',
}
const proofOf = ({ wallet }: Issuance): Promise<string> =>
  createDpopProof(fixture, wallet.dpop, { method: 'POST', url: `${pidProviderId}/token`, now: clock.now() })
invalidProof('PP-78', 'no DPoP header', { headers: { dpop: undefined } }, 'dpop_missing')
invalidProof(
  'PP-78',
  'two proofs in one header',
  async (issuance) => ({ headers: { dpop: `${await proofOf(issuance)}, ${await proofOf(issuance)}` } }),
  'dpop_duplicated',
)
for (const [id, title, forge, code] of jwtFaultsFor(dpopOwn))
  invalidProof(
    id,
    `a proof with ${title}`,
    async (issuance) => ({
      compactDpop: await forge(await proofOf(issuance), issuance.wallet.dpop),
    }),
    code,
  )
const zeros = encodeBase64url(new Uint8Array(32))
const withJwk = (jwk: object | undefined): TokenBend => ({ dpop: { header: { jwk } } })
for (const [id, title, bend, code] of refusalsOf<Bend>({
  'PP-80 jwk_missing': { 'a proof without jwk': withJwk(undefined) },
  'PP-80 jwk_private': {
    'a private jwk': withJwk({ kty: 'EC', crv: 'P-256', x: zeros, y: zeros, d: zeros }),
    'a symmetric jwk': withJwk({ kty: 'oct', k: zeros }),
  },
  'PP-80 signature_invalid': {
    'the jwk of another key': async () => withJwk((await generateSigner(fixture)).publicJwk),
  },
  'GEN-16 jwk_malformed': { 'a jwk with a short coordinate': withJwk({ kty: 'EC', crv: 'P-256', x: 'AA', y: zeros }) },
  'GEN-16 jwk_unsupported': { 'a jwk of an unknown curve': withJwk({ kty: 'EC', crv: 'P-192', x: zeros, y: zeros }) },
  'GEN-16 key_unusable': { 'a jwk off the curve': withJwk({ kty: 'EC', crv: 'P-256', x: zeros, y: zeros }) },
}))
  invalidProof(id, title, bend, code)
for (const [name, code] of [
  ['jti', 'jti_missing'],
  ['htm', 'htm_missing'],
  ['htu', 'htu_missing'],
  ['iat', 'iat_missing'],
] as const)
  invalidProof('PP-19', `a proof without ${name}`, ofProof({ [name]: undefined }), code)
invalidProof('PP-84', 'a jti that is too long', ofProof({ jti: 'x'.repeat(257) }), 'jti_malformed')
invalidProof('PP-81', 'a proof for GET', ofProof({ htm: 'GET' }), 'htm_mismatch')
invalidProof('PP-81', 'a proof for another endpoint', ofProof({ htu: `${pidProviderId}/credential` }), 'htu_mismatch')
invalidProof('PP-82', 'a proof that is too old', ofProof({ iat: clock.now() - 151 }), 'proof_stale')
invalidProof('PP-82', 'a proof from the future', ofProof({ iat: clock.now() + 31 }), 'not_yet_valid')

const accepts = async (bend: TokenBend): Promise<void> => {
  const issuance = await beginIssuance(fixture)
  const response = await redeem(issuance, await obtainCode(issuance), bend)
  assert.equal(response.status, 200, await response.text())
}

test('PP-74 PP-84 PP-81 accepts requests of deployed clients', async () => {
  await accepts({
    assertion: { header: { typ: undefined }, payload: { aud: `${pidProviderId}/token`, nbf: clock.now() } },
  })
  await accepts({ assertion: { payload: { aud: [pidProviderId] } } })
  await accepts({ dpop: { payload: { jti: 'cmFuZG9tIGJhc2U2NHVybA' } } })
  await accepts({ dpop: { payload: { htu: 'HTTPS://PID.example:443/x/../token?query#fragment' } } })
})

test('PP-130 accepts an assertion without iat or jti, and one with an exp an hour ahead', async () => {
  for (const payload of [{ iat: undefined }, { jti: undefined }, { iat: undefined, jti: undefined }])
    await accepts({ assertion: { payload: { ...payload, exp: clock.now() + 3600 } } })
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
