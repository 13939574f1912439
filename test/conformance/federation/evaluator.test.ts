/** The evaluator with its caches: how long trust lasts, and when an entity is asked again. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type Fetch, fail, failed, type JsonObject } from '../../../src/base/index.ts'
import { connectedFederation } from '../../support/connected-federation.ts'
import { anchorsOf, connectEntity, evaluatorOf } from '../../support/federation.ts'

let { clock, network, federation, evaluator, judge, settled } = await connectedFederation()
describe('evaluator', () => {
  beforeEach(async () => {
    ;({ clock, network, federation, evaluator, judge, settled } = await connectedFederation())
  })

  test('FED-25 an entity is trusted only in the roles of its resolved metadata', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'trusted')
    assert.equal(
      await judge(trust, federation.leaf.entityId, ['openid_credential_issuer', 'wallet_provider']),
      'trusted',
    )
    const foreign = await judge(trust, federation.leaf.entityId, ['openid_credential_issuer'])
    assert.equal(foreign, 'FED-25 entity_type_missing 401')
    connectEntity(network, clock, federation.anchor, [
      [federation.intermediate, { constraints: { allowed_entity_types: ['openid_credential_issuer'] } }],
    ])
    assert.equal(await judge(evaluator()), 'FED-25 entity_type_missing 401')
  })

  for (const member of ['signed_jwks_uri', 'jwks_uri'])
    test(`FED-131 an entity whose metadata name its keys only by ${member} is not trusted in that role`, async () => {
      const { leaf } = federation
      const [url, jwks] = [`${leaf.entityId}/jwks`, { keys: [{ ...leaf.signer.publicJwk }] }]
      const judged = (wallet_provider: JsonObject) => {
        connectEntity(network, clock, { ...leaf, metadata: { ...leaf.metadata, wallet_provider } })
        return judge(evaluator())
      }
      assert.equal(await judged({ [member]: url }), 'FED-131 key_set_by_reference 401')
      assert.equal(await judged({ [member]: url, jwks }), 'trusted')
      connectEntity(network, clock, { ...leaf, metadata: { ...leaf.metadata, wallet_provider: { [member]: url } } })
      const refused = await evaluator().evaluate(leaf.entityId, ['wallet_provider'])
      assert.equal(failed(refused) && refused.at, `metadata.wallet_provider.${member}`)
    })

  test('FED-131 a client of an OpenID Provider may name its keys by jwks_uri', async () => {
    const { leaf } = federation
    const metadata = { ...leaf.metadata, openid_relying_party: { jwks_uri: `${leaf.entityId}/jwks` } }
    connectEntity(network, clock, { ...leaf, metadata })
    assert.equal(await judge(evaluator(), leaf.entityId, ['openid_relying_party']), 'trusted')
  })

  test('GEN-03 refuses a statement signed with an algorithm that is not configured', async () => {
    assert.equal(await judge(evaluator({ algorithms: ['ES256'] })), 'trusted')
    assert.equal(await judge(evaluator({ algorithms: ['ES384'] })), 'FED-02 no_trust_chain 401')
  })

  test('GEN-27 an unreachable superior is an outage, which is remembered for 15 seconds', async () => {
    const trust = evaluator()
    network.disconnect(federation.anchor.entityId)
    assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
    connectEntity(network, clock, federation.anchor, [federation.intermediate])
    assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
    clock.advance(15)
    assert.equal(await judge(trust), 'trusted')
  })

  test('FED-37 an outage is remembered for 15 seconds after the last request ends, even if requests take 20 seconds', async () => {
    let requests = 0
    const fetch: Fetch = async (request) => {
      requests += 1
      clock.advance(20)
      return network.fetch(request)
    }
    const { anchor, leaf } = federation
    const trust = evaluatorOf({ clock, network: { fetch } }, anchorsOf(anchor))
    network.disconnect(leaf.entityId)
    assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
    clock.advance(14)
    assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
    assert.equal(requests, 1)
    const knowing = evaluatorOf({ clock, network: { fetch } }, anchorsOf(anchor))
    connectEntity(network, clock, leaf)
    assert.equal(await judge(knowing), 'trusted')
    network.disconnect(federation.intermediate.entityId)
    clock.advance(600)
    assert.equal(await judge(knowing), 'trusted')
    await settled()
    requests = 0
    clock.advance(14)
    assert.equal(await judge(knowing), 'trusted')
    await settled()
    assert.equal(requests, 0)
  })

  test('GEN-27 a failure names the document that is missing, and names the cause only if configured', async () => {
    const { anchor, intermediate, leaf } = federation
    const at = async (further = {}, trouble?: string) => {
      const fetch = (request: Request) =>
        network.fetch(request).catch((thrown: Error) => Promise.reject(Object.assign(thrown, { trouble })))
      const verdict = await evaluator(further, fetch).evaluate(leaf.entityId, ['wallet_provider'])
      return failed(verdict) ? `${verdict.code} ${verdict.at}` : 'trusted'
    }
    network.disconnect(anchor.entityId)
    assert.equal(await at({}, 'refused'), 'trust_unavailable trust_chain.unreachable.configuration')
    assert.equal(
      await at({ tellsTrouble: true }, 'refused'),
      'trust_unavailable trust_chain.unreachable.configuration.refused',
    )
    assert.equal(await at({ tellsTrouble: true }), 'trust_unavailable trust_chain.unreachable.configuration')
    connectEntity(network, clock, anchor, [intermediate])
    const fetchEndpoint = `${intermediate.entityId}/fetch`
    const inTrouble = async (request: Request) =>
      request.url.startsWith(fetchEndpoint) ? new Response(null, { status: 502 }) : network.fetch(request)
    for (const [tellsTrouble, place] of [
      [false, 'statement'],
      [true, 'statement.status.502'],
    ] as const) {
      const verdict = await evaluator({ tellsTrouble }, inTrouble).evaluate(leaf.entityId, ['wallet_provider'])
      assert.deepEqual(verdict, fail('trust_unavailable', `trust_chain.unreachable.${place}`))
    }
  })

  test('FED-37 each further outage is remembered twice as long as the last one, up to four minutes', async () => {
    const trust = evaluator()
    network.disconnect(federation.anchor.entityId)
    const asks: number[] = []
    let seen = 0
    for (let second = 0; second < 800; second += 5) {
      await judge(trust)
      if (network.exchanges.length > seen) asks.push(second)
      seen = network.exchanges.length
      clock.advance(5)
    }
    assert.deepEqual(asks, [0, 15, 45, 105, 225, 465, 705])
    connectEntity(network, clock, federation.anchor, [federation.intermediate])
    clock.advance(240)
    assert.equal(await judge(trust), 'trusted')
  })

  test('FED-09 FED-19 concurrent callers share one chain, which is built again in the last quarter of its lifetime', async () => {
    const trust = evaluator({ maximumAgeSeconds: 3600 })
    await Promise.all([judge(trust), judge(trust), judge(trust)])
    assert.equal(network.exchanges.length, 5)
    clock.advance(2699)
    assert.equal(await judge(trust), 'trusted')
    await settled()
    assert.equal(network.exchanges.length, 5)
    clock.advance(1)
    assert.deepEqual(await Promise.all([judge(trust), judge(trust)]), ['trusted', 'trusted'])
    await settled()
    assert.equal(network.exchanges.length, 10)
    clock.advance(2699)
    assert.equal(await judge(trust), 'trusted')
    assert.equal(network.exchanges.length, 10)
  })

  test('FED-19 FED-27 a chain is used until it expires while the anchor does not answer', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'trusted')
    network.disconnect(federation.anchor.entityId)
    for (const seconds of [2700, 5, 894]) {
      clock.advance(seconds)
      assert.equal(await judge(trust), 'trusted')
      await settled()
    }
    clock.advance(1)
    assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
  })

  test('FED-38 the refresh in the last quarter of a chain’s lifetime ends the trust in a removed subordinate', async () => {
    const trust = evaluator({ maximumAgeSeconds: 3600 })
    assert.equal(await judge(trust), 'trusted')
    connectEntity(network, clock, federation.anchor, [])
    clock.advance(2700)
    assert.equal(await judge(trust), 'trusted')
    await settled()
    assert.equal(await judge(trust), 'FED-02 no_trust_chain 401')
  })

  test('the cache keeps no more chains than configured', async () => {
    const trust = evaluator({ cacheEntries: 1 })
    assert.equal(await judge(trust), 'trusted')
    assert.equal(await judge(trust, federation.intermediate.entityId, ['federation_entity']), 'trusted')
    const before = network.exchanges.length
    assert.equal(await judge(trust), 'trusted')
    assert.ok(network.exchanges.length > before)
  })
})
