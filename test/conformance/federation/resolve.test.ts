/** Chains built over the in-memory internet: which ones are found, their cost, and why a path fails. */
import assert from 'node:assert/strict'
import { beforeEach, describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { failed } from '../../../src/base/index.ts'
import {
  defaultResolveLimits,
  entityConfigurationUrl,
  explainTrust,
  type ResolveLimits,
  resolveTrustChains,
} from '../../../src/federation/index.ts'
import { connectedFederation } from '../../support/connected-federation.ts'
import { connectEntity, type TestEntity, testEntity } from '../../support/federation.ts'

let { clock, network, federation, context, options, evaluator, judge } = await connectedFederation()
describe('resolve', () => {
  beforeEach(async () => {
    ;({ clock, network, federation, context, options, evaluator, judge } = await connectedFederation())
  })

  const resolve = (entity: TestEntity = federation.leaf) => resolveTrustChains(context(), entity.entityId, options())

  test('FED-28 the URL of the configuration starts with the identifier without its trailing slash', () => {
    const path = '/.well-known/openid-federation'
    assert.equal(entityConfigurationUrl('https://a.example'), `https://a.example${path}`)
    assert.equal(entityConfigurationUrl('https://a.example/'), `https://a.example${path}`)
    assert.equal(entityConfigurationUrl('https://a.example/b/'), `https://a.example/b${path}`)
  })

  test('FED-02 builds and validates the chain from the leaf to the anchor', async () => {
    const { chains, rejected } = await resolve()
    assert.deepEqual(chains[0]?.path, ['https://leaf.example', 'https://middle.example', 'https://anchor.example'])
    assert.equal(chains[0]?.statements.length, 4)
    assert.deepEqual(rejected, [])
  })

  test('FED-02 an entity without a superior, or without an anchor above, is not trusted', async () => {
    const lonely = await testEntity('https://lonely.example', { metadata: { wallet_provider: {} } })
    const foreign = await testEntity('https://foreign.example', { fetch: true })
    const strayed = await testEntity('https://strayed.example', { hints: [foreign.entityId] })
    connectEntity(network, clock, lonely)
    connectEntity(network, clock, foreign, [strayed])
    connectEntity(network, clock, strayed)
    assert.equal((await resolve(lonely)).rejected[0]?.failure.code, 'no_superior')
    assert.deepEqual((await resolve(strayed)).rejected[0]?.path, [strayed.entityId, foreign.entityId])
    assert.equal(await judge(evaluator(), lonely.entityId), 'FED-02 no_trust_chain 401')
    assert.equal(await judge(evaluator(), strayed.entityId), 'FED-02 no_trust_chain 401')
  })

  test('FED-27 selects the shortest of several chains, and failing paths do not affect the others', async () => {
    const { anchor, intermediate } = federation
    const second = await testEntity('https://second.example', {
      hints: ['https://gone.example', intermediate.entityId, anchor.entityId, 'https://bare.example'],
      metadata: { wallet_provider: {} },
    })
    connectEntity(network, clock, second)
    connectEntity(network, clock, await testEntity('https://bare.example', { hints: [anchor.entityId] }), [second])
    connectEntity(network, clock, intermediate, [second])
    connectEntity(network, clock, anchor, [intermediate, second])
    const { chains, rejected } = await resolve(second)
    assert.deepEqual(
      chains.map(({ path }) => path.length),
      [2, 3],
    )
    assert.deepEqual(rejected.map(({ path, failure }) => `${path[1]} ${failure.code}`).sort(), [
      'https://bare.example fetch_endpoint_missing',
      'https://gone.example unreachable',
    ])
    const trusted = await evaluator().evaluate(second.entityId, ['wallet_provider'])
    assert.ok(!failed(trusted) && trusted.trustChain.length === 3)
  })

  test('FED-37 a resolution with cycles ends, and fetches no document twice', async () => {
    const { anchor } = federation
    const a = await testEntity('https://a.example', { fetch: true, hints: ['https://b.example', anchor.entityId] })
    const b = await testEntity('https://b.example', { fetch: true, hints: ['https://a.example', anchor.entityId] })
    const leaf = await testEntity('https://l.example', { hints: [a.entityId, b.entityId, a.entityId] })
    connectEntity(network, clock, leaf)
    connectEntity(network, clock, a, [leaf, b])
    connectEntity(network, clock, b, [leaf, a])
    connectEntity(network, clock, anchor, [a, b])
    const { chains, rejected } = await resolve(leaf)
    assert.deepEqual(
      chains.map(({ path }) => path.length),
      [3, 3, 4, 4],
    )
    assert.deepEqual(
      rejected.map(({ failure }) => failure.code),
      ['superior_loops', 'superior_loops'],
    )
    const fetched = network.exchanges.map(({ request }) => request.url)
    assert.equal(new Set(fetched).size, fetched.length)
  })

  /** Returns a leaf with superiors that are all subordinate to each other, and to the anchor, if any. */
  async function mesh(names: string, anchor?: TestEntity): Promise<TestEntity> {
    const ids = Array.from(names, (name) => `https://${name}.example`)
    const above = anchor ? [anchor.entityId] : []
    const leaf = await testEntity('https://l.example', { hints: ids })
    const superiors = await Promise.all(
      ids.map((id) => testEntity(id, { fetch: true, hints: [...ids.filter((other) => other !== id), ...above] })),
    )
    for (const superior of superiors) connectEntity(network, clock, superior, [leaf, ...superiors])
    if (anchor) connectEntity(network, clock, anchor, superiors)
    connectEntity(network, clock, leaf)
    return leaf
  }

  /** Collects the payloads of the statements that are parsed from now on. */
  function payloadsParsed(t: TestContext): () => readonly string[] {
    const { mock } = t.mock.method(JSON, 'parse')
    return () => mock.calls.map(({ arguments: [text] }) => text).filter((text) => text.includes('"jwks"'))
  }

  test('FED-37 superiors that are all subordinate to each other cost a bounded number of steps and one parsing of each document', async (t) => {
    const leaf = await mesh('abcde')
    const parsed = payloadsParsed(t)
    const { chains, rejected } = await resolve(leaf)
    assert.equal(chains.length, 0)
    assert.equal(new Set(parsed()).size, 31)
    assert.equal(parsed().length, 31)
    assert.ok(rejected.length <= 2 * defaultResolveLimits.steps, `${rejected.length} paths`)
    assert.ok(rejected.some(({ failure }) => failure.code === 'limit_reached'))
  })

  test('FED-37 a statement that is in several chains is parsed once', async (t) => {
    const leaf = await mesh('abc', federation.anchor)
    const parsed = payloadsParsed(t)
    const { chains } = await resolve(leaf)
    assert.equal(chains.length, 15)
    assert.equal(new Set(parsed()).size, parsed().length)
  })

  test('FED-37 the hints of an entity beyond the limit are reported as one failure', async () => {
    const leaf = await testEntity('https://l.example', {
      hints: Array.from({ length: 1000 }, (_, index) => `https://gone${index}.example`),
    })
    connectEntity(network, clock, leaf)
    const { rejected } = await resolve(leaf)
    const surplus = rejected.filter(({ failure }) => failure.code === 'limit_reached')
    assert.deepEqual(
      surplus.map(({ path }) => path),
      [[leaf.entityId, 'https://gone8.example']],
    )
    assert.equal(rejected.length, 9)
  })

  test('FED-37 a hinted anchor is fetched before other superiors, at any position among the hints', async () => {
    const dead = Array.from({ length: 8 }, (_, index) => `https://gone.example/${index}`)
    const leaf = await testEntity('https://l.example', {
      hints: [...dead, federation.anchor.entityId],
      metadata: { wallet_provider: {} },
    })
    connectEntity(network, clock, leaf)
    connectEntity(network, clock, federation.anchor, [leaf])
    assert.equal(await judge(evaluator(), leaf.entityId), 'trusted')
  })

  test('FED-37 a path fails beyond the limit of depth, hints, steps, documents or size', async () => {
    const judged = async (limits: Partial<ResolveLimits>) => {
      const { leaf } = federation
      const result = await resolveTrustChains(context(), leaf.entityId, { ...options(), limits })
      return result.chains.length === 1 ? 'found' : result.rejected[0]?.failure.code
    }
    assert.equal(await judged({}), 'found')
    assert.equal(await judged({ depth: 2 }), 'found')
    assert.equal(await judged({ depth: 1 }), 'limit_reached')
    assert.equal(await judged({ hints: 0 }), 'limit_reached')
    assert.equal(await judged({ steps: 2 }), 'found')
    assert.equal(await judged({ steps: 1 }), 'limit_reached')
    assert.equal(await judged({ documents: 4 }), 'limit_reached')
    assert.equal(await judged({ size: 500 }), 'answer_too_large')
    assert.equal(await judged({ subjectSize: 500 }), 'answer_too_large')
  })

  /** Metadata of an issuer whose Entity Configuration has about `size` characters. */
  const large = (size: number) => ({
    wallet_provider: { descriptions: Array.from({ length: size / 100 }, () => 'd'.repeat(72)) },
  })

  test('FED-37 a configuration of 190,000 bytes is trusted, as the national federation has (D-1131)', async () => {
    const { anchor } = federation
    const issuer = await testEntity('https://issuer.example', { hints: [anchor.entityId], metadata: large(190_000) })
    connectEntity(network, clock, issuer)
    connectEntity(network, clock, anchor, [federation.intermediate, issuer])
    assert.equal(await judge(evaluator(), issuer.entityId), 'trusted')
    const { chains } = await resolve(issuer)
    const [configuration = ''] = chains[0]?.statements ?? []
    assert.ok(configuration.length > 185_630, `${configuration.length}`)
    const [path] = (await explainTrust(context(), issuer.entityId, [], options())).paths
    assert.deepEqual(new Set(path?.steps.map(({ result }) => result)), new Set(['holds']))
  })

  test('FED-37 a larger configuration ends its path only: 512 KiB for a subject, 64 KiB for a superior (D-1131)', async () => {
    const { anchor } = federation
    const wide = await testEntity('https://wide.example', {
      ...{ fetch: true, hints: [anchor.entityId], metadata: large(70_000) },
    })
    const below = await testEntity('https://below.example', {
      ...{ hints: [wide.entityId, anchor.entityId], metadata: large(400_000) },
    })
    const huge = await testEntity('https://huge.example', { hints: [anchor.entityId], metadata: large(540_000) })
    for (const entity of [below, huge]) connectEntity(network, clock, entity)
    connectEntity(network, clock, wide, [below])
    connectEntity(network, clock, anchor, [wide, below, huge])
    const { chains, rejected } = await resolve(below)
    assert.deepEqual(
      chains.map(({ path }) => path),
      [[below.entityId, anchor.entityId]],
    )
    assert.deepEqual(
      rejected.map(({ path, failure }) => [path.at(-1), failure.code, failure.at]),
      [[wide.entityId, 'answer_too_large', 'configuration']],
    )
    assert.equal((await resolve(huge)).rejected[0]?.failure.code, 'answer_too_large')
  })

  for (const between of [0, 1, 2])
    test(`FED-27 a superior with very many hints does not use the limits of another path, ${between} entities above the subject (D-309)`, async () => {
      const good = await testEntity('https://good.example', { fetch: true, hints: [federation.anchor.entityId] })
      const above = Array.from({ length: 8 }, (_, index) => `https://above${index}.example`)
      const wide = await testEntity('https://wide.example', { fetch: true, hints: above })
      for (const entityId of above) {
        const further = above.map((_, index) => entityId.replace('.', `-${index}.`))
        connectEntity(network, clock, await testEntity(entityId, { fetch: true, hints: further }), [wide])
      }
      connectEntity(network, clock, federation.anchor, [good])
      const path = [good.entityId, federation.anchor.entityId]
      let superiors = [wide, good]
      for (let index = between; index >= 0; index -= 1) {
        const below = await testEntity(`https://below${index}.example`, {
          fetch: index > 0,
          hints: superiors.map(({ entityId }) => entityId),
          metadata: { wallet_provider: {} },
        })
        for (const superior of superiors) connectEntity(network, clock, superior, [below])
        path.unshift(below.entityId)
        superiors = [below]
      }
      connectEntity(network, clock, superiors[0] as TestEntity)
      const late = async (request: Request) => {
        if (request.url.startsWith(good.entityId)) await pause(100)
        return network.fetch(request)
      }
      const { chains } = await resolveTrustChains(context(late), path[0] as string, options())
      assert.deepEqual(
        chains.map((chain) => chain.path),
        [path],
      )
    })

  test('FED-18 accepts a statement signed while a chain is built, and refuses one that expires meanwhile', async () => {
    const { leaf } = federation
    const late = (seconds: number) => async (request: Request) => {
      clock.advance(seconds)
      return network.fetch(request)
    }
    const { chains } = await resolveTrustChains(context(late(1)), leaf.entityId, options())
    assert.equal(chains.length, 1)
    assert.equal(await judge(evaluator({}, late(1)), leaf.entityId), 'trusted')
    const { rejected } = await resolveTrustChains(context(late(86_400)), leaf.entityId, options())
    assert.equal(rejected[0]?.failure.code, 'expired')
  })

  test('FED-37 a chain build ends at its time limit, however slowly each superior answers', async () => {
    let asked = 0
    const slow = async (request: Request) => {
      asked += 1
      await pause(60, undefined, { signal: request.signal })
      return network.fetch(request)
    }
    const limits = { seconds: 0.1 }
    const { leaf } = federation
    const { chains, rejected } = await resolveTrustChains(context(slow), leaf.entityId, { ...options(), limits })
    assert.deepEqual([chains.length, rejected[0]?.failure.code], [0, 'unreachable'])
    assert.ok(asked < 5, 'the limit is for all five documents together')
  })

  test('FED-02 refuses an answer of a superior that is not the expected statement', async () => {
    const { leaf, intermediate, anchor } = federation
    const answers: [Response | (() => Promise<Response>), string][] = [
      [new Response('{}', { status: 404 }), 'status_unexpected'],
      [new Response('x', { headers: { 'content-type': 'application/jwt' } }), 'media_type_unexpected'],
      [new Response('x', { headers: { 'content-type': 'application/entity-statement+jwt' } }), 'jws_malformed'],
      [new Response('busy', { status: 503 }), 'unreachable'],
    ]
    for (const [answer, code] of answers) {
      const fetch = async (request: Request) =>
        request.url.startsWith(`${intermediate.entityId}/fetch`) ? (answer as Response).clone() : network.fetch(request)
      const { rejected } = await resolveTrustChains(context(fetch), leaf.entityId, options())
      assert.equal(rejected[0]?.failure.code, code)
    }
    connectEntity(network, clock, { ...intermediate, entityId: intermediate.entityId, metadata: {} }, [leaf])
    assert.equal((await resolve()).rejected[0]?.failure.code, 'fetch_endpoint_missing')
    connectEntity(network, clock, intermediate, [leaf])
    connectEntity(network, clock, { ...anchor, signer: leaf.signer }, [intermediate])
    assert.equal((await resolve()).rejected[0]?.failure.code, 'anchor_key_mismatch')
  })

  test('the explanation names the first rule that fails on each path', async () => {
    connectEntity(network, clock, federation.anchor, [
      [federation.intermediate, { constraints: { max_path_length: 0 } }],
    ])
    const explained = await explainTrust(context(), federation.leaf.entityId, ['wallet_provider'], options())
    assert.equal(explained.verdict, 'no_trust_chain')
    const [path] = explained.paths
    assert.deepEqual(path?.path, ['https://leaf.example', 'https://middle.example', 'https://anchor.example'])
    const failing = path?.steps.find(({ result }) => result === 'fails')
    assert.deepEqual(failing, {
      step: 'constraints',
      result: 'fails',
      code: 'path_too_long',
      at: 'statement[2].payload.constraints.max_path_length',
      expected: 'at most 0 intermediates',
      found: '1 intermediates',
    })
    assert.equal(path?.steps.at(-1)?.result, 'not_reached')
    connectEntity(network, clock, federation.anchor, [federation.intermediate])
    const trusted = await explainTrust(context(), federation.leaf.entityId, ['openid_provider'], options())
    assert.equal(trusted.verdict, 'entity_type_missing')
    assert.deepEqual(trusted.entityTypes, ['federation_entity', 'wallet_provider'])
  })
})
