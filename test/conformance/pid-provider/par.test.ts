/** Pushed authorization requests: the form and the Request Object. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { createDpopProof } from '../../../src/oauth/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { walletInstanceUrl } from '../../../src/wallet-attestation/index.ts'
import { brokenForms } from '../../support/broken-forms.ts'
import { refusalsOf } from '../../support/cases.ts'
import { observeOutput } from '../../support/decisions.ts'
import { jwtFaultsFor } from '../../support/forge-jwt.ts'
import { type Bend, ofObject, parRefusals } from '../../support/par-refusals.ts'
import { beginIssuance, bodyOf, push, pushed, redirectUri, requestObject } from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, walletProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const clientAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
const { refuses, invalidRequest, invalidClient } = parRefusals(fixture)
const invalidObject = (id: string, title: string, bend: Bend, code: string) =>
  refuses(id, title, bend, code, 400, 'invalid_request_object')
const invalidDetails = (id: string, title: string, details: unknown, code: string) =>
  refuses(id, title, ofObject({ authorization_details: details }), code, 400, 'invalid_authorization_details')

test('PP-10 the response is 201 with a request_uri, and must not be cached', async () => {
  const response = await push(await beginIssuance(fixture))
  const body = await bodyOf(response)
  assert.equal(response.status, 201)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-cache, no-store')
  assert.match(String(body.request_uri), /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/)
  assert.equal(body.expires_in, 60)
  assert.deepEqual(Object.keys(body).sort(), ['expires_in', 'request_uri'])
  observeOutput('PP-10')
})

for (const [name, code] of [
  ['response_type', 'response_type_missing'],
  ['client_id', 'client_id_missing'],
  ['code_challenge', 'code_challenge_missing'],
  ['code_challenge_method', 'code_challenge_method_missing'],
  ['request', 'request_missing'],
] as const) {
  invalidRequest('PP-03', `a form without ${name}`, { form: { [name]: undefined } }, code)
  invalidRequest('PP-03', `a form with an empty ${name}`, { form: { [name]: '' } }, code)
}
refuses(
  'PP-03',
  'response_type token',
  { form: { response_type: 'token' } },
  'response_type_unsupported',
  400,
  'unsupported_response_type',
)
for (const [id, title, value, code] of refusalsOf({
  'PP-06 code_challenge_method_unsupported': {
    'the method plain': { form: { code_challenge_method: 'plain' } },
    'the method s256': { form: { code_challenge_method: 's256' } },
  },
  'PP-05 form_mismatch': { 'the method plain in the object': ofObject({ code_challenge_method: 'plain' }) },
  'PP-06 code_challenge_method_missing': { 'no method in the object': ofObject({ code_challenge_method: undefined }) },
  'PP-52 code_challenge_malformed': {
    'a short challenge': { form: { code_challenge: 'x'.repeat(42) } },
    'a challenge with an invalid character': { form: { code_challenge: `${'x'.repeat(42)}+` } },
  },
  'PP-49 request_uri_present': {
    'request_uri in the form': { form: { request_uri: 'urn:x' } },
    'request_uri in the object': ofObject({ request_uri: 'urn:x' }),
  },
  'PP-49 request_present': { 'request in the object': ofObject({ request: 'eyJ' }) },
}))
  invalidRequest(id, title, value, code)

for (const [id, title, value, code] of refusalsOf({
  'PP-41 client_assertion_missing': { 'no client_assertion': { form: { client_assertion: undefined } } },
  'PP-41 client_assertion_type_missing': { 'no client_assertion_type': { form: { client_assertion_type: undefined } } },
  'PP-41 client_assertion_type_unsupported': {
    'an unknown client_assertion_type': { form: { client_assertion_type: 'urn:x' } },
  },
}))
  invalidClient(id, title, value, code)

for (const [id, title, forge, code] of jwtFaultsFor({
  typ_mismatch: 'PP-48',
  expired: 'PP-48',
  not_yet_valid: 'PP-48',
  signature_invalid: 'PP-50',
  alg_none: 'PP-05',
  jws_unsigned: 'PP-05',
})) {
  const bend: Bend = async (issuance) => ({
    request: await forge(await requestObject(issuance), issuance.wallet.attested),
  })
  invalidObject(id, `a Request Object with ${title}`, bend, code)
}
invalidObject(
  'PP-50',
  'a Request Object signed by another key',
  async () => ({ object: { signer: await generateSigner(fixture) } }),
  'signature_invalid',
)
invalidRequest('PP-47', 'a Request Object without kid', { object: { header: { kid: undefined } } }, 'kid_missing')
const kidOfDpopKey: Bend = async ({ wallet }) => ({
  object: { header: { kid: wallet.dpop.kid }, payload: { dpop_jkt: wallet.dpop.kid } },
})
const kidOfProvenKey: Bend = async ({ wallet: { dpop } }) => ({
  object: { header: { kid: dpop.kid } },
  headers: { dpop: await createDpopProof(fixture, dpop, proofTarget()) },
})
const proofTarget = () => ({ method: 'POST', url: `${pidProviderId}/as/par`, now: fixture.clock.now() })
invalidRequest('PP-47', "a Request Object with the kid of the wallet's own DPoP key", kidOfDpopKey, 'kid_mismatch')
invalidRequest('PP-47', 'a Request Object with the kid of the key of its DPoP proof', kidOfProvenKey, 'kid_mismatch')

test('PP-131 accepts a Request Object whose iss is the client_id of the access token', async () => {
  const issuance = await beginIssuance(fixture)
  const iss = walletInstanceUrl(walletProviderId, issuance.wallet.clientId)
  await pushed(issuance, { object: { payload: { iss } } })
})
invalidObject(
  'PP-48',
  'an iss of another Wallet Provider',
  ofObject({ iss: 'https://x.example/instance/x' }),
  'iss_mismatch',
)

test('PP-47 accepts a Request Object of any kid, bound to a DPoP key or not (D-465)', async () => {
  const issuance = await beginIssuance(fixture)
  const { attested, dpop } = issuance.wallet
  const payload = { dpop_jkt: dpop.kid }
  for (const kid of ['x', 'did:example:123#key-1', (await generateSigner(fixture)).kid, attested.kid]) {
    await pushed(issuance, { object: { header: { kid } } })
    await pushed(issuance, { object: { header: { kid }, payload } })
  }
  const one = { object: { header: { kid: attested.kid }, payload: { dpop_jkt: attested.kid } } }
  await pushed(issuance, one)
})
for (const [name, code] of [
  ['response_type', 'response_type_missing'],
  ['client_id', 'client_id_missing'],
  ['state', 'state_missing'],
  ['code_challenge', 'code_challenge_missing'],
  ['redirect_uri', 'redirect_uri_missing'],
] as const)
  invalidRequest('PP-47', `a Request Object without ${name}`, ofObject({ [name]: undefined }), code)
for (const [id, title, value, code] of refusalsOf({
  'PP-05 form_mismatch': {
    'another response_type in the object': ofObject({ response_type: 'token' }),
    'another challenge in the object than in the form': ofObject({ code_challenge: 'y'.repeat(43) }),
    'another redirect_uri in the form': { form: { redirect_uri: 'https://wallet.example/other' } },
    'another state in the form': { form: { state: 'other' } },
  },
}))
  invalidRequest(id, title, value, code)
invalidObject('PP-48', 'another iss', ofObject({ iss: 'x' }), 'iss_mismatch')
invalidObject('PP-48', 'another aud', ofObject({ aud: 'https://other.example' }), 'aud_mismatch')
invalidObject('PP-48', 'an empty jti', ofObject({ jti: '' }), 'jti_malformed')
invalidRequest(
  'PP-48',
  'another client_assertion_type',
  ofObject({ client_assertion_type: clientAttestation }),
  'client_assertion_type_mismatch',
)
for (const [uri, code] of [
  ['http://wallet.example/cb', 'redirect_uri_scheme_forbidden'],
  ['javascript:alert(1)', 'redirect_uri_scheme_forbidden'],
  ['data:text/html,x', 'redirect_uri_scheme_forbidden'],
  ['eudiw://cb', 'redirect_uri_scheme_forbidden'],
  ['/cb', 'redirect_uri_malformed'],
  ['https:/login/callback/cie?a=b', 'redirect_uri_malformed'],
  ['https:wallet.example/cb', 'redirect_uri_malformed'],
  ['https:consent', 'redirect_uri_malformed'],
  ['https:///wallet.example/cb', 'redirect_uri_malformed'],
  ['https://wallet.example/cb#x', 'redirect_uri_fragment'],
  ['https://user@wallet.example/cb', 'redirect_uri_user_info'],
] as const)
  invalidRequest('PP-08', `the redirect URI ${uri}`, ofObject({ redirect_uri: uri }), code)

for (const parameter of ['code=1', 'st%61te', 'a=b&iss=x', 'error=x', 'error_description=x', 'error_uri=x']) {
  const uri = `https://wallet.example/cb?${parameter}`
  const code = 'redirect_uri_response_parameter'
  invalidRequest('PP-124', `the redirect URI ${uri}`, ofObject({ redirect_uri: uri }), code)
}
for (const [title, payload] of [
  ['a state of 7001 characters', { state: 's'.repeat(7001) }],
  ['a state that is too long when it is encoded', { state: 'è'.repeat(1170) }],
  ['a redirect URI of 7001 characters', { redirect_uri: 'https://wallet.example/'.padEnd(7001, 'p') }],
  [
    'a redirect URI and a state that are too long together',
    { redirect_uri: 'https://wallet.example/'.padEnd(3501, 'p'), state: 's'.repeat(3500) },
  ],
] as const)
  invalidRequest('PP-124', title, ofObject(payload), 'response_too_long')
test('PP-124 PAR accepts a long redirect URI with a query of its own, and a long state', async () => {
  const redirect_uri = 'https://wallet.example/cb?Code=1&x=code&x=state&p='.padEnd(3490, 'p')
  await pushed(await beginIssuance(fixture), ofObject({ redirect_uri, state: 's'.repeat(3500) }))
})

const detail = { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } }
refuses(
  'PP-47',
  'a Request Object without authorization_details',
  ofObject({ authorization_details: undefined }),
  'authorization_details_missing',
  400,
  'invalid_authorization_details',
)
for (const [id, title, details, code] of refusalsOf<unknown>({
  'PP-07 authorization_details_malformed': {
    'an empty list of details': [],
    'details that are not a list': detail,
    'a detail that is not an object': ['x'],
  },
  'PP-07 detail_type_unsupported': { 'a detail without type': [{ ...detail, type: undefined }] },
  'PP-07 detail_format_missing': { 'a detail without format': [{ ...detail, format: undefined }] },
  'PP-07 detail_format_unsupported': { 'an unknown format': [{ ...detail, format: 'ldp_vc' }] },
  'PP-07 detail_definition_malformed': {
    'a detail without definition': [{ ...detail, credential_definition: undefined }],
  },
  'PP-07 detail_credential_type_unsupported': {
    'another type of credential': [{ ...detail, credential_definition: { type: ['mDL'] } }],
  },
  'PP-07 detail_locations_unsupported': { 'another location': [{ ...detail, locations: ['https://other.example'] }] },
  'PP-53 detail_field_unknown': { 'an unknown field': [{ ...detail, x: 1 }] },
}))
  invalidDetails(id, title, details, code)

test('PP-07 PP-53 accepts dc+sd-jwt and the location of the provider', async () => {
  const details = [{ ...detail, format: 'dc+sd-jwt', locations: [pidProviderId] }]
  await pushed(await beginIssuance(fixture), ofObject({ authorization_details: details }))
})

test('PP-48 accepts an object with another typ, without optional claims, and with unknown claims', async () => {
  const bare = { iss: undefined, aud: undefined, exp: undefined, iat: undefined, jti: undefined }
  for (const typ of ['JWT', 'application/OAUTH-AUTHZ-REQ+jwt', undefined])
    await pushed(await beginIssuance(fixture), {
      object: {
        header: { typ },
        payload: { ...bare, client_assertion_type: undefined, response_mode: 'query', foo: 1 },
      },
    })
})

test('PP-48 refuses a jti that the same client has used, and accepts it from another', async () => {
  const issuance = await beginIssuance(fixture)
  await pushed(issuance, ofObject({ jti: 'same' }))
  const again = await push(issuance, ofObject({ jti: 'same' }))
  const expected = { id: 'PP-48', code: 'request_object_used', status: 400, error: 'invalid_request_object' }
  await assertRefusal(again, fixture.sink, expected)
  await pushed(await beginIssuance(fixture), ofObject({ jti: 'same' }))
})

for (const [what, times, code] of [
  ['after a day', {}, 'expired'],
  ['without iat', { iat: undefined }, 'request_object_used'],
] as const)
  test(`PP-48 refuses a repeated object ${what}, even with a new attestation of its key`, async () => {
    const { stores, database } = openSqliteStores('pid-provider', ':memory:')
    const at = await pidProviderFixture({ stores })
    const issuance = await beginIssuance(at)
    const lasting = { ...times, exp: at.clock.now() + 7 * 86_400 }
    const request = await requestObject(issuance, { payload: lasting })
    await pushed(issuance, { request })
    at.clock.advance(90_000)
    await database.prune(at.clock.now())
    const attestation = await at.attest(issuance.wallet.attested)
    const expected = { id: 'PP-48', code, status: 400, error: 'invalid_request_object' }
    await assertRefusal(await push(issuance, { request, attestation }), at.sink, expected)
  })

test('GEN-07 GEN-09 GEN-29 the general rules for forms apply to PAR', async () => {
  for (const [id, code, status, init] of brokenForms({ parameter: 'client_id', malformed: '%zz', tooLarge: 131_073 })) {
    const response = await fixture.send('/as/par', init)
    await assertRefusal(response, fixture.sink, { id, code, status, error: 'invalid_request' })
  }
})

test('GEN-21 PAR ignores unknown parameters', async () => {
  await pushed(await beginIssuance(fixture), { form: { foo: 'bar', redirect_uri: redirectUri } })
})
