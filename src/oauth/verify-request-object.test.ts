import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import {
  challenge,
  changed,
  clientId,
  ctx,
  detail,
  form,
  now,
  other,
  policy,
  redirectUri,
  request,
  signer,
  withForm,
} from '../../test/support/pushed-request-object.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { assertionTypeKeyAttestation } from './identifiers.ts'
import { verifyRequestObject } from './verify-request-object.ts'

const faults: readonly (readonly [id: string, what: string, change: JwtChange, code: string])[] = refusalsOf<JwtChange>(
  {
    'PP-05 signature_invalid': { 'the signature of another key': { signer: other } },
    'PP-47 kid_missing': {
      'no kid': { header: { kid: undefined } },
      'an empty kid': { header: { kid: '' } },
    },
    'PP-49 request_uri_present': { 'a request_uri inside': { payload: { request_uri: 'urn:x' } } },
    'PP-49 request_present': { 'a request inside': { payload: { request: 'eyJ' } } },
    'PP-47 response_type_missing': { 'no response_type': { payload: { response_type: undefined } } },
    'PP-05 form_mismatch': {
      'another response_type than the form': { payload: { response_type: 'token' } },
      'another code_challenge than the form': { payload: { code_challenge: 'a'.repeat(43) } },
      'another method than the form': { payload: { code_challenge_method: 'plain' } },
    },
    'PP-47 client_id_missing': { 'no client_id': { payload: { client_id: undefined } } },
    'PP-46 form_client_id_mismatch': { 'another client_id than the form': { payload: { client_id: 'x' } } },
    'PP-47 state_missing': { 'no state': { payload: { state: undefined } } },
    'GEN-22 state_missing': { 'an empty state': { payload: { state: '' } } },
    'PP-56 state_missing': { 'a state that cannot come back unchanged': { payload: { state: 'a\ud800' } } },
    'PP-47 code_challenge_missing': { 'no code_challenge': { payload: { code_challenge: undefined } } },
    'PP-06 code_challenge_method_missing': {
      'no code_challenge_method': { payload: { code_challenge_method: undefined } },
    },
    'PP-47 authorization_details_missing': {
      'no authorization_details': { payload: { authorization_details: undefined } },
    },
    'PP-07 authorization_details_malformed': {
      'empty authorization_details': { payload: { authorization_details: [] } },
    },
    'PP-53 detail_field_unknown': {
      'an unknown field in authorization_details': { payload: { authorization_details: [{ ...detail, x: 1 }] } },
    },
    'PP-47 redirect_uri_missing': { 'no redirect_uri': { payload: { redirect_uri: undefined } } },
    'PP-08 redirect_uri_scheme_forbidden': {
      'a redirect_uri by http': { payload: { redirect_uri: 'http://a.example/' } },
    },
    'PP-48 iss_mismatch': { 'another iss': { payload: { iss: 'https://x.example' } } },
    'PP-48 aud_mismatch': { 'another aud': { payload: { aud: 'https://x.example' } } },
    'PP-48 expired': { 'an exp that has passed': { payload: { iat: now - 600, exp: now - 10 } } },
    'PP-48 not_yet_valid': { 'an nbf in the future': { payload: { nbf: now + 11 } } },
    'PP-48 jti_malformed': { 'an unreadable jti': { payload: { jti: 7 } } },
    'PP-48 client_assertion_type_mismatch': {
      'another assertion type than the form': { payload: { client_assertion_type: 'x' } },
      'an assertion type that is not a text': { payload: { client_assertion_type: 7 } },
    },
  },
)
for (const [id, what, change, code] of faults) refuses(id, `an object with ${what}`, () => changed(change), code)

/** Faults that the rules of the object report only if the form has the same value. */
const agreed: readonly (readonly [id: string, what: string, name: string, value: string, code: string])[] = [
  ['PP-47', 'response_type token', 'response_type', 'token', 'response_type_unsupported'],
  ['PP-46', 'a client_id that is not the attested key', 'client_id', 'x', 'client_id_mismatch'],
  ['PP-52', 'a short code_challenge', 'code_challenge', 'short', 'code_challenge_malformed'],
  ['PP-06', 'method plain', 'code_challenge_method', 'plain', 'code_challenge_method_unsupported'],
]
for (const [id, what, name, value, code] of agreed)
  refuses(
    id,
    `an object with ${what}, agreeing with the form`,
    async () =>
      verifyRequestObject(
        ctx,
        await forgeJwt(request, signer, { payload: { [name]: value } }),
        withForm({ [name]: value }),
      ),
    code,
  )

for (const [name, value] of [
  ['state', 'other'],
  ['state', '"fyZiOL9Lf2CeKuNT2JzxiLRDink0uPcd"'],
  ['redirect_uri', 'https://evil.example/'],
  ['authorization_details', '[]'],
  ['authorization_details', 'no json'],
] as const)
  refuses(
    'PP-05',
    `a form whose ${name} ${JSON.stringify(value)} contradicts the object`,
    () => verifyRequestObject(ctx, request, withForm({ [name]: value })),
    'form_mismatch',
  )

refuses(
  'PP-05',
  'an object that has null where the form has a text',
  async () =>
    verifyRequestObject(
      ctx,
      await forgeJwt(request, signer, { payload: { nonce: null } }),
      withForm({ nonce: 'null' }),
    ),
  'form_mismatch',
)

test('PP-05 accepts parameters that the form repeats, and parameters that only the form has', async () => {
  const repeated = {
    redirect_uri: redirectUri,
    authorization_details: JSON.stringify([detail]),
    scope: 'pid',
    extra: 'x',
  }
  expectSuccess(await verifyRequestObject(ctx, request, withForm(repeated)))
})

test('PP-51 dpop_jkt is read from the object, or from the form if the object has none (D-1066)', async () => {
  const [a, b] = [clientId, challenge]
  assert.equal(expectSuccess(await changed({ payload: { dpop_jkt: a } })).dpop_jkt, a)
  assert.equal(expectSuccess(await verifyRequestObject(ctx, request, withForm({ dpop_jkt: b }))).dpop_jkt, b)
})

for (const jkt of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(42)}+`, 43, null, []])
  refuses(
    'PP-51',
    `a dpop_jkt ${JSON.stringify(jkt)}`,
    () => changed({ payload: { dpop_jkt: jkt } }),
    'dpop_jkt_malformed',
  )
refuses(
  'PP-51',
  'a dpop_jkt of the form that is not a thumbprint',
  () => verifyRequestObject(ctx, request, withForm({ dpop_jkt: 'b' })),
  'dpop_jkt_malformed',
)

for (const kid of ['1', 'ephemeral key of 2026', 'did:example:123#key-1', other.kid, clientId])
  test(`PP-47 accepts the kid ${kid} and returns it`, async () =>
    assert.equal(expectSuccess(await changed({ header: { kid } })).kid, kid))

test('PP-131 accepts the client_id of the access token as iss', async () => {
  const iss = `https://wp.example/instance/${clientId}`
  const object = await forgeJwt(request, signer, { payload: { iss } })
  expectSuccess(await verifyRequestObject(ctx, object, { ...policy, aliases: [iss] }))
})

const optional = ['iss', 'aud', 'exp', 'iat', 'jti', 'client_assertion_type']
for (const name of optional)
  test(`PP-48 accepts an object without ${name}`, async () =>
    void expectSuccess(await changed({ payload: { [name]: undefined } })))

for (const typ of ['JWT', 'jwt', 'oauth-authz-req+jwt', undefined])
  test(`PP-48 accepts typ ${typ}`, async () => void expectSuccess(await changed({ header: { typ } })))

const dayOld = (iat: number) => changed({ payload: { iat, exp: now + 60 } })
refuses('PP-48', 'an object that was made a day ago', () => dayOld(now - 86_410), 'expired')
test('PP-48 accepts an object that is one second younger', async () => void expectSuccess(await dayOld(now - 86_409)))

test('GEN-21 further claims are ignored', async () => {
  expectSuccess(await changed({ payload: { response_mode: 'query', extra: { a: 1 } } }))
  assert.equal(form.client_assertion_type, assertionTypeKeyAttestation)
})
