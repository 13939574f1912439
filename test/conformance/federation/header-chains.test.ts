/** Trust Chains that arrive in a header, and the chain that an entity sends about itself. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import { connectedFederation } from '../../support/connected-federation.ts'
import {
  anchorsOf,
  connectEntity,
  crypto,
  publisherOf,
  signAll,
  type TestEntity,
  urls,
} from '../../support/federation.ts'

let { clock, network, federation, context, evaluator, judge } = await connectedFederation()
describe('header chains', () => {
  beforeEach(async () => {
    ;({ clock, network, federation, context, evaluator, judge } = await connectedFederation())
  })

  test('FED-03 a header chain is verified once; a cached one costs one digest, or none if it is the same array as before', async () => {
    const count = { digest: 0, verify: 0 }
    const counting = {
      ...crypto,
      digestText: (...input: Parameters<typeof crypto.digestText>) => {
        count.digest += 1
        return crypto.digestText(...input)
      },
      verify: (...input: Parameters<typeof crypto.verify>) => {
        count.verify += 1
        return crypto.verify(...input)
      },
    }
    const config = { anchors: anchorsOf(federation.anchor), urls, skewSeconds: 0 }
    const trust = createFederationTrustEvaluator({ ...context(), crypto: counting }, config)
    const trustChain = await signAll(federation.drafts(clock.now()))
    const { entityId } = federation.leaf
    assert.equal(await judge(trust, entityId, ['wallet_provider'], { trustChain }), 'trusted')
    assert.deepEqual(count, { digest: 1, verify: 5 }, 'with the verification of the configuration (FED-54)')
    for (const [again, digests] of [
      [trustChain, 1],
      [[...trustChain], 2],
      [trustChain.with(0, trustChain[1] ?? ''), 3],
      [trustChain, 4],
    ] as const) {
      const verdict = again[0] === trustChain[0] ? 'trusted' : 'FED-02 no_trust_chain 401'
      assert.equal(await judge(trust, entityId, ['wallet_provider'], { trustChain: again }), verdict)
      assert.deepEqual(count, { digest: digests, verify: 5 })
    }
    assert.equal(network.exchanges.length, 1)
  })

  test('FED-03 a header chain that is forged or of another entity is refused, and no chain is fetched instead', async () => {
    const trust = evaluator()
    const trustChain = await signAll(federation.drafts(clock.now()))
    const [first = '', ...rest] = trustChain
    const forged = [`${first.slice(0, first.lastIndexOf('.'))}.${'A'.repeat(86)}`, ...rest]
    const refusal = 'FED-02 no_trust_chain 401'
    assert.equal(await judge(trust, federation.leaf.entityId, ['wallet_provider'], { trustChain: forged }), refusal)
    assert.equal(await judge(trust, federation.leaf.entityId, ['wallet_provider'], { trustChain: [] }), refusal)
    assert.equal(await judge(trust, 'https://other.example', ['wallet_provider'], { trustChain }), refusal)
    assert.equal(network.exchanges.length, 0)
  })

  test('FED-03 a malformed chain with the text of a valid one is refused, and does not affect the valid one', async () => {
    const trustChain = await signAll(federation.drafts(clock.now()))
    const { entityId } = federation.leaf
    const joined = [trustChain.join('\n')]
    const trust = evaluator()
    const judgeChain = (chain: readonly string[]) => judge(trust, entityId, ['wallet_provider'], { trustChain: chain })
    const refusal = 'FED-02 no_trust_chain 401'
    assert.deepEqual(await Promise.all([judgeChain(joined), judgeChain(trustChain)]), [refusal, 'trusted'])
    assert.equal(await judgeChain(joined), refusal)
  })

  test('FED-26 an expired header chain is refreshed, or refused when the entity is no longer a member', async () => {
    const trustChain = await signAll(federation.drafts(clock.now() - 4000))
    const { entityId } = federation.leaf
    assert.equal(await judge(evaluator(), entityId, ['wallet_provider'], { trustChain }), 'trusted')
    assert.equal(network.exchanges.length, 5)
    connectEntity(network, clock, federation.intermediate, [])
    const refusal = 'FED-26 trust_chain_expired 401'
    assert.equal(await judge(evaluator(), entityId, ['wallet_provider'], { trustChain }), refusal)
    const refused = await evaluator().evaluate(entityId, ['wallet_provider'], { trustChain })
    assert.equal(failed(refused) && refused.at, 'trust_chain.status_unexpected.statement.status.404')
  })

  test('FED-38 FED-26 the superiors are asked when a header chain is too old or does not end at an anchor', async () => {
    const { entityId } = federation.leaf
    const chainOf = (age: number) => signAll(federation.drafts(clock.now() - age))
    const [young, old] = [await chainOf(599), await chainOf(600)]
    const elsewhere = young.slice(0, 2) // at the intermediate
    const outcome = async (trustChain: readonly string[]) => {
      network.exchanges.splice(0)
      const trust = evaluator({ maximumAgeSeconds: 600 })
      const verdict = await judge(trust, entityId, ['wallet_provider'], { trustChain })
      return [verdict, network.exchanges.some(({ request }) => !request.url.startsWith(entityId))]
    }
    assert.deepEqual(await outcome(young), ['trusted', false])
    for (const chain of [old, elsewhere]) assert.deepEqual(await outcome(chain), ['trusted', true])
    connectEntity(network, clock, federation.intermediate, [])
    assert.deepEqual(await outcome(young), ['trusted', false])
    for (const chain of [old, elsewhere]) assert.deepEqual(await outcome(chain), ['FED-02 no_trust_chain 401', true])
  })

  test('FED-19 a verdict expires no later than its chain', async () => {
    const trustChain = await signAll(federation.drafts(clock.now()))
    const trust = evaluator({ maximumAgeSeconds: 3600 })
    const entity = await trust.evaluate(federation.leaf.entityId, ['wallet_provider'], { trustChain })
    assert.ok(!failed(entity))
    assert.equal(entity.expiresAt, clock.now() + 3600)
    clock.advance(3600)
    for (const { entityId } of [federation.leaf, federation.intermediate, federation.anchor])
      network.disconnect(entityId)
    const refusal = await judge(trust, federation.leaf.entityId, ['wallet_provider'], { trustChain })
    assert.equal(refusal, 'GEN-27 trust_unavailable 503')
  })

  const publisher = (entity: TestEntity, lifetimeSeconds = 3600) =>
    publisherOf({ clock, network }, entity, { lifetimeSeconds, anchors: anchorsOf(federation.anchor) })

  test('FED-41 a configuration is signed again after half of its lifetime', async () => {
    const published = publisher(federation.leaf)
    const first = await published.entityConfiguration(clock.now())
    assert.equal(first.maxAge, 1800)
    clock.advance(1799)
    assert.equal((await published.entityConfiguration(clock.now())).jwt, first.jwt)
    clock.advance(1)
    const second = await published.entityConfiguration(clock.now())
    assert.notEqual(second.jwt, first.jwt)
    assert.equal(second.expiresAt, clock.now() + 3600)
  })

  test('FED-26 an entity sends its own current chain, and its statements are valid for at most a day', async () => {
    assert.throws(() => publisher(federation.leaf, 86_401), TypeError)
    const published = publisher(federation.leaf)
    const chain = await published.trustChain()
    assert.equal(chain.length, 3)
    assert.equal(chain[0], (await published.entityConfiguration(clock.now())).jwt)
    const { entityId } = federation.leaf
    assert.ok(network.exchanges.every(({ request }) => !request.url.startsWith(entityId)))
    assert.equal(await judge(evaluator(), entityId, ['wallet_provider'], { trustChain: chain }), 'trusted')
    network.disconnect(federation.anchor.entityId)
    clock.advance(1800)
    assert.equal(await published.trustChain(), chain, 'the last chain is sent while the superior does not answer')
    clock.advance(1800)
    await assert.rejects(published.trustChain(), { name: 'Unavailable' })
    connectEntity(network, clock, federation.anchor, [federation.intermediate])
    assert.equal((await published.trustChain()).length, 3)
  })
})
