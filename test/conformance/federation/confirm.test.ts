/**
 * The superiors must confirm a cached or received chain after ten minutes. If they do not answer, the chain remains
 * valid for one more hour.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { FederationTrustConfig } from '../../../src/federation/index.ts'
import { connectedFederation } from '../../support/connected-federation.ts'
import { anchorsOf, connectEntity, evaluatorOf, signAll } from '../../support/federation.ts'

let { clock, network, federation, evaluator, judge, settled } = await connectedFederation()
const refusal = 'FED-02 no_trust_chain 401'
const day = 86_400
const outage = 'GEN-27 trust_unavailable 503'

describe('confirmation', () => {
  let stale: string[] = []
  beforeEach(async () => {
    ;({ clock, network, federation, evaluator, judge, settled } = await connectedFederation())
    stale = []
  })

  const reporting = (further: Partial<FederationTrustConfig> = {}) =>
    evaluatorOf({ clock, network }, anchorsOf(federation.anchor), {
      onStaleTrust: (entityId) => stale.push(entityId),
      ...further,
    })
  /** Returns the leaf's chain, issued this many seconds ago and valid for a day. */
  const chainOf = (age: number) =>
    signAll(
      federation
        .drafts(clock.now() - age)
        .map((draft) => ({ ...draft, payload: { ...draft.payload, exp: clock.now() - age + day } })),
    )
  const shown = (trust: ReturnType<typeof evaluator>, trustChain: readonly string[]) =>
    judge(trust, federation.leaf.entityId, ['wallet_provider'], { trustChain })
  /** Connects every entity, with statements that are valid for a day. */
  const connectForDay = () => {
    const { leaf, intermediate, anchor } = federation
    connectEntity(network, clock, leaf, [], day)
    connectEntity(network, clock, intermediate, [leaf], day)
    connectEntity(network, clock, anchor, [intermediate], day)
  }
  const remove = () => connectEntity(network, clock, federation.intermediate, [])
  const asked = () => network.exchanges.length
  test('FED-38 a cached chain is confirmed after ten minutes, not before, and once for all concurrent callers', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'trusted')
    clock.advance(599)
    assert.equal(await judge(trust), 'trusted')
    await settled()
    assert.equal(asked(), 5)
    clock.advance(1)
    assert.deepEqual(await Promise.all([judge(trust), judge(trust), judge(trust)]), Array(3).fill('trusted'))
    assert.equal(asked(), 10)
    remove()
    clock.advance(600)
    assert.equal(await judge(trust), refusal)
  })

  test('FED-42 the confirmation of a carried chain during an outage builds its chain once', async () => {
    const urls: string[] = []
    const { leaf, intermediate, anchor } = federation
    const fetch = async (request: Request) => {
      urls.push(request.url)
      if (request.url.startsWith(intermediate.entityId)) throw new TypeError('no answer')
      return network.fetch(request)
    }
    const trust = evaluatorOf({ clock, network: { fetch } }, anchorsOf(anchor))
    assert.equal(await shown(trust, await chainOf(600)), 'trusted')
    const [own, middle] = [leaf, intermediate].map(({ entityId }) => `${entityId}/.well-known/openid-federation`)
    assert.deepEqual(urls, [own, own, middle], 'the entity itself, then one build')
  })

  test('FED-38 a carried chain is confirmed ten minutes after its statements were issued, whenever it is first received', async () => {
    assert.equal(await shown(evaluator(), await chainOf(599)), 'trusted')
    assert.equal(asked(), 1, 'only the entity itself is asked (FED-54)')
    const trust = evaluator()
    const old = await chainOf(600)
    const another = await chainOf(601)
    assert.deepEqual(await Promise.all([shown(trust, old), shown(trust, another)]), ['trusted', 'trusted'])
    assert.equal(asked(), 7)
    assert.equal(await shown(trust, old), 'trusted')
    assert.equal(asked(), 7)
    remove()
    assert.equal(await shown(evaluator(), old), refusal)
    clock.advance(600)
    assert.equal(await shown(trust, old), refusal)
  })

  test('FED-38 a deployment can set the age at which a chain must be confirmed', async () => {
    const trust = evaluator({ maximumAgeSeconds: 60 })
    assert.equal(await judge(trust), 'trusted')
    remove()
    clock.advance(59)
    assert.equal(await judge(trust), 'trusted')
    clock.advance(1)
    assert.equal(await judge(trust), refusal)
  })

  test('FED-42 while the anchor does not answer, trust lasts for one more hour and each use is reported', async () => {
    connectForDay()
    const [trust, carried] = [reporting(), reporting()]
    const trustChain = await chainOf(0)
    assert.equal(await judge(trust), 'trusted')
    network.disconnect(federation.anchor.entityId)
    for (const seconds of [600, 3599]) {
      clock.advance(seconds)
      assert.equal(await judge(trust), 'trusted')
      assert.equal(await shown(carried, trustChain), 'trusted')
      await settled()
    }
    assert.deepEqual(stale, Array(4).fill(federation.leaf.entityId))
    clock.advance(1)
    assert.equal(await judge(trust), outage)
    assert.equal(await shown(carried, trustChain), outage)
  })

  test('FED-42 an anchor that did not answer is asked again in the background, and its refusal ends the trust', async () => {
    connectForDay()
    const trust = reporting()
    assert.equal(await judge(trust), 'trusted')
    network.disconnect(federation.anchor.entityId)
    clock.advance(600)
    assert.equal(await judge(trust), 'trusted')
    connectEntity(network, clock, federation.anchor, [], day)
    clock.advance(15)
    assert.equal(await judge(trust), 'trusted')
    await settled()
    assert.equal(await judge(trust), refusal)
  })

  test('FED-42 a deployment can end trust at once when the anchor does not confirm it', async () => {
    connectForDay()
    const trust = reporting({ staleOnOutageSeconds: 0 })
    assert.equal(await judge(trust), 'trusted')
    network.disconnect(federation.anchor.entityId)
    clock.advance(600)
    assert.equal(await judge(trust), outage)
    assert.equal(await shown(trust, await chainOf(600)), outage)
    assert.deepEqual(stale, [])
  })

  test('FED-42 trust ends when the chain expires, also while the anchor does not answer', async () => {
    const trust = reporting()
    assert.equal(await judge(trust), 'trusted')
    network.disconnect(federation.anchor.entityId)
    for (const seconds of [600, 2999]) {
      clock.advance(seconds)
      assert.equal(await judge(trust), 'trusted')
    }
    clock.advance(1)
    assert.equal(await judge(trust), outage)
  })

  test('FED-42 the superiors confirm or refuse an entity that does not answer', async () => {
    connectForDay()
    const [trust, carried] = [reporting(), reporting()]
    const trustChain = await chainOf(0)
    assert.equal(await judge(trust), 'trusted')
    assert.equal(await shown(carried, trustChain), 'trusted')
    network.disconnect(federation.leaf.entityId)
    for (let passed = 0; passed < 6000; passed += 600) {
      clock.advance(600)
      assert.equal(await judge(trust), 'trusted')
      assert.equal(await shown(carried, trustChain), 'trusted')
    }
    assert.deepEqual(stale, [], 'the superiors answer')
    remove()
    clock.advance(600)
    assert.equal(await judge(trust), refusal)
    assert.equal(await shown(carried, trustChain), refusal)
  })

  test('FED-38 a removed entity does not stay trusted by naming a superior that does not answer', async () => {
    const silent = 'https://silent.example'
    for (const hints of [[federation.intermediate.entityId, silent], [silent]]) {
      connectForDay()
      const trust = reporting()
      assert.equal(await judge(trust), 'trusted')
      remove()
      connectEntity(network, clock, { ...federation.leaf, hints }, [], day)
      clock.advance(600)
      assert.equal(await judge(trust), outage)
    }
    assert.deepEqual(stale, [])
  })
})
