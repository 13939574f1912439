/**
 * Entities that untrusted parties name: the maximum of concurrent chain builds for them, their order, and the capacity
 * left for others. The longer test, with sockets and times, is `test/serve/hostile-strangers.long.ts`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator, resolveTrustChains } from '../../../src/federation/index.ts'
import { recordingSink } from '../../support/decisions.ts'
import { anchorsOf, connectEntity, crypto, testEntity, urls } from '../../support/federation.ts'
import { entryOf, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'
import { slottedNetwork } from '../../support/slotted-network.ts'

const slow = /^slow\d+\.example$/
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const idpUrl = 'https://idp.example/token'

async function setUp() {
  const [clock, network] = [fixedClock(), createNetwork()]
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  const leaf = (name: string) =>
    testEntity(`https://${name}.example`, { hints: [anchor.entityId], metadata: { wallet_provider: {} } })
  const [known, fresh] = [await leaf('known'), await leaf('fresh')]
  connectEntity(network, clock, anchor, [known, fresh])
  connectEntity(network, clock, known)
  connectEntity(network, clock, fresh)
  network.connect('https://idp.example', async () => new Response('{}'))
  const slotted = slottedNetwork(network.fetch, ['anchor.example', 'idp.example'], slow)
  return { clock, network, anchor, known, fresh, slotted }
}

async function startEvaluator() {
  const parts = await setUp()
  const { clock, anchor, slotted } = parts
  const asking = { party: 'hostile' }
  const ctx = { crypto, clock, fetch: slotted.fetch, clientNetwork: () => asking.party }
  const trust = createFederationTrustEvaluator(ctx, { anchors: anchorsOf(anchor), urls, skewSeconds: 30 })
  const evaluate = async (party: string, entityId: string): Promise<string> => {
    asking.party = party
    const verdict = await trust.evaluate(entityId, ['wallet_provider'])
    return failed(verdict) ? `${verdict.code} ${verdict.at}` : 'trusted'
  }
  const flood = (count: number): Promise<string>[] =>
    Array.from({ length: count }, (_, index) => evaluate('hostile', `https://slow${index}.example`))
  return { ...parts, evaluate, flood }
}

test('FED-49 FED-50 a party that names slow entities gets four builds at once, and does not delay the login or other parties', async () => {
  const { slotted, clock, known, fresh, evaluate, flood } = await startEvaluator()
  assert.equal(await evaluate('honest', known.entityId), 'trusted')
  clock.advance(601) // the superiors must now confirm its chain
  const refused = flood(100)
  await settled()
  assert.equal([...slotted.asked.keys()].filter((host) => slow.test(host)).length, 4)
  assert.equal(await Promise.race(refused.slice(20)), 'trust_unavailable trust_chain.builds_exhausted')
  const logins = Array.from({ length: 12 }, () => slotted.fetch(new Request(idpUrl)))
  for (const { status } of await Promise.all(logins)) assert.equal(status, 200)
  assert.equal(await evaluate('hostile', known.entityId), 'trusted', 'a known entity needs no slot')
  assert.equal(await evaluate('honest', fresh.entityId), 'trusted', 'another party still has slots')
  slotted.end()
  await Promise.all(refused)
})

test('FED-49 an entity that was refused because no slot was free is accepted at the next request', async () => {
  const { slotted, fresh, evaluate, flood } = await startEvaluator()
  const refused = flood(20)
  await settled()
  assert.equal(await evaluate('hostile', fresh.entityId), 'trust_unavailable trust_chain.builds_exhausted')
  assert.equal(await evaluate('honest', fresh.entityId), 'trusted')
  slotted.end()
  await Promise.all(refused)
})

test('FED-50 untrusted parties together get at most half of the slots, and the rest is for the configured hosts', async () => {
  const { slotted, evaluate } = await startEvaluator()
  const refused = Array.from({ length: 200 }, (_, index) => evaluate(`party${index}`, `https://slow${index}.example`))
  await settled()
  assert.ok(slotted.strangersAtMost() <= 32)
  assert.equal([...slotted.asked.keys()].filter((host) => slow.test(host)).length, 16)
  assert.equal((await slotted.fetch(new Request(idpUrl))).status, 200)
  slotted.end()
  await Promise.all(refused)
})

async function startResolver() {
  const parts = await setUp()
  const { clock, network, slotted, known } = parts
  const asking = { party: 'hostile' }
  const sink = recordingSink()
  const resolver = await startAuthority(
    { clock, network: { ...network, fetch: slotted.fetch } },
    'https://anchor.example',
    {
      subordinates: [entryOf(known, ['wallet_provider'])],
      decisions: sink,
      further: { clientNetwork: () => asking.party },
    },
  )
  const resolve = async (party: string, subject: string): Promise<number> => {
    asking.party = party
    const query = new URLSearchParams({ sub: subject, trust_anchor: resolver.entityId })
    return (await network.fetch(new Request(`${resolver.entityId}/resolve?${query}`))).status
  }
  return { ...parts, sink, resolve }
}

test('FED-49 a resolve request for an unknown entity is refused when no slot is free', async () => {
  const { network, slotted, sink, known, resolve } = await startResolver()
  network.connect('https://nobody.example', async () => new Response('', { status: 404 }))
  const refused = Array.from({ length: 21 }, (_, index) => resolve('hostile', `https://slow${index}.example`))
  assert.equal(await refused[20], 503)
  const check = sink.lastRefusal()?.checks.at(-1)
  assert.equal(`${check?.requirement} ${check?.code}`, 'FED-49 builds_exhausted')
  assert.equal(await resolve('hostile', known.entityId), 200, 'the resolver’s own subordinate needs no slot')
  assert.equal(await resolve('honest', 'https://nobody.example'), 404, 'another party still has slots')
  slotted.end()
  await Promise.all(refused)
})

const hostedRows: [what: string, hints: (index: number) => string, endpoint?: (index: number) => string][] = [
  ['as superiors at one host', (index) => `https://third.example/${index}`],
  [
    'as the endpoint of superiors',
    (index) => `https://own${index}.example`,
    (index) => `https://third.example/${index}/fetch`,
  ],
]
for (const [what, hint, endpoint] of hostedRows)
  test(`FED-51 a third party that a subject names ${what} gets at most three requests`, async () => {
    const { clock, network, anchor, slotted } = await setUp()
    const hints = Array.from({ length: 8 }, (_, index) => hint(index))
    connectEntity(network, clock, await testEntity('https://subject.example', { hints }))
    for (const [index, entityId] of (endpoint ? hints : []).entries()) {
      const metadata = { federation_entity: { federation_fetch_endpoint: endpoint?.(index) ?? '' } }
      connectEntity(network, clock, await testEntity(entityId, { hints: [anchor.entityId], metadata }))
    }
    network.connect('https://third.example', async () => new Response('who asks?', { status: 404 }))
    const ctx = { crypto, clock, fetch: slotted.fetch }
    const options = { anchors: anchorsOf(anchor), urls, skew: 30, now: clock.now(), algorithms: ['ES256'] as const }
    const { chains, rejected } = await resolveTrustChains(ctx, 'https://subject.example', options)
    assert.equal(chains.length, 0)
    assert.equal(slotted.asked.get('third.example'), 3)
    assert.ok(rejected.some(({ failure }) => failure.code === 'limit_reached'))
  })

test('FED-51 FED-27 a host with valid statements is asked again, and the chains over its superiors are found', async () => {
  const { clock, network, anchor, slotted } = await setUp()
  const shared = (index: number) =>
    testEntity(`https://shared.example/${index}`, { fetch: true, hints: [anchor.entityId] })
  const superiors = await Promise.all([0, 1, 2, 3].map(shared))
  const hints = superiors.map(({ entityId }) => entityId)
  const subject = await testEntity('https://subject.example', { hints, metadata: { wallet_provider: {} } })
  connectEntity(network, clock, anchor, superiors)
  connectEntity(network, clock, subject)
  // One host serves all superiors except the first one, each at its path.
  const served = new Map(superiors.slice(1).map((superior) => [superior.entityId, createNetwork()]))
  for (const superior of superiors) {
    const own = served.get(superior.entityId)
    if (own) connectEntity(own, clock, superior, [subject])
  }
  network.connect('https://shared.example', async (request) => {
    const [entityId = ''] = /^https:\/\/shared\.example\/\d/.exec(request.url) ?? []
    const withoutPath = request.url.replace(entityId, 'https://shared.example')
    return served.get(entityId)?.fetch(new Request(withoutPath)) ?? new Response('', { status: 404 })
  })
  const ctx = { crypto, clock, fetch: slotted.fetch }
  const options = { anchors: anchorsOf(anchor), urls, skew: 30, now: clock.now(), algorithms: ['ES256'] as const }
  const { chains } = await resolveTrustChains(ctx, subject.entityId, options)
  assert.deepEqual(
    chains.map(({ path }) => path[1]),
    hints.slice(1),
  )
})
