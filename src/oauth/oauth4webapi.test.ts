/**
 * oauth4webapi as an independent oracle, in both directions: we verify its requests, and it accepts our answers. Its
 * clock is set to ours.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { expectSuccess } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { type PublicJwk, randomUuid } from '../base/index.ts'
import { formatSdJwt } from '../credential/formats.ts'
import { defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createAccessToken } from './access-token.ts'
import { createAuthorizationDetail } from './authorization-details.ts'
import { createAuthorizationErrorResponse, createAuthorizationResponse } from './authorization-response.ts'
import { createClientAssertion, verifyClientAssertion } from './client-assertion.ts'
import { createDpopProof, verifyDpopProof } from './dpop-proof.ts'
import { assertionTypeKeyAttestation } from './identifiers.ts'
import type { Form } from './parameters.ts'
import { checkCodeVerifier, codeChallengeOf, createCodeVerifier } from './pkce.ts'
import { createResourceHeaders, verifyProtectedRequest } from './protected-resource.ts'
import {
  createPushedAuthorizationResponse,
  createRequestUri,
  parsePushedAuthorizationForm,
} from './pushed-authorization.ts'
import { parseTokenRequestForm } from './token-request.ts'
import { createTokenResponse } from './token-response.ts'
import { verifyRequestObject } from './verify-request-object.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('oracle') }
const now = fixedClock().now()
const skewToNow = () => now - Math.floor(Date.now() / 1000)
const issuer = 'https://pid.example'
const server: oauth.AuthorizationServer = {
  issuer,
  pushed_authorization_request_endpoint: `${issuer}/as/par`,
  token_endpoint: `${issuer}/token`,
  authorization_response_iss_parameter_supported: true,
  jwks_uri: `${issuer}/jwks`,
}
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
const attested = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
const dpopKeys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
const publicJwkOf = async (pair: CryptoKeyPair): Promise<PublicJwk> => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { kty, crv, x, y } as PublicJwk
}
const key = await publicJwkOf(attested)
const clientId = jwkThumbprint(ctx, key)
const client: oauth.Client = {
  client_id: clientId,
  get [oauth.clockSkew]() {
    return skewToNow()
  },
}
const policy = { now, skew: 5, algorithms: defaultAlgorithms }
const support = { formats: [formatSdJwt] as const, credentialType: 'eu.eudiw.pid.it', doctype: 'd' }
const redirectUri = 'https://wallet.example/cb?x=1'

interface Sent {
  readonly form: Form
  readonly dpop: string
}

/** Creates a fetch that records requests and returns this answer. */
function answering(body: unknown, status: number) {
  const sent: Sent[] = []
  const customFetch = async (_url: string, options: { body?: unknown; headers: Record<string, string> }) => {
    const form = new Map(new URLSearchParams(String(options.body)))
    sent.push({ form, dpop: new Headers(options.headers).get('dpop') ?? '' })
    return Response.json(body, { status })
  }
  return { sent, customFetch: customFetch as unknown as typeof fetch }
}

test('WI-36, PP-10 we verify the pushed request of oauth4webapi, and it accepts our answer', async () => {
  const challenge = await oauth.calculatePKCECodeChallenge(createCodeVerifier(ctx.random))
  const parameters = {
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 'the state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    authorization_details: JSON.stringify([createAuthorizationDetail(formatSdJwt, support)]),
  }
  const request = await oauth.issueRequestObject(server, client, parameters, {
    key: attested.privateKey,
    kid: clientId,
  })
  const body = createPushedAuthorizationResponse(createRequestUri(ctx.random), 60)
  const { sent, customFetch } = answering(body, 201)
  const attestation: oauth.ClientAuth = (_as, _client, form) => {
    form.set('client_id', clientId)
    form.set('client_assertion_type', assertionTypeKeyAttestation)
    form.set('client_assertion', 'a.b.c')
  }
  const pushed = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256', request }
  const response = await oauth.pushedAuthorizationRequest(server, client, attestation, pushed, {
    [oauth.customFetch]: customFetch,
  })
  const answer = await oauth.processPushedAuthorizationResponse(server, client, response)
  assert.equal(answer.request_uri, body.request_uri)
  const form = sent[0]?.form ?? new Map()
  const read = expectSuccess(parsePushedAuthorizationForm(form))
  const redirectUris = { loopbackHttp: false, customSchemes: [] }
  const verified = expectSuccess(
    await verifyRequestObject(ctx, read.request, {
      ...policy,
      key,
      thumbprint: clientId,
      form,
      issuer,
      redirectUris,
      support,
    }),
  )
  assert.deepEqual([verified.state, verified.redirect_uri], ['the state', redirectUri])
})

test('PP-18, PP-19, PP-20 we verify the token request of oauth4webapi, and it accepts our answer', async () => {
  const verifier = oauth.generateRandomCodeVerifier()
  const callback = oauth.validateAuthResponse(
    server,
    client,
    new URL(createAuthorizationResponse(redirectUri, { code: 'the code', state: 's', iss: issuer })),
    's',
  )
  const body = createTokenResponse({
    accessToken: 'a.b.c',
    expiresIn: 300,
    cNonce: 'n'.repeat(32),
    cNonceExpiresIn: 60,
    authorizationDetails: [createAuthorizationDetail(formatSdJwt, support)],
  })
  const { sent, customFetch } = answering(body, 200)
  const DPoP = oauth.DPoP(client, dpopKeys)
  const privateKeyJwt = oauth.PrivateKeyJwt({ key: attested.privateKey, kid: clientId })
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    privateKeyJwt,
    callback,
    redirectUri,
    verifier,
    {
      DPoP,
      [oauth.customFetch]: customFetch,
      additionalParameters: { client_id: clientId },
    },
  )
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response)
  assert.deepEqual([answer.access_token, answer.token_type, answer.c_nonce], ['a.b.c', 'dpop', 'n'.repeat(32)])
  const { form, dpop } = sent[0] ?? { form: new Map(), dpop: '' }
  const read = expectSuccess(parseTokenRequestForm(form))
  assert.deepEqual([read.code, read.redirect_uri, read.client_id], ['the code', redirectUri, clientId])
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  assert.equal(checkCodeVerifier(ctx, read.code_verifier, challenge), undefined)
  assert.equal(codeChallengeOf(ctx, verifier), challenge)
  expectSuccess(
    await verifyClientAssertion(ctx, read.client_assertion ?? '', { ...policy, clientId, key, audiences: [issuer] }),
  )
  const proof = await verifyDpopProof(ctx, dpop, { ...policy, method: 'POST', url: `${issuer}/token`, lifetime: 60 })
  assert.equal(expectSuccess(proof).jkt, jwkThumbprint(ctx, await publicJwkOf(dpopKeys)))
})

const provider = await generateSigner(ctx)
const tokenFor = (jkt: string) =>
  createAccessToken(provider, {
    issuer,
    subject: 's',
    clientId: 'https://wp.example/instance/thumb',
    now,
    lifetime: 300,
    jti: randomUuid(ctx.random),
    cNonce: 'n'.repeat(32),
    jkt,
  })

test('PP-23 we verify a request of oauth4webapi to a protected resource', async () => {
  const token = await tokenFor(jwkThumbprint(ctx, await publicJwkOf(dpopKeys)))
  const url = `${issuer}/credential`
  let received = new Headers()
  await oauth.protectedResourceRequest(token, 'POST', new URL(`${url}?x=1`), undefined, '{}', {
    DPoP: oauth.DPoP(client, dpopKeys),
    [oauth.customFetch]: async (_url, options) => {
      received = new Headers(options.headers)
      return Response.json({})
    },
  })
  const headers = { authorization: received.get('authorization') ?? undefined, dpop: received.get('dpop') ?? undefined }
  expectSuccess(
    await verifyProtectedRequest(ctx, headers, {
      token: { ...policy, issuer, keys: [provider.publicJwk] },
      proof: { ...policy, method: 'POST', url, lifetime: 60 },
    }),
  )
})

test('PP-21, WI-45, WI-46 oauth4webapi as a resource server accepts our access token with our proof', async () => {
  const dpop = await generateSigner(ctx)
  const token = await tokenFor(jwkThumbprint(ctx, dpop.publicJwk))
  const url = `${issuer}/credential`
  const proof = await createDpopProof(ctx, dpop, { method: 'POST', url, now, accessToken: token })
  const request = new Request(url, { method: 'POST', headers: createResourceHeaders(token, proof) })
  const claims = await oauth.validateJwtAccessToken(server, request, 'https://wp.example/instance/thumb', {
    requireDPoP: true,
    [oauth.clockSkew]: skewToNow(),
    [oauth.customFetch]: async () => Response.json({ keys: [provider.publicJwk] }),
  })
  assert.equal(claims.sub, 's')
})

test('PP-57 oauth4webapi reads our error redirect as an error', () => {
  const refusal = { error: 'access_denied', error_description: 'no', state: 's', iss: issuer } as const
  const url = new URL(createAuthorizationErrorResponse(redirectUri, refusal))
  assert.throws(
    () => oauth.validateAuthResponse(server, client, url, 's'),
    (thrown) => thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'access_denied',
  )
})

test('WI-44 our client assertion has the members of that of oauth4webapi, except nbf', async () => {
  const form = new URLSearchParams()
  await oauth.PrivateKeyJwt({ key: attested.privateKey, kid: clientId })(server, client, form, new Headers())
  const names = (jwt: string) =>
    Object.keys(JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())).filter(
      (name) => name !== 'nbf',
    )
  const signer = await generateSigner(ctx)
  const ours = await createClientAssertion(ctx, signer, { clientId, audience: issuer, now })
  assert.deepEqual(names(ours).sort(), names(form.get('client_assertion') ?? '').sort())
})
