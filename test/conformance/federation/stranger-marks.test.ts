/** Requests for the trust marks of an entity that an untrusted party names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, strangerWorkOf } from '../../../src/base/index.ts'
import {
  createFederationTrustEvaluator,
  createTrustMark,
  createTrustMarkStatus,
  OriginBudgets,
  resolveTrustChains,
  resolveTrustMarks,
  type TrustMarkEntry,
} from '../../../src/federation/index.ts'
import { defaultAlgorithms as algorithms } from '../../../src/jose/index.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  crypto,
  publishEntity,
  sign,
  statementResponse,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { entryOf, intermediateConstraints, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const markType = `${anchorId}/marks/open`

/** Starts an anchor, an intermediate and a leaf below it. Records the host and the mark of each request. */
async function setUp() {
  const [clock, network] = [fixedClock(), createNetwork()]
  const asked: { readonly host: string; readonly work: object | undefined }[] = []
  const fetch = async (request: Request): Promise<Response> => {
    asked.push({ host: new URL(request.url).host, work: strangerWorkOf(request) })
    return network.fetch(request)
  }
  const middle = await testEntity('https://middle.example', { fetch: true, hints: [anchorId] })
  const status = { federation_trust_mark_status_endpoint: 'https://issuer.example/status' }
  const plain = await testEntity('https://issuer.example', { hints: [middle.entityId] })
  const issuer = { ...plain, metadata: { federation_entity: { ...plain.metadata.federation_entity, ...status } } }
  const leaf = await testEntity('https://leaf.example', {
    hints: [middle.entityId],
    metadata: { wallet_provider: {} },
  })
  const constraints = { ...intermediateConstraints, naming_constraints: { permitted: ['.example'] } }
  const anchor = await startAuthority({ clock, network }, anchorId, {
    subordinates: [entryOf(middle, ['federation_entity'], { intermediate: true, constraints })],
    config: { trustMarks: [{ type: markType, issuers: [] }] },
    further: { fetch, clientNetwork: () => '192.0.2.1' },
  })
  connectEntity(network, clock, middle, [leaf, issuer])
  const show = (trustMarks: readonly TrustMarkEntry[]) =>
    publishEntity({ clock, network }, leaf, { trustMarks: async () => trustMarks })
  const markBy = async (signer: typeof leaf.signer, iss: string): Promise<TrustMarkEntry> => {
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 3000 }
    const input = { issuer: iss, holder: leaf.entityId, trustMarkType: markType, ...times }
    return { trust_mark_type: markType, trust_mark: await createTrustMark(signer, input) }
  }
  const askedAt = (host: string) => asked.filter((one) => one.host === host)
  return { clock, network, fetch, asked, askedAt, anchor, issuer, leaf, show, markBy }
}

/** Sixteen marks of issuers at one host, each of which names eight superiors at a third party. */
async function setUpHostile() {
  const parts = await setUp()
  const { clock, network, leaf, show, markBy } = parts
  const issuers = Array.from({ length: 16 }, (_, index) => `https://hostile.example/${index}`)
  show(await Promise.all(issuers.map((iss) => markBy(leaf.signer, iss))))
  network.connect('https://hostile.example', async ({ url }) => {
    const [entityId = ''] = /^https:\/\/hostile\.example\/\d+/.exec(url) ?? []
    const hints = Array.from({ length: 8 }, (_, index) => `https://third.example/${index}${new URL(url).pathname}`)
    return statementResponse(await sign(configurationOf({ ...leaf, entityId, hints }, clock.now())))
  })
  network.connect('https://third.example', async () => new Response('who asks?', { status: 404 }))
  return parts
}

test('FED-51 FED-50 issuers of the marks of an unknown subject cause three requests to a third party at /resolve', async () => {
  const { anchor, asked, askedAt, leaf } = await setUpHostile()
  const question = new URLSearchParams({ sub: leaf.entityId, trust_anchor: anchorId })
  assert.equal((await anchor.ask(`/resolve?${question}`)).status, 200)
  assert.deepEqual([askedAt('hostile.example').length, askedAt('third.example').length], [3, 3])
  assert.equal(new Set(asked.map(({ work }) => work)).size, 1, 'all requests belong to one work')
  assert.notEqual(asked[0]?.work, undefined)
})

test('FED-51 FED-50 issuers of the marks of an unknown entity cause three requests of an evaluator to a third party', async () => {
  const { anchor, asked, askedAt, clock, fetch, leaf } = await setUpHostile()
  const ctx = { crypto, clock, fetch, clientNetwork: () => '192.0.2.1' }
  const requiredTrustMarks = { wallet_provider: [markType] }
  const config = { anchors: anchorsOf(anchor), urls, skewSeconds: 30, requiredTrustMarks }
  const verdict = await createFederationTrustEvaluator(ctx, config).evaluate(leaf.entityId, ['wallet_provider'])
  assert.equal(failed(verdict) && verdict.code, 'trust_mark_missing')
  assert.deepEqual([askedAt('hostile.example').length, askedAt('third.example').length], [3, 3])
  assert.equal(new Set(asked.map(({ work }) => work)).size, 1, 'all requests belong to one work')
  assert.notEqual(asked[0]?.work, undefined)
})

test('FED-51 FED-32 an issuer with valid status responses is asked for the status of each of its marks', async () => {
  const { anchor, askedAt, clock, network, fetch, issuer, leaf, show, markBy } = await setUp()
  const marks = await Promise.all(Array.from({ length: 5 }, () => markBy(issuer.signer, issuer.entityId)))
  show(marks)
  let isHonest = true
  network.connect(issuer.entityId, async (request) => {
    if (request.method === 'GET') return statementResponse(await sign(configurationOf(issuer, clock.now())))
    const trustMark = (await request.formData()).get('trust_mark') as string
    const input = { issuer: issuer.entityId, trustMark, status: 'active', issuedAt: clock.now() } as const
    const headers = { 'content-type': 'application/trust-mark-status-response+jwt' }
    return new Response(isHonest ? await createTrustMarkStatus(issuer.signer, input) : 'no', { headers })
  })
  const ctx = { crypto, fetch }
  const resolved = async () => {
    const origins = new OriginBudgets([anchorId])
    const options = { anchors: anchorsOf(anchor), urls, skew: 30, now: clock.now(), algorithms, origins }
    const { chains } = await resolveTrustChains(ctx, leaf.entityId, options)
    assert.ok(chains[0])
    return resolveTrustMarks(ctx, chains[0], { ...options, askStatus: true, forStranger: true })
  }
  assert.equal((await resolved()).valid.length, 5)
  assert.ok(askedAt('issuer.example').every(({ work }) => work !== undefined))
  isHonest = false
  const before = askedAt('issuer.example').length
  const { rejected } = await resolved()
  assert.deepEqual(
    rejected.map(({ failure }) => failure.code).sort(),
    ['limit_reached', 'limit_reached', ...Array(3).fill('mark_status_jws_malformed')].sort(),
  )
  assert.equal(askedAt('issuer.example').length - before, 4)
})
