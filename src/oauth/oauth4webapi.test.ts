/**
 * oauth4webapi as an independent oracle: it accepts our access token, proof and redirects. Its clock is set to ours.
 * `test/conformance/pid-provider/oauth4webapi.test.ts` verifies its own requests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { randomUuid } from '../base/index.ts'
import { generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createAccessToken } from './access-token.ts'
import { createAuthorizationErrorResponse } from './authorization-response.ts'
import { createClientAssertion } from './client-assertion.ts'
import { createDpopProof } from './dpop-proof.ts'
import { createResourceHeaders } from './protected-resource.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('oracle') }
const now = fixedClock().now()
const skewToNow = () => now - Math.floor(Date.now() / 1000)
const issuer = 'https://pid.example'
const server: oauth.AuthorizationServer = {
  issuer,
  authorization_response_iss_parameter_supported: true,
  jwks_uri: `${issuer}/jwks`,
}
const attested = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const clientId = 'thumbprint'
const client: oauth.Client = {
  client_id: clientId,
  get [oauth.clockSkew]() {
    return skewToNow()
  },
}

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
  const url = new URL(createAuthorizationErrorResponse('https://wallet.example/cb?x=1', refusal))
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
