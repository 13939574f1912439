/** Pushed authorization requests: the form and the Request Object. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { createDpopProof } from '../../../src/oauth/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { walletInstanceUrl } from '../../../src/wallet-attestation/index.ts'
import { brokenForms } from '../../support/broken-forms.ts'
import { observeOutput } from '../../support/decisions.ts'
import { jwtRefusals } from '../../support/forge-jwt.ts'
import { type Bend, ofObject, parRefusals } from '../../support/par-refusals.ts'
import { beginIssuance, bodyOf, push, pushed, redirectUri, requestObject } from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, walletProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const clientAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
const { invalidRequest, invalidClient, invalidObject, invalidDetails, unsupportedResponseType } = parRefusals(fixture)

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

const without = (name: string): Bend => ({ form: { [name]: undefined } })
const withoutClaim = (name: string): Bend => ofObject({ [name]: undefined })
unsupportedResponseType({
  'PP-03 response_type_unsupported': { 'response_type token': { form: { response_type: 'token' } } },
})
invalidRequest({
  'PP-03 response_type_missing': { 'a form without response_type': without('response_type') },
  'PP-03 client_id_missing': { 'a form without client_id': without('client_id') },
  'PP-03 code_challenge_missing': { 'a form without code_challenge': without('code_challenge') },
  'PP-03 code_challenge_method_missing': { 'a form without code_challenge_method': without('code_challenge_method') },
  'PP-03 request_missing': { 'a form without request': without('request') },
  'PP-05 form_mismatch': { 'another state in the form': { form: { state: 'other' } } },
  'PP-06 code_challenge_method_unsupported': {
    'the method plain': { form: { code_challenge_method: 'plain' } },
    'the method in lower case': { form: { code_challenge_method: 's256' } },
  },
  'PP-06 code_challenge_method_missing': { 'no method in the object': withoutClaim('code_challenge_method') },
  'PP-47 response_type_missing': { 'a Request Object without response_type': withoutClaim('response_type') },
  'PP-47 client_id_missing': { 'a Request Object without client_id': withoutClaim('client_id') },
  'PP-47 state_missing': { 'a Request Object without state': withoutClaim('state') },
  'PP-47 code_challenge_missing': { 'a Request Object without code_challenge': withoutClaim('code_challenge') },
  'PP-47 redirect_uri_missing': { 'a Request Object without redirect_uri': withoutClaim('redirect_uri') },
  'PP-47 kid_missing': { 'a Request Object without kid': { object: { header: { kid: undefined } } } },
  'PP-47 kid_mismatch': {
    "a Request Object with the kid of the wallet's own DPoP key": ({ wallet: { dpop } }) => ({
      object: { header: { kid: dpop.kid }, payload: { dpop_jkt: dpop.kid } },
    }),
    'a Request Object with the kid of the key of its DPoP proof': async ({ wallet: { dpop } }) => ({
      object: { header: { kid: dpop.kid } },
      headers: { dpop: await createDpopProof(fixture, dpop, proofTarget()) },
    }),
  },
  'PP-48 client_assertion_type_mismatch': {
    'another client_assertion_type': ofObject({ client_assertion_type: clientAttestation }),
  },
  'PP-49 request_uri_present': { 'request_uri in the form': { form: { request_uri: 'urn:x' } } },
  'PP-49 request_present': { 'request in the object': ofObject({ request: 'eyJ' }) },
  'PP-52 code_challenge_malformed': { 'a short challenge': { form: { code_challenge: 'x'.repeat(42) } } },
  'PP-08 redirect_uri_scheme_forbidden': { 'a redirect URI by http': toRedirect('http://wallet.example/cb') },
  'PP-08 redirect_uri_malformed': { 'a redirect URI without host': toRedirect('https:consent') },
  'PP-08 redirect_uri_fragment': { 'a redirect URI with a fragment': toRedirect('https://wallet.example/cb#x') },
  'PP-08 redirect_uri_user_info': { 'a redirect URI with a user': toRedirect('https://user@wallet.example/cb') },
})
invalidClient({
  'PP-41 client_assertion_missing': { 'no client_assertion': without('client_assertion') },
  'PP-41 client_assertion_type_missing': { 'no client_assertion_type': without('client_assertion_type') },
  'PP-41 client_assertion_type_unsupported': {
    'an unknown client_assertion_type': { form: { client_assertion_type: 'urn:x' } },
  },
})
invalidObject({
  'PP-48 iss_mismatch': { 'an iss of another Wallet Provider': ofObject({ iss: 'https://x.example/instance/x' }) },
  'PP-48 aud_mismatch': { 'another aud': ofObject({ aud: 'https://other.example' }) },
  'PP-48 jti_malformed': { 'an empty jti': ofObject({ jti: '' }) },
})
function toRedirect(redirect_uri: string): Bend {
  return ofObject({ redirect_uri })
}
function proofTarget() {
  return { method: 'POST', url: `${pidProviderId}/as/par`, now: fixture.clock.now() }
}

const objectOwn = {
  typ_mismatch: 'PP-48',
  expired: 'PP-48',
  not_yet_valid: 'PP-48',
  signature_invalid: 'PP-50',
  alg_none: 'PP-05',
  jws_unsigned: 'PP-05',
}
invalidObject(
  jwtRefusals(
    objectOwn,
    'a Request Object',
    (forge): Bend =>
      async (issuance) => ({
        request: await forge(await requestObject(issuance), issuance.wallet.attested),
      }),
  ),
)

test('PP-131 accepts a Request Object whose iss is the client_id of the access token', async () => {
  const issuance = await beginIssuance(fixture)
  const iss = walletInstanceUrl(walletProviderId, issuance.wallet.clientId)
  await pushed(issuance, { object: { payload: { iss } } })
})

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

for (const parameter of ['code=1', 'st%61te', 'a=b&iss=x', 'error=x', 'error_description=x', 'error_uri=x']) {
  const uri = `https://wallet.example/cb?${parameter}`
  invalidRequest({ 'PP-124 redirect_uri_response_parameter': { [`the redirect URI ${uri}`]: toRedirect(uri) } })
}
invalidRequest({
  'PP-124 response_too_long': {
    'a state of 7001 characters': ofObject({ state: 's'.repeat(7001) }),
    'a state that is too long when it is encoded': ofObject({ state: 'è'.repeat(1170) }),
    'a redirect URI of 7001 characters': toRedirect('https://wallet.example/'.padEnd(7001, 'p')),
    'a redirect URI and a state that are too long together': ofObject({
      redirect_uri: 'https://wallet.example/'.padEnd(3501, 'p'),
      state: 's'.repeat(3500),
    }),
  },
})
test('PP-124 PAR accepts a long redirect URI with a query of its own, and a long state', async () => {
  const redirect_uri = 'https://wallet.example/cb?Code=1&x=code&x=state&p='.padEnd(3490, 'p')
  await pushed(await beginIssuance(fixture), ofObject({ redirect_uri, state: 's'.repeat(3500) }))
})

const detail = { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } }
const ofDetail = (change: object): Bend => ofObject({ authorization_details: [{ ...detail, ...change }] })
invalidDetails({
  'PP-47 authorization_details_missing': {
    'a Request Object without authorization_details': withoutClaim('authorization_details'),
  },
  'PP-07 authorization_details_malformed': {
    'details that are not a list': ofObject({ authorization_details: detail }),
  },
  'PP-07 detail_type_unsupported': { 'a detail without type': ofDetail({ type: undefined }) },
  'PP-07 detail_format_missing': { 'a detail without format': ofDetail({ format: undefined }) },
  'PP-07 detail_format_unsupported': { 'an unknown format': ofDetail({ format: 'ldp_vc' }) },
  'PP-07 detail_definition_malformed': {
    'a detail without definition': ofDetail({ credential_definition: undefined }),
  },
  'PP-07 detail_credential_type_unsupported': {
    'another type of credential': ofDetail({ credential_definition: { type: ['mDL'] } }),
  },
  'PP-07 detail_locations_unsupported': { 'another location': ofDetail({ locations: ['https://other.example'] }) },
  'PP-53 detail_field_unknown': { 'an unknown field': ofDetail({ x: 1 }) },
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
