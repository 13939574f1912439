/**
 * Chains built over the in-memory internet, and the evaluator with its caches.
 */
import assert from 'node:assert/strict'
import { beforeEach, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDecide, failed, Refusal } from '../../src/base/index.ts'
import {
  createEntityConfigurationPublisher,
  createFederationTrustEvaluator,
  defaultResolveLimits,
  type EntityType,
  entityConfigurationUrl,
  explainTrust,
  type FederationTrustConfig,
  type ResolveLimits,
  resolveTrustChains,
} from '../../src/federation/index.ts'
import { defaultAlgorithms } from '../../src/jose/index.ts'
import { trustRules } from '../../src/rules/index.ts'
import { recordingSink } from '../support/decisions.ts'
import {
  anchorsOf,
  connectEntity,
  crypto,
  signAll,
  type TestEntity,
  testEntity,
  threeEntities,
  urls,
} from '../support/federation.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { createNetwork, type Network } from '../support/network.ts'
import { seededRandom } from '../support/seeded-random.ts'

let clock = fixedClock()
let network: Network = createNetwork()
let federation: Awaited<ReturnType<typeof threeEntities>>

beforeEach(async () => {
  clock = fixedClock()
  network = createNetwork()
  federation = await threeEntities()
  const { leaf, intermediate, anchor } = federation
  connectEntity(network, clock, leaf)
  connectEntity(network, clock, intermediate, [leaf])
  connectEntity(network, clock, anchor, [intermediate])
})

const context = (fetch = network.fetch) => ({ crypto, clock, fetch })
const options = () => ({
  anchors: anchorsOf(federation.anchor),
  algorithms: defaultAlgorithms,
  urls,
  now: clock.now(),
  skew: 0,
})
const resolve = (entity: TestEntity = federation.leaf) => resolveTrustChains(context(), entity.entityId, options())
const evaluator = (further: Partial<FederationTrustConfig> = {}, fetch = network.fetch) =>
  createFederationTrustEvaluator(context(fetch), {
    anchors: anchorsOf(federation.anchor),
    urls,
    skewSeconds: 0,
    ...further,
  })

const refused = { status: 401, error: 'invalid_client', text: 'Not trusted.' }
const away = { status: 503, error: 'temporarily_unavailable', text: 'Later.' }

/** The requirement by which trust is refused, or `trusted`. */
async function judge(
  trust: ReturnType<typeof evaluator>,
  entityId = federation.leaf.entityId,
  types: readonly EntityType[] = ['wallet_provider'],
  hint?: { trustChain: readonly string[] },
): Promise<string> {
  const decide = createDecide({ clock, random: seededRandom('trust'), decisions: recordingSink() })
  try {
    await decide('federation/trust', (d) =>
      d.check(trustRules(refused, away), () => trust.evaluate(entityId, types, hint)),
    )
    return 'trusted'
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code} ${thrown.answer.status}`
  }
}

test('FED-28 the configuration is at the identifier less a trailing slash', () => {
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

test('FED-27 takes the shortest of several chains and lets failing paths not harm the others', async () => {
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

test('FED-37 ends on cycles and fetches nothing twice', async () => {
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

/** A leaf, and superiors above it that all stand above each other; the anchor, if any, above them all. */
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

/** The payloads of the statements that are parsed from now on. */
function payloadsParsed(t: TestContext): () => readonly string[] {
  const { mock } = t.mock.method(JSON, 'parse')
  return () => mock.calls.map(({ arguments: [text] }) => text).filter((text) => text.includes('"jwks"'))
}

test('FED-37 superiors above each other in every order cost a bounded number of steps, and no document two parsings', async (t) => {
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

test('FED-37 the hints of an entity that are not followed are one failure', async () => {
  const leaf = await testEntity('https://l.example', {
    hints: Array.from({ length: 1000 }, (_, index) => `https://gone.example/${index}`),
  })
  connectEntity(network, clock, leaf)
  const { rejected } = await resolve(leaf)
  const surplus = rejected.filter(({ failure }) => failure.code === 'limit_reached')
  assert.deepEqual(
    surplus.map(({ path }) => path),
    [[leaf.entityId, 'https://gone.example/8']],
  )
  assert.equal(rejected.length, 9)
})

test('FED-37 an anchor is asked before other superiors, wherever it stands among the hints', async () => {
  const dead = Array.from({ length: 8 }, (_, index) => `https://gone.example/${index}`)
  const leaf = await testEntity('https://l.example', {
    hints: [...dead, federation.anchor.entityId],
    metadata: { wallet_provider: {} },
  })
  connectEntity(network, clock, leaf)
  connectEntity(network, clock, federation.anchor, [leaf])
  assert.equal(await judge(evaluator(), leaf.entityId), 'trusted')
})

test('FED-37 limits depth, hints, steps, documents and size; what lies beyond fails that path only', async () => {
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
})

test('FED-37 a build as a whole has an end, however slowly each superior answers', async () => {
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
  assert.ok(asked < 5, 'five documents, each within the time that all of them have')
})

test('FED-02 refuses what a superior answers in the place of the statement', async () => {
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

test('FED-25 an entity plays only the roles of its resolved metadata', async () => {
  const trust = evaluator()
  assert.equal(await judge(trust), 'trusted')
  assert.equal(await judge(trust, federation.leaf.entityId, ['openid_credential_issuer', 'wallet_provider']), 'trusted')
  const foreign = await judge(trust, federation.leaf.entityId, ['openid_credential_issuer'])
  assert.equal(foreign, 'FED-25 entity_type_missing 401')
  connectEntity(network, clock, federation.anchor, [
    [federation.intermediate, { constraints: { allowed_entity_types: ['openid_credential_issuer'] } }],
  ])
  assert.equal(await judge(evaluator()), 'FED-25 entity_type_missing 401')
})

test('GEN-27 an unreachable superior is an outage, remembered for a short while', async () => {
  const trust = evaluator()
  network.disconnect(federation.anchor.entityId)
  assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
  connectEntity(network, clock, federation.anchor, [federation.intermediate])
  assert.equal(await judge(trust), 'GEN-27 trust_unavailable 503')
  clock.advance(15)
  assert.equal(await judge(trust), 'trusted')
})

test('FED-37 a refusal is remembered twice as long each time in a row, up to four minutes', async () => {
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

/** Until what runs in the background has come to its end. */
const settled = async () => {
  for (let before = -1; before !== network.exchanges.length; ) {
    before = network.exchanges.length
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('FED-09 FED-19 a chain is built once, also for those who ask together, and anew in the last quarter of its life', async () => {
  const trust = evaluator()
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

test('FED-19 FED-27 while nobody above answers, the chain is used to its end and no longer', async () => {
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

test('FED-38 the look in the last quarter of a chain already ends the trust in a removed subordinate', async () => {
  const trust = evaluator()
  assert.equal(await judge(trust), 'trusted')
  connectEntity(network, clock, federation.anchor, [])
  clock.advance(2700)
  assert.equal(await judge(trust), 'trusted')
  await settled()
  assert.equal(await judge(trust), 'FED-02 no_trust_chain 401')
})

test('FED-38 a removed subordinate stops being trusted within the configured time, also by a header chain', async () => {
  const trust = evaluator({ maximumAgeSeconds: 600 })
  const trustChain = await signAll(federation.drafts(clock.now()))
  const hint = { trustChain }
  const { entityId } = federation.leaf
  assert.equal(await judge(trust), 'trusted')
  assert.equal(await judge(trust, entityId, ['wallet_provider'], hint), 'trusted')
  connectEntity(network, clock, federation.anchor, [])
  clock.advance(449)
  assert.equal(await judge(trust), 'trusted')
  assert.equal(await judge(trust, entityId, ['wallet_provider'], hint), 'trusted')
  clock.advance(150)
  assert.equal(await judge(trust, entityId, ['wallet_provider'], hint), 'trusted')
  clock.advance(1)
  assert.equal(await judge(trust), 'FED-02 no_trust_chain 401')
  assert.equal(await judge(trust, entityId, ['wallet_provider'], hint), 'FED-02 no_trust_chain 401')
})

test('FED-03 a header chain is judged as strictly, without the network, and costs one digest when known', async () => {
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
  assert.deepEqual(count, { digest: 1, verify: 4 })
  assert.equal(await judge(trust, entityId, ['wallet_provider'], { trustChain }), 'trusted')
  assert.deepEqual(count, { digest: 2, verify: 4 })
  assert.equal(network.exchanges.length, 0)
})

test('FED-03 a forged header chain, or one of another entity, is refused and not replaced', async () => {
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

test('FED-26 an expired header chain is refreshed, or refused when the entity is a member no more', async () => {
  const trustChain = await signAll(federation.drafts(clock.now() - 4000))
  const { entityId } = federation.leaf
  assert.equal(await judge(evaluator(), entityId, ['wallet_provider'], { trustChain }), 'trusted')
  assert.equal(network.exchanges.length, 5)
  connectEntity(network, clock, federation.intermediate, [])
  const refusal = 'FED-26 trust_chain_expired 401'
  assert.equal(await judge(evaluator(), entityId, ['wallet_provider'], { trustChain }), refusal)
  const refused = await evaluator().evaluate(entityId, ['wallet_provider'], { trustChain })
  assert.equal(failed(refused) && refused.at, 'trust_chain.status_unexpected.statement')
})

test('FED-19 a verdict lives no longer than its chain', async () => {
  const trustChain = await signAll(federation.drafts(clock.now()))
  const trust = evaluator()
  const entity = await trust.evaluate(federation.leaf.entityId, ['wallet_provider'], { trustChain })
  assert.ok(!failed(entity))
  assert.equal(entity.expiresAt, clock.now() + 3600)
  clock.advance(3600)
  for (const { entityId } of [federation.leaf, federation.intermediate, federation.anchor]) network.disconnect(entityId)
  const refusal = await judge(trust, federation.leaf.entityId, ['wallet_provider'], { trustChain })
  assert.equal(refusal, 'GEN-27 trust_unavailable 503')
})

test('the cache is bounded', async () => {
  const trust = evaluator({ cacheEntries: 1 })
  assert.equal(await judge(trust), 'trusted')
  assert.equal(await judge(trust, federation.intermediate.entityId, ['federation_entity']), 'trusted')
  const before = network.exchanges.length
  assert.equal(await judge(trust), 'trusted')
  assert.ok(network.exchanges.length > before)
})

const publisher = (entity: TestEntity, lifetimeSeconds = 3600) =>
  createEntityConfigurationPublisher(
    { ...context(), signer: entity.signer },
    {
      entityId: entity.entityId,
      metadata: entity.metadata as never,
      authorityHints: entity.hints,
      lifetimeSeconds,
      anchors: anchorsOf(federation.anchor),
      urls,
      skewSeconds: 0,
    },
  )

test('FED-41 a configuration is signed ahead and again at half its life', async () => {
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

test('FED-26 the chains that we send are current, ours, and at most a day long-lived', async () => {
  assert.throws(() => publisher(federation.leaf, 86_401), TypeError)
  const published = publisher(federation.leaf)
  const chain = await published.trustChain()
  assert.equal(chain.length, 3)
  assert.equal(chain[0], (await published.entityConfiguration(clock.now())).jwt)
  const { entityId } = federation.leaf
  assert.equal(await judge(evaluator(), entityId, ['wallet_provider'], { trustChain: chain }), 'trusted')
  assert.ok(network.exchanges.every(({ request }) => !request.url.startsWith(entityId)))
  network.disconnect(federation.anchor.entityId)
  clock.advance(1800)
  assert.equal(await published.trustChain(), chain, 'what stands is served while the superior is away')
  clock.advance(1800)
  await assert.rejects(published.trustChain(), { name: 'Unavailable' })
  connectEntity(network, clock, federation.anchor, [federation.intermediate])
  assert.equal((await published.trustChain()).length, 3)
})

test('explains every path with the first rule that fails', async () => {
  connectEntity(network, clock, federation.anchor, [[federation.intermediate, { constraints: { max_path_length: 0 } }]])
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
  })
  assert.equal(path?.steps.at(-1)?.result, 'not_reached')
  connectEntity(network, clock, federation.anchor, [federation.intermediate])
  const trusted = await explainTrust(context(), federation.leaf.entityId, ['openid_provider'], options())
  assert.equal(trusted.verdict, 'entity_type_missing')
  assert.deepEqual(trusted.entityTypes, ['federation_entity', 'wallet_provider'])
})
