/** A type of trust mark that any member can issue: which marks are accepted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fetch, failed, foreignNamerOf } from '../../../src/base/index.ts'
import { createTrustMark, type FederationTrustConfig } from '../../../src/federation/index.ts'
import {
  anchorsOf,
  connectEntity,
  evaluatorOf,
  publishEntity,
  type TestEntity,
  testEntity,
} from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { leafId, startMarkedFederation } from '../../support/marked-federation.ts'
import { createNetwork } from '../../support/network.ts'

const openType = 'https://anchor.example/marks/open'

test('FED-07 FED-32 a mark that any member can issue needs an issuer in the federation, and a status response where one is required', async () => {
  const [clock, network] = [fixedClock(), createNetwork()]
  const { anchor, leaf, show } = await startMarkedFederation({ clock, network }, [{ type: openType, issuers: [] }])
  const stranger = await testEntity('https://stranger.example', { hints: [], metadata: {} })
  connectEntity(network, clock, stranger, [])
  const showMarkOf = async ({ entityId: issuer, signer }: TestEntity) => {
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 7200 }
    const trust_mark = await createTrustMark(signer, { issuer, holder: leafId, trustMarkType: openType, ...times })
    show([{ trust_mark_type: openType, trust_mark }])
    clock.advance(1800)
  }
  const judged = async (further: Partial<FederationTrustConfig> = {}) => {
    const requiredTrustMarks = { wallet_provider: [openType] }
    const trust = evaluatorOf({ clock, network }, anchorsOf(anchor), { requiredTrustMarks, ...further })
    const verdict = await trust.evaluate(leafId, ['wallet_provider'])
    return failed(verdict) ? verdict.code : verdict.trustMarks
  }
  await showMarkOf(leaf)
  assert.deepEqual(await judged(), [openType])
  assert.equal(await judged({ trustMarkStatusSeconds: 60 }), 'trust_mark_missing', 'the leaf has no status endpoint')
  await showMarkOf(stranger)
  assert.equal(await judged(), 'trust_mark_missing')
})

test('FED-125 an issuer of marks cannot choose a path of a private host with its status endpoint', async () => {
  const [clock, network] = [fixedClock(), createNetwork()]
  const { anchor, leaf } = await startMarkedFederation({ clock, network }, [{ type: openType, issuers: [] }])
  const times = { issuedAt: clock.now(), expiresAt: clock.now() + 7200 }
  const content = { issuer: leafId, holder: leafId, trustMarkType: openType, ...times }
  const trust_mark = await createTrustMark(leaf.signer, content)
  for (const [endpoint, isForeign] of [
    ['https://registry.internal/any?action=1', true],
    [`${leafId}/status`, false],
  ] as const) {
    const federation_entity = {
      ...leaf.metadata.federation_entity,
      federation_trust_mark_status_endpoint: endpoint,
    }
    const published = { ...leaf, metadata: { ...leaf.metadata, federation_entity } }
    publishEntity({ clock, network }, published, {
      trustMarks: async () => [{ trust_mark_type: openType, trust_mark }],
    })
    const asked: boolean[] = []
    const fetch: Fetch = (request) => {
      if (request.url === endpoint) asked.push(foreignNamerOf(request) !== undefined)
      return network.fetch(request)
    }
    const requirements = { requiredTrustMarks: { wallet_provider: [openType] }, trustMarkStatusSeconds: 60 }
    await evaluatorOf({ clock, network: { fetch } }, anchorsOf(anchor), requirements).evaluate(leafId, [
      'wallet_provider',
    ])
    assert.deepEqual(asked, [isForeign], endpoint)
  }
})
