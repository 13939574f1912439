import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonJwtFaults, forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
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
import { refuses, vouched } from '../../test/support/refuses.ts'
import { assertionTypeKeyAttestation } from './identifiers.ts'
import { verifyRequestObject } from './verify-request-object.ts'

const faults: readonly (readonly [id: string, what: string, change: JwtChange, code: string])[] = [
  ['PP-05', 'the signature of another key', { signer: other }, 'signature_invalid'],
  ['PP-47', 'no kid', { header: { kid: undefined } }, 'kid_missing'],
  ['PP-47', 'an empty kid', { header: { kid: '' } }, 'kid_missing'],
  ['PP-49', 'a request_uri inside', { payload: { request_uri: 'urn:x' } }, 'request_uri_present'],
  ['PP-49', 'a request inside', { payload: { request: 'eyJ' } }, 'request_present'],
  ['PP-47', 'no response_type', { payload: { response_type: undefined } }, 'response_type_missing'],
  ['PP-05', 'another response_type than the form', { payload: { response_type: 'token' } }, 'form_mismatch'],
  ['PP-47', 'no client_id', { payload: { client_id: undefined } }, 'client_id_missing'],
  ['PP-46', 'another client_id than the form', { payload: { client_id: 'x' } }, 'form_client_id_mismatch'],
  ['PP-47', 'no state', { payload: { state: undefined } }, 'state_missing'],
  ['GEN-22', 'an empty state', { payload: { state: '' } }, 'state_missing'],
  ['PP-56', 'a state that cannot come back unchanged', { payload: { state: 'a\ud800' } }, 'state_missing'],
  ['PP-47', 'no code_challenge', { payload: { code_challenge: undefined } }, 'code_challenge_missing'],
  ['PP-05', 'another code_challenge than the form', { payload: { code_challenge: 'a'.repeat(43) } }, 'form_mismatch'],
  [
    'PP-06',
    'no code_challenge_method',
    { payload: { code_challenge_method: undefined } },
    'code_challenge_method_missing',
  ],
  ['PP-05', 'another method than the form', { payload: { code_challenge_method: 'plain' } }, 'form_mismatch'],
  [
    'PP-47',
    'no authorization_details',
    { payload: { authorization_details: undefined } },
    'authorization_details_missing',
  ],
  [
    'PP-07',
    'empty authorization_details',
    { payload: { authorization_details: [] } },
    'authorization_details_malformed',
  ],
  [
    'PP-53',
    'an unknown field in it',
    { payload: { authorization_details: [{ ...detail, x: 1 }] } },
    'detail_field_unknown',
  ],
  ['PP-47', 'no redirect_uri', { payload: { redirect_uri: undefined } }, 'redirect_uri_missing'],
  [
    'PP-08',
    'a redirect_uri by http',
    { payload: { redirect_uri: 'http://a.example/' } },
    'redirect_uri_scheme_forbidden',
  ],
  ['PP-48', 'another iss', { payload: { iss: 'https://x.example' } }, 'iss_mismatch'],
  ['PP-48', 'another aud', { payload: { aud: 'https://x.example' } }, 'aud_mismatch'],
  ['PP-48', 'one gone by', { payload: { iat: now - 600, exp: now - 10 } }, 'expired'],
  ['PP-48', 'one from the future', { payload: { nbf: now + 11 } }, 'not_yet_valid'],
  ['PP-48', 'an unreadable jti', { payload: { jti: 7 } }, 'jti_malformed'],
  [
    'PP-48',
    'another assertion type than the form',
    { payload: { client_assertion_type: 'x' } },
    'client_assertion_type_mismatch',
  ],
  [
    'PP-48',
    'an assertion type that is no text',
    { payload: { client_assertion_type: 7 } },
    'client_assertion_type_mismatch',
  ],
]
for (const [id, what, change, code] of faults) refuses(id, `an object with ${what}`, () => changed(change), code)
for (const [id, what, forge, code] of commonJwtFaults)
  refuses(
    id,
    `an object with ${what}`,
    async () => verifyRequestObject(ctx, await forge(request, signer), policy),
    code,
  )

/** Faults that are only reported by the object's own rules if the form has the same value. */
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

test('PP-05 what the form repeats, and what only the form has, is taken', async () => {
  const repeated = {
    redirect_uri: redirectUri,
    authorization_details: JSON.stringify([detail]),
    scope: 'pid',
    extra: 'x',
  }
  vouched(await verifyRequestObject(ctx, request, withForm(repeated)))
})

test('PP-51 dpop_jkt of the object, or of the form', async () => {
  const [a, b] = [clientId, challenge]
  assert.equal(vouched(await changed({ payload: { dpop_jkt: a } })).dpop_jkt, a)
  assert.equal(vouched(await verifyRequestObject(ctx, request, withForm({ dpop_jkt: b }))).dpop_jkt, b)
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
  'a dpop_jkt of the form that is no thumbprint',
  () => verifyRequestObject(ctx, request, withForm({ dpop_jkt: 'b' })),
  'dpop_jkt_malformed',
)

for (const kid of ['1', 'ephemeral key of 2026', 'did:example:123#key-1', other.kid, clientId])
  test(`PP-47 takes the kid ${kid}, and hands it on`, async () =>
    assert.equal(vouched(await changed({ header: { kid } })).kid, kid))

test('PP-131 takes the client_id of the access token as iss', async () => {
  const iss = `https://wp.example/instance/${clientId}`
  const object = await forgeJwt(request, signer, { payload: { iss } })
  vouched(await verifyRequestObject(ctx, object, { ...policy, aliases: [iss] }))
})

const optional = ['iss', 'aud', 'exp', 'iat', 'jti', 'client_assertion_type']
for (const name of optional)
  test(`PP-48 accepts an object without ${name}`, async () =>
    void vouched(await changed({ payload: { [name]: undefined } })))

for (const typ of ['JWT', 'jwt', 'oauth-authz-req+jwt', undefined])
  test(`PP-48 accepts typ ${typ}`, async () => void vouched(await changed({ header: { typ } })))

const dayOld = (iat: number) => changed({ payload: { iat, exp: now + 60 } })
refuses('PP-48', 'an object that was made a day ago', () => dayOld(now - 86_410), 'expired')
test('PP-48 takes one that is a little younger', async () => void vouched(await dayOld(now - 86_409)))

test('GEN-21 further claims are ignored', async () => {
  vouched(await changed({ payload: { response_mode: 'query', extra: { a: 1 } } }))
  assert.equal(form.client_assertion_type, assertionTypeKeyAttestation)
})
