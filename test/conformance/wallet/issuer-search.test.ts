/** The PID Providers that the wallet finds below its anchor: the ones it offers, and its message if there is none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { connectEntity, crypto, testEntity, urls } from '../../support/federation.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId } from '../../support/scripted-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { anchorId, type WalletProviderFixture, walletProviderId } from '../../support/wallet-provider-fixture.ts'

const stranger: Signer = await generateSigner({ crypto })

test('WI-34 refuses and does not offer an entity that is not a PID Provider, and a provider that has left the federation', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  await refusedBy('WI-34', 'entity_type_missing', wallet.obtainPid(walletProviderId))
  fixture.expel(issuerId)
  const late = createTestWallet(fixture)
  assert.deepEqual(await late.wallet.findIssuers(), [])
  await refusedBy('WI-06', 'no_trust_chain', late.wallet.obtainPid(issuerId))
})

test('WI-34 does not offer a listed issuer without a trust chain', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  const entity = { entityId: 'https://ghost.example', signer: stranger, metadata: {}, hints: [] }
  fixture.admit({ ...entity, types: ['openid_credential_issuer'] })
  assert.deepEqual(
    (await wallet.findIssuers()).map(({ issuer }) => issuer),
    [issuerId],
  )
})

test('WI-34 finds the PID Providers even after an attestation with a newer trust chain that ends below the anchor', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  fixture.clock.advance(2000) // the provider has renewed its chain, the wallet has not
  await wallet.attest()
  assert.deepEqual(
    (await wallet.findIssuers()).map(({ issuer }) => issuer),
    [issuerId],
  )
})

/** Returns a wallet that gets another answer from the anchor's list. */
const startedWith = (fixture: WalletProviderFixture, list?: (request: Request) => Promise<Response>) => {
  const fetch = (request: Request): Promise<Response> =>
    list && new URL(request.url).pathname === '/list' ? list(request) : fixture.network.fetch(request)
  return createTestWallet({ ...fixture, network: { ...fixture.network, fetch } }).wallet
}

const outages: readonly (readonly [
  what: string,
  code: string,
  gone: string | undefined,
  list?: () => Promise<Response>,
])[] = [
  ['the anchor', 'trust_unavailable', anchorId],
  ['the PID Provider', 'unreachable', issuerId],
  ['the list', 'unreachable', undefined, () => Promise.reject(new TypeError('the line is cut'))],
  ['a list that answers 503', 'unreachable', undefined, async () => new Response('', { status: 503 })],
  ['a list that answers 429', 'unreachable', undefined, async () => new Response('', { status: 429 })],
]
for (const [what, code, gone, list] of outages)
  test(`GEN-27 WI-34 an outage of ${what} does not count as an empty list`, async () => {
    const { fixture } = await createIssuanceBench()
    if (gone !== undefined) fixture.network.disconnect(gone)
    const { answer } = await refusedBy('GEN-27', code, startedWith(fixture, list).findIssuers())
    assert.equal(answer.status, 503)
  })

test('WI-34 offers no issuer when the list is missing or empty', async () => {
  const { fixture } = await createIssuanceBench()
  for (const list of [async () => new Response('', { status: 404 }), async () => Response.json([])])
    assert.deepEqual(await startedWith(fixture, list).findIssuers(), [])
})

test('WI-34 refuses an answer that is not a list', async () => {
  const { fixture } = await createIssuanceBench()
  for (const list of [
    async () => Response.json([issuerId], { status: 403 }),
    async () => new Response(JSON.stringify([issuerId]), { headers: { 'content-type': 'text/plain' } }),
    async () => Response.json([issuerId, 7]),
    async () => new Response(Uint8Array.of(0xff), { headers: { 'content-type': 'application/json' } }),
  ])
    assert.deepEqual(await startedWith(fixture, list).findIssuers(), [])
})

test('WI-34 GEN-27 an untrusted intermediate does not count as an outage', async () => {
  const { fixture } = await createIssuanceBench()
  fixture.expel(issuerId)
  const list = async ({ url }: Request) =>
    Response.json(new URL(url).searchParams.has('intermediate') ? [issuerId] : [])
  assert.deepEqual(await startedWith(fixture, list).findIssuers(), [])
})

test('WI-34 an intermediate that lists itself is asked once', async () => {
  const { fixture } = await createIssuanceBench()
  const circular = await testEntity('https://circular.example', { hints: [anchorId], fetch: true })
  const endpoint = 'https://circular.example/list'
  Object.assign(circular.metadata.federation_entity as JsonObject, { federation_list_endpoint: endpoint })
  connectEntity(fixture.network, fixture.clock, circular)
  fixture.admit({ ...circular, types: ['federation_entity'] })
  const asked: string[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const { href, search, searchParams } = new URL(request.url)
    if (href.startsWith(endpoint)) asked.push(search)
    if (href.startsWith(endpoint)) return Response.json(searchParams.has('intermediate') ? [circular.entityId] : [])
    const isAnchors = href.startsWith(`${anchorId}/list`) && searchParams.has('intermediate')
    return isAnchors ? Response.json([circular.entityId]) : fixture.network.fetch(request)
  }
  const { wallet } = createTestWallet({ ...fixture, network: { ...fixture.network, fetch } })
  const found = await wallet.findIssuers()
  assert.deepEqual(
    found.map(({ issuer }) => issuer),
    [issuerId],
  )
  assert.deepEqual(asked.sort(), ['?entity_type=openid_credential_issuer', '?intermediate=true'])
})

test('WI-34 offers the reachable issuers although another issuer is unreachable', async () => {
  const { fixture } = await createIssuanceBench()
  fixture.admit({
    ...(await testEntity('https://away.example', { hints: [anchorId] })),
    types: ['openid_credential_issuer'],
  })
  const found = await createTestWallet(fixture).wallet.findIssuers()
  assert.deepEqual(
    found.map(({ issuer }) => issuer),
    [issuerId],
  )
})

test('WI-34 GEN-23 an intermediate that lists thousands neither displaces the issuers of other lists nor delays the search', async () => {
  const { fixture } = await createIssuanceBench()
  const greedy = await testEntity('https://greedy.example', { hints: [anchorId], fetch: true })
  Object.assign(greedy.metadata.federation_entity as JsonObject, {
    federation_list_endpoint: 'https://greedy.example/list',
  })
  connectEntity(fixture.network, fixture.clock, greedy)
  fixture.admit({ ...greedy, types: ['federation_entity'] })
  const thousands = Array.from({ length: 5000 }, (_, index) => `https://a${index}.example`)
  const asked = new Set<string>()
  const fetch = async (request: Request): Promise<Response> => {
    const { href, hostname, searchParams } = new URL(request.url)
    if (/^a\d+\./.test(hostname)) asked.add(hostname)
    if (href.startsWith('https://greedy.example/list')) return Response.json(thousands)
    if (href.startsWith(`${anchorId}/list`) && searchParams.has('intermediate')) return Response.json([greedy.entityId])
    return fixture.network.fetch(request)
  }
  const network = { ...fixture.network, fetch }
  const trust: typeof fixture.trust = () =>
    createFederationTrustEvaluator(
      { crypto, clock: fixture.clock, fetch },
      { anchors: fixture.anchors, urls, skewSeconds: 30 },
    )
  const found = await createTestWallet({ ...fixture, network, trust }).wallet.findIssuers()
  assert.deepEqual(
    found.map(({ issuer }) => issuer),
    [issuerId],
  )
  assert.ok(asked.size < 100, `${asked.size} of the thousands were asked`)
})

test('WI-01 WI-34 the search fails with its reason if the Wallet Provider has left the federation', async () => {
  const { fixture } = await createIssuanceBench()
  fixture.expel(walletProviderId)
  await refusedBy('WI-01', 'no_trust_chain', createTestWallet(fixture).wallet.findIssuers())
})

for (const [title, stated, name] of [
  ['with control characters', 'Ente\u001b[2J\n\u202eevil\u200b', 'Ente [2J evil'],
  ['of 1000 characters', 'x'.repeat(1000), `${'x'.repeat(99)}…`],
  ['without visible characters', '\u200b\u202e\n', issuerId],
] as const)
  test(`WI-34 shows an issuer's name ${title} as readable text (D-257)`, async () => {
    const { wallet, issuer } = await createIssuanceBench()
    Object.assign(issuer.entity.metadata, { federation_entity: { organization_name: stated } })
    assert.deepEqual(await wallet.findIssuers(), [{ issuer: issuerId, name }])
  })
