/**
 * A deployed client library drives the flow: oauth4webapi pushes, reads the authorization response, redeems the code
 * with DPoP and calls the credential endpoint. Its clock is set to the fixture's.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import type { PublicJwk } from '../../../src/base/index.ts'
import { jwkThumbprint, type Signer } from '../../../src/jose/index.ts'
import { createAuthorizationDetail, formatSdJwt } from '../../../src/oauth/index.ts'
import { createCredentialRequest, createKeyProof, pidSupport } from '../../../src/oid4vci/index.ts'
import { beginIssuance, callback, decide, locationOf, openBrowser, redirectUri } from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, testWallet } from '../../support/pid-provider-fixture.ts'

const fixture = await pidProviderFixture()
const server: oauth.AuthorizationServer = {
  issuer: pidProviderId,
  pushed_authorization_request_endpoint: `${pidProviderId}/as/par`,
  token_endpoint: `${pidProviderId}/token`,
  authorization_response_iss_parameter_supported: true,
}
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
const attested = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', attested.publicKey)
const attestedKey = { kty, crv, x, y } as PublicJwk
const clientId = jwkThumbprint(fixture, attestedKey)
const options = {
  [oauth.customFetch]: async (url: string, init: object): Promise<Response> =>
    fixture.network.fetch(new Request(url, init)),
}
const client = (): oauth.Client => ({
  client_id: clientId,
  [oauth.clockSkew]: fixture.clock.now() - Math.floor(Date.now() / 1000),
})

test('PP-74 PP-84 oauth4webapi pushes a request and obtains a PID', async () => {
  const wallet = await testWallet(fixture)
  const attestation = await fixture.attest({ publicJwk: attestedKey } as Signer)
  const verifier = oauth.generateRandomCodeVerifier()
  const parameters = new URLSearchParams({
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    redirect_uri: redirectUri,
    state: 'state',
    authorization_details: JSON.stringify([createAuthorizationDetail(formatSdJwt, pidSupport)]),
  })
  const key = { key: attested.privateKey, kid: clientId }
  const object = await oauth.issueRequestObject(server, client(), parameters, key)
  const byAttestation: oauth.ClientAuth = (_server, _client, body) => {
    body.set('client_id', clientId)
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation')
    body.set('client_assertion', attestation)
  }
  const pushedForm = new URLSearchParams({
    response_type: 'code',
    code_challenge: parameters.get('code_challenge') ?? '',
    code_challenge_method: 'S256',
    request: object,
  })
  const par = await oauth.pushedAuthorizationRequest(server, client(), byAttestation, pushedForm, options)
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client(), par)

  const issuance = { ...(await beginIssuance(fixture, { ...wallet, clientId })), verifier }
  const browser = await openBrowser(issuance, request_uri)
  await callback(issuance, browser)
  const answer = oauth.validateAuthResponse(server, client(), locationOf(await decide(issuance, browser)), 'state')

  const dpop = oauth.DPoP(client(), await crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify']))
  const privateKeyJwt = oauth.PrivateKeyJwt(key)
  const grant = await oauth.authorizationCodeGrantRequest(
    server,
    client(),
    privateKeyJwt,
    answer,
    redirectUri,
    verifier,
    { ...options, DPoP: dpop },
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client(), grant)
  assert.equal(tokens.token_type, 'dpop')
  const proof = await createKeyProof(fixture, wallet.holder, {
    clientId,
    audience: pidProviderId,
    cNonce: String(tokens.c_nonce),
    now: fixture.clock.now(),
  })
  const response = await oauth.protectedResourceRequest(
    tokens.access_token,
    'POST',
    new URL(`${pidProviderId}/credential`),
    new Headers({ 'content-type': 'application/json' }),
    JSON.stringify(createCredentialRequest(formatSdJwt, pidSupport, proof)),
    { ...options, DPoP: dpop },
  )
  assert.equal(response.status, 200, await response.clone().text())
})

test('GEN-03 oauth4webapi reads the reason of a refusal from the body (D-223)', async () => {
  const unknown: oauth.ClientAuth = (_server, _client, body) => {
    body.set('client_id', clientId)
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation')
    body.set('client_assertion', 'e30.e30.AA')
  }
  const form = {
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    request: 'a.b.c',
  }
  const pushed = await oauth.pushedAuthorizationRequest(server, client(), unknown, form, options)
  assert.equal(pushed.headers.get('www-authenticate'), null)
  await assert.rejects(oauth.processPushedAuthorizationResponse(server, client(), pushed), (thrown) => {
    assert.ok(thrown instanceof oauth.ResponseBodyError)
    assert.equal(thrown.status, 401)
    assert.equal(thrown.error, 'invalid_client')
    assert.match(thrown.error_description ?? '', /\(alg_unsupported at wallet_attestation\.header\.alg\) \[GEN-03\]/)
    return true
  })
})
