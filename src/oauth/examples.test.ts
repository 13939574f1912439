/**
 * The examples of RFC 9101, RFC 9126 and RFC 9207. The printed signatures are verified, and our own rules apply to
 * the content.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectSuccess } from '../../test/support/refuses.ts'
import { requestObject as core } from '../../test/vectors/openid-connect-core.ts'
import { requestObject } from '../../test/vectors/rfc9101.ts'
import * as pushed from '../../test/vectors/rfc9126.ts'
import * as identified from '../../test/vectors/rfc9207.ts'
import { type Failure, failed, type PublicJwk } from '../base/index.ts'
import { parseJws, verifyJws, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createAuthorizationUrl, parseAuthorizationQuery } from './authorization-request.ts'
import {
  createAuthorizationErrorResponse,
  createAuthorizationResponse,
  verifyAuthorizationResponse,
} from './authorization-response.ts'
import { verifyClientAssertion } from './client-assertion.ts'
import { parseErrorResponse } from './error-response.ts'
import { readQuery } from './parameters.ts'
import { createPushedAuthorizationResponse, parsePushedAuthorizationResponse } from './pushed-authorization.ts'
import { verifyRequestObject } from './verify-request-object.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()) }
const { clientId } = pushed
const issuer = 'https://server.example.com'
const codeOf = (result: object | Failure): string => (failed(result) ? result.code : 'taken')

/** Verifies a Request Object with this key, for the client of the examples. */
const judge = (compact: string, key: PublicJwk) =>
  verifyRequestObject(ctx, compact, {
    key,
    thumbprint: 'k2bdc',
    form: new Map([['client_id', clientId]]),
    issuer,
    redirectUris: { loopbackHttp: false, customSchemes: [] },
    support: { formats: [], credentialType: 'type', doctype: 'doctype' },
    now: 0,
    skew: 0,
    algorithms: ['RS256'],
  })

async function payloadOf(compact: string, key: PublicJwk): Promise<unknown> {
  const jws = expectSuccess(parseJws(compact, { typ: [undefined], algorithms: ['RS256'] }, 'jwt'))
  expectSuccess(await verifyJws(ctx, jws, key, 'jwt'))
  return jws.payload
}

test('PP-50 RFC 9101 §4: the Request Object has the printed claims, and is verified only with the printed key', async () => {
  const { compact, jwk, claims } = requestObject
  assert.deepEqual(await payloadOf(compact, jwk), claims)
  const jws = expectSuccess(parseJws(compact, { typ: [undefined], algorithms: ['RS256'] }, 'jwt'))
  assert.equal(codeOf(await verifyJws(ctx, jws, core.jwk, 'jwt')), 'signature_invalid')
})

test('PP-48 RFC 9101 §4: a Request Object whose iss is not the expected client is refused', async () => {
  const { compact, jwk } = requestObject
  assert.equal(codeOf(await judge(compact, jwk)), 'iss_mismatch')
})

test('PP-48 RFC 9126 §3: the pushed Request Object has the claims that its form has in §2.1', async () => {
  const claims = await payloadOf(pushed.requestObject, core.jwk)
  assert.deepEqual(claims, {
    iss: clientId,
    aud: issuer,
    exp: pushed.expiresAt,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: 'https://client.example.org/cb',
    scope: 'account-information',
    state: 'af0ifjsldkj',
    code_challenge: 'K2-ltc83acc4h0c9w6ESC_rEMTJ3bww-uCHaoeK1t8U',
    code_challenge_method: 'S256',
  })
})

test('PP-18 PP-130 RFC 9126 §2.1: the client assertion has no iat, and is accepted until its exp', async () => {
  const policy = { clientId, key: core.jwk, audiences: [issuer], skew: 0, algorithms: ['RS256'] as const }
  const at = (now: number) => verifyClientAssertion(ctx, pushed.clientAssertion, { ...policy, now })
  await payloadOf(pushed.clientAssertion, core.jwk)
  assert.equal(codeOf(await at(pushed.expiresAt - 1)), 'taken')
  assert.equal(codeOf(await at(pushed.expiresAt)), 'expired')
})

test('WI-39 RFC 9126 §2.2, §4: the authorization request is created from the response', () => {
  const { request_uri, expires_in } = pushed.response
  assert.deepEqual(createPushedAuthorizationResponse(request_uri, expires_in), pushed.response)
  const read = expectSuccess(parsePushedAuthorizationResponse(pushed.response))
  const reference = { client_id: clientId, request_uri: read.request_uri }
  assert.equal(createAuthorizationUrl('https://as.example.com/authorize', reference), pushed.authorizationUrl)
  const query = readQuery(new URL(pushed.authorizationUrl))
  assert.deepEqual(parseAuthorizationQuery(query ?? new Map()), reference)
})

test('WI-42 RFC 9126 §2.3: the error response is read unchanged', () =>
  assert.deepEqual(parseErrorResponse(pushed.errorResponse), pushed.errorResponse))

test('PP-15 PP-57 WI-41 RFC 9207 §2.1, §2.2: both responses are created as printed, and accepted only from their issuer', () => {
  const { issuer: iss, redirectUri, success, refusal } = identified
  const { code, state } = success
  assert.equal(createAuthorizationResponse(redirectUri, { code, state, iss }), success.location)
  const described = { error: refusal.error, error_description: 'no', state: refusal.state, iss }
  const plain = createAuthorizationErrorResponse(redirectUri, described).replace('&error_description=no', '')
  assert.equal(plain, refusal.location)
  const take = ({ location, state }: { readonly location: string; readonly state: string }, from = iss) =>
    verifyAuthorizationResponse(location, { redirectUri, state, issuer: from })
  assert.deepEqual(take(success), { kind: 'code', code })
  assert.deepEqual(take(refusal), { kind: 'error', error: 'access_denied', error_description: undefined })
  for (const one of [success, refusal]) assert.equal(codeOf(take(one, `${iss}/`)), 'iss_mismatch')
})
