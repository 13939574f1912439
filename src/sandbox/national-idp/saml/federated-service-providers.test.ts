/**
 * Service providers that are not registered manually at the sandbox's SAML identity provider: which of them are
 * accepted, and how the others are refused.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { samlKey } from '../../../../test/support/saml.ts'
import { fail, verified } from '../../../base/index.ts'
import type { TrustEvaluator } from '../../../federation/index.ts'
import { createMetadataFactory, type ServiceProviderKey } from '../../../pid-provider-adapters/index.ts'
import { createAuthnRequestUrl } from '../../../pid-provider-adapters/saml-authn-request.ts'
import { createServiceProviderFinder } from './federated-service-providers.ts'
import { createSamlifyProvider, malformedRequest } from './samlify-provider.ts'

const origin = 'https://saml.example'
const entityId = 'https://pid.example/a&b'
const callbackUrl = `${entityId}/login/callback/spid`
const [key, otherKey] = [await samlKey('A'), await samlKey('B', 2)]
const names = { it: 'Rilascio del PID', en: 'Issuance of the PID' }
const organization = { name: names, url: { it: `${entityId}/`, en: `${entityId}/` } }
const metadata = createMetadataFactory(entityId, key, { serviceName: names, organization })([callbackUrl], 'spid')

const requestBy = (signedWith: ServiceProviderKey, change = {}): string => {
  const request = { id: '_1', now: 0, destination: `${origin}/sso`, issuer: entityId, callbackUrl, relayState: 'r' }
  return createAuthnRequestUrl(signedWith, { ...request, ...change }).split('?')[1] ?? ''
}

describe('a service provider of the federation', () => {
  const asked: string[] = []
  const provider = createSamlifyProvider(origin, [], async (issuer) => {
    asked.push(issuer)
    return issuer.startsWith(entityId) ? metadata : { message: 'unregistered', detail: 'no_trust_chain', status: 400 }
  })
  const read = async (query: string) => (await provider).readRequest(query)

  test('PP-113 is accepted with its own signed metadata under its own identifier, and gets an answer', async () => {
    const received = await read(requestBy(key))
    assert.ok(!('message' in received))
    assert.deepEqual(received, { id: '_1', serviceProvider: entityId, names, callbackUrl, relayState: 'r' })
    assert.deepEqual(asked, [entityId])
    const answer = await (await provider).answer(received, { level: 'high', attributes: new Map() })
    assert.match(Buffer.from(answer, 'base64').toString(), /<saml:Audience>https:\/\/pid\.example\/a&amp;b</)
  })

  test('PP-113 is refused with a foreign signature, callback or identifier', async () => {
    assert.deepEqual(await read(requestBy(otherKey)), malformedRequest)
    assert.deepEqual(await read(requestBy(key, { callbackUrl: `${callbackUrl}2` })), malformedRequest)
    assert.deepEqual(await read(requestBy(key, { issuer: `${entityId}/c` })), malformedRequest)
    assert.deepEqual(await read('SAMLRequest=x'), malformedRequest)
    const stranger = await read(requestBy(key, { issuer: 'https://another.example' }))
    assert.equal('message' in stranger && stranger.detail, 'no_trust_chain')
  })

  test('is refused if its metadata cannot be read', async () => {
    const other = await createSamlifyProvider(origin, [], async () => '<no metadata')
    assert.deepEqual(await other.readRequest(requestBy(key)), malformedRequest)
  })
})

describe('the metadata of a service provider of the federation', () => {
  const find = (verdict: Awaited<ReturnType<TrustEvaluator['evaluate']>>, answer: () => Promise<Response>) => {
    const asked: unknown[] = []
    const evaluate: TrustEvaluator['evaluate'] = async (...given) => {
      asked.push(given)
      return verdict
    }
    const fetch = async ({ url }: Request): Promise<Response> => {
      asked.push(url)
      return answer()
    }
    return {
      asked,
      found: createServiceProviderFinder({ trust: { evaluate }, fetch, metadataPath: '/saml/metadata' })(entityId),
    }
  }
  const entity = verified({ entityId, metadata: {}, federationKeys: [], trustChain: [], expiresAt: 0 })
  const served = async () => new Response('xml', { headers: { 'content-type': 'application/samlmetadata+xml' } })

  test('are fetched from its own identifier, and only if it is a relying party of the federation', async () => {
    const { asked, found } = find(entity, served)
    assert.equal(await found, 'xml')
    assert.deepEqual(asked, [[entityId, ['openid_relying_party']], `${entityId}/saml/metadata`])
    const stranger = find(fail('no_trust_chain', 'trust_chain'), served)
    const detail = 'no_trust_chain at trust_chain'
    assert.deepEqual(await stranger.found, { message: 'unregistered', detail, status: 400 })
    assert.equal(stranger.asked.length, 1)
  })

  test('are reported as temporarily or permanently unavailable', async () => {
    const outcomeOf = async (verdict: Parameters<typeof find>[0], answer: () => Promise<Response>) => {
      const found = await find(verdict, answer).found
      return typeof found === 'object' && [found.message, found.status]
    }
    assert.deepEqual(await outcomeOf(fail('trust_unavailable', 'trust_chain'), served), ['unverifiable', 503])
    assert.deepEqual(await outcomeOf(entity, () => Promise.reject(new Error('refused'))), ['unverifiable', 503])
    for (const status of [503, 429])
      assert.deepEqual(await outcomeOf(entity, async () => new Response(null, { status })), ['unverifiable', 503])
    assert.deepEqual(await outcomeOf(entity, async () => new Response(null, { status: 404 })), ['fault', 400])
  })
})
