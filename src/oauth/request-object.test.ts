import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from '../../test/support/forge-jwt.ts'
import {
  challenge,
  changed,
  clientId,
  ctx,
  detail,
  issuer,
  now,
  policy,
  redirectUri,
  request,
} from '../../test/support/pushed-request-object.ts'
import { expectSuccess } from '../../test/support/refuses.ts'
import * as core from '../../test/vectors/openid-connect-core.ts'
import { failed } from '../base/index.ts'
import { parseJws, verifyJws } from '../jose/index.ts'
import { requestObjectClaims } from './request-object.ts'
import { verifyRequestObject } from './verify-request-object.ts'

test('WI-37 the object has every member of the specification and is verified', async () => {
  const { header, payload } = decodeJwt(request)
  assert.deepEqual(header, { alg: 'ES256', typ: 'oauth-authz-req+jwt', kid: clientId })
  const { jti, ...rest } = payload
  assert.deepEqual(rest, {
    iss: clientId,
    aud: issuer,
    iat: now,
    exp: now + 300,
    response_type: 'code',
    client_id: clientId,
    state: 'fyZiOL9Lf2CeKuNT2JzxiLRDink0uPcd',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    authorization_details: [
      { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } },
    ],
    redirect_uri: redirectUri,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation',
  })
  const verified = expectSuccess(await verifyRequestObject(ctx, request, policy))
  assert.equal(verified.redirect_uri, redirectUri)
  assert.deepEqual(verified.authorization_details, [detail])
  assert.deepEqual(requestObjectClaims(verified), [
    { name: 'request_object_jti', value: `${clientId} ${jti}`, expiresAt: now + 310 },
  ])
})

test('PP-46 OpenID Connect Core §6.1: the signature of its Request Object is verified, and its client_id is refused', async () => {
  const { compact, jwk } = core.requestObject
  const jws = parseJws(compact, { typ: [undefined], algorithms: ['RS256'] }, 'request')
  assert.ok(!failed(jws))
  assert.equal(jws.payload.client_id, 's6BhdRkqt3')
  assert.ok(!failed(await verifyJws(ctx, jws, jwk, 'request')))
  const refused = await verifyRequestObject(ctx, compact, { ...policy, key: jwk, algorithms: ['RS256'] })
  assert.equal(failed(refused) && refused.code, 'form_client_id_mismatch')
})

test('PP-48 an object without jti claims nothing, and any other is remembered as long as it would be accepted', async () => {
  assert.deepEqual(requestObjectClaims(expectSuccess(await changed({ payload: { jti: undefined } }))), [])
  const rememberedUntil = async (payload: object) => expectSuccess(await changed({ payload: { ...payload } })).expiresAt
  const iat = now - 100
  assert.equal(await rememberedUntil({}), now + 310)
  assert.equal(await rememberedUntil({ exp: undefined, iat }), iat + 86_410)
  assert.equal(await rememberedUntil({ exp: now + 1e9, iat }), iat + 86_410)
  assert.equal(await rememberedUntil({ exp: now + 1e9, iat: undefined }), now + 1e9 + 10)
  assert.equal(await rememberedUntil({ exp: undefined, iat: undefined }), now + 86_410)
})
