import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createNetwork } from '../../test/support/network.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { fail, failed, type JsonObject, verified } from '../base/index.ts'
import type { TrustCode, TrustEvaluator } from '../federation/trust-evaluator.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { discoveryRegistration, federationRegistration } from './oidc-provider-registration.ts'

const issuer = 'https://idp.example'
const signer = await generateSigner({ crypto: createNodeCrypto() })
const https = { loopbackHttp: false }
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
}

function discovery(document: JsonObject, jwks: unknown = { keys: [signer.publicJwk, { kty: 'oct', k: 'AA' }, 7] }) {
  const network = createNetwork()
  network.connect(issuer, async ({ url }) => Response.json(url.endsWith('/jwks') ? jwks : document))
  return { network, registration: discoveryRegistration(network, issuer, https) }
}

describe('a provider registered by discovery', () => {
  test('is fetched once in its lifetime, with the supported keys', async () => {
    const { network, registration } = discovery(metadata)
    for (const now of [1000, 1299]) {
      const provider = await registration(now)
      assert.ok(!failed(provider))
      assert.deepEqual(
        provider.keys.map(({ kid }) => kid),
        [signer.kid],
      )
    }
    assert.equal(network.exchanges.length, 2)
    await registration(1300)
    assert.equal(network.exchanges.length, 4)
    await registration(1000)
    assert.equal(network.exchanges.length, 6, 'it is fetched again after the clock was set back')
  })

  test('PP-62 is fetched again for an unknown key', async () => {
    const { network, registration } = discovery(metadata)
    for (const kid of [undefined, signer.kid]) assert.ok(!failed(await registration(1000, kid)))
    assert.equal(network.exchanges.length, 2)
    await registration(1000, 'next')
    assert.equal(network.exchanges.length, 4)
  })

  test('PP-62 is not fetched for each login if it signs with an unpublished key (D-236)', async () => {
    const { network, registration } = discovery(metadata)
    await registration(1000)
    const askedAt = []
    for (let now = 1000; now < 1290; now += 1) {
      const before = network.exchanges.length
      const [provider] = await Promise.all([registration(now, 'unpublished'), registration(now, 'another')])
      assert.equal(codeOf(provider), 'accepted')
      if (network.exchanges.length > before) askedAt.push(now)
      assert.ok(network.exchanges.length - before <= 2, 'concurrent logins share one fetch')
    }
    assert.deepEqual(askedAt, [1000, 1015, 1045, 1105, 1225])
  })

  test('PP-62 is fetched again after a failed search', async () => {
    const { network, registration } = discovery({ ...metadata, jwks_uri: `${issuer}/old` }, { keys: [] })
    await registration(1000)
    network.disconnect(issuer)
    for (const now of [1001, 1015])
      assert.equal(codeOf(await registration(now, signer.kid)), 'provider_unreachable', 'its keys are unknown')
    assert.equal(codeOf(await registration(1001)), 'accepted', 'a login can begin')
    network.connect(issuer, async ({ url }) =>
      Response.json(url.endsWith('/jwks') ? { keys: [signer.publicJwk] } : metadata),
    )
    const provider = await registration(1016, signer.kid)
    assert.deepEqual(failed(provider) ? provider : provider.keys.map(({ kid }) => kid), [signer.kid])
  })

  for (const [what, change, code] of [
    ['another issuer', { issuer: 'https://evil.example' }, 'provider_untrusted'],
    ['no token endpoint', { token_endpoint: null }, 'provider_malformed'],
    ['a userinfo endpoint over http', { userinfo_endpoint: 'http://idp.example/u' }, 'provider_malformed'],
    ['a token endpoint over http', { token_endpoint: 'http://idp.example/t' }, 'provider_malformed'],
    ['an authorization endpoint over http', { authorization_endpoint: 'http://idp.example/a' }, 'provider_malformed'],
    ['a jwks_uri over http', { jwks_uri: 'http://idp.example/jwks' }, 'provider_malformed'],
    ['an endpoint of another scheme', { authorization_endpoint: 'javascript:alert(1)' }, 'provider_malformed'],
    ['no jwks_uri', { jwks_uri: null }, 'provider_malformed'],
  ] as const)
    test(`refuses ${what}: ${code}`, async () => {
      assert.equal(codeOf(await discovery({ ...metadata, ...change }).registration(1000)), code)
    })

  test('PP-58 is provider_unreachable while it does not answer, and is tried again', async () => {
    const { network, registration } = discovery(metadata)
    network.disconnect(issuer)
    assert.equal(codeOf(await registration(1000)), 'provider_unreachable')
    network.connect(issuer, async ({ url }) => Response.json(url.endsWith('/jwks') ? { keys: [] } : metadata))
    assert.equal(codeOf(await registration(1001)), 'accepted')
  })

  test('PP-58 is not registered without its keys, and a redirect to them is not followed', async () => {
    const { network, registration } = discovery(metadata)
    const jwks = async (request: Request, answer: () => Response): Promise<Response> => {
      assert.equal(request.redirect, 'manual')
      return request.url.endsWith('/jwks') ? answer() : Response.json(metadata)
    }
    const location = { location: 'https://evil.example/jwks' }
    for (const [answer, code] of [
      [() => new Response(null, { status: 503 }), 'provider_unreachable'],
      [() => new Response(null, { status: 302, headers: location }), 'provider_unreachable'],
      [() => Response.json([]), 'provider_malformed'],
      [() => new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'provider_malformed'],
      [() => Response.json({ keys: [], filler: 'x'.repeat(300_000) }), 'provider_malformed'],
    ] as const) {
      network.connect(issuer, (request) => jwks(request, answer))
      assert.equal(codeOf(await registration(1000)), code)
    }
    const headers = { 'content-type': 'application/jwk-set+json' }
    const set = JSON.stringify({ keys: [signer.publicJwk] })
    network.connect(issuer, (request) => jwks(request, () => new Response(set, { headers })))
    const provider = await registration(1000)
    assert.deepEqual(failed(provider) ? provider : provider.keys.map(({ kid }) => kid), [signer.kid])
  })
})

describe('a provider registered by the federation', () => {
  const registered = (openid_provider: JsonObject | undefined, failure?: TrustCode, kid?: string) => {
    const trust: TrustEvaluator = {
      evaluate: async (entityId, types, hint) => {
        assert.deepEqual([types, hint], [['openid_provider'], { kid }])
        return failure
          ? fail(failure, 'trust_chain')
          : verified({
              entityId,
              metadata: openid_provider ? { openid_provider } : {},
              federationKeys: [],
              trustChain: [],
              expiresAt: 2000,
            })
      },
    }
    return federationRegistration({ trust }, issuer, https)(1000, kid)
  }

  test('PP-62 has the keys of its metadata', async () => {
    const provider = await registered({ ...metadata, jwks: { keys: [{ ...signer.publicJwk }] } } as JsonObject)
    assert.ok(!failed(provider))
    assert.equal(provider.keys[0]?.kid, signer.kid)
  })

  test('PP-62 is evaluated with the kid of the missing key', async () => {
    const found = await registered({ ...metadata, jwks: { keys: [] } }, undefined, 'next')
    assert.ok(!failed(found))
  })

  test('is provider_untrusted without a chain or of another type, and provider_unreachable if its chain cannot be checked now', async () => {
    assert.equal(codeOf(await registered(metadata, 'no_trust_chain')), 'provider_untrusted')
    assert.equal(codeOf(await registered(metadata, 'entity_type_missing')), 'provider_untrusted')
    assert.equal(codeOf(await registered(metadata, 'trust_unavailable')), 'provider_unreachable')
    assert.equal(codeOf(await registered(undefined)), 'provider_untrusted')
    assert.equal(codeOf(await registered({ ...metadata, issuer: 'https://evil.example' })), 'provider_untrusted')
  })
})
