/** The test switch that tolerates an empty `authority_hints`, because a third-party tool signs it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator, entityConfigurationPath } from '../../../src/federation/index.ts'
import {
  anchorsOf,
  configurationOf,
  crypto,
  type Draft,
  sign,
  statementAbout,
  statementResponse,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const clock = fixedClock()
const now = clock.now()
const anchor = await testEntity('https://ta.example', { fetch: true })
const leaf = await testEntity('https://leaf.example', { hints: [anchor.entityId], metadata: { wallet_provider: {} } })

/** Evaluates the leaf. The statement about it, its configuration and the anchor's configuration have these hints. */
async function judge(
  toleratesEmptyHints: boolean,
  stated: unknown,
  own: unknown = leaf.hints,
  anchors?: unknown,
): Promise<string> {
  const network = createNetwork()
  const withHints = (draft: Draft, authority_hints: unknown): Draft => {
    if (authority_hints !== undefined) Object.assign(draft.payload, { authority_hints })
    return draft
  }
  const statement = statementAbout(leaf, anchor, now)
  withHints(statement, stated)
  const configuration = configurationOf(leaf, now)
  withHints(configuration, own)
  const serve = async (entityId: string, served: Draft, fetched?: Draft) => {
    const [text, answer] = await Promise.all([sign(served), fetched ? sign(fetched) : ''])
    network.connect(entityId, async ({ url }) =>
      statementResponse(new URL(url).pathname === entityConfigurationPath ? text : answer),
    )
  }
  await serve(anchor.entityId, withHints(configurationOf(anchor, now), anchors), statement)
  await serve(leaf.entityId, configuration)
  const config = { anchors: anchorsOf(anchor), urls, skewSeconds: 30, toleratesEmptyHints }
  const verdict = await createFederationTrustEvaluator({ crypto, clock, fetch: network.fetch }, config).evaluate(
    leaf.entityId,
    ['wallet_provider'],
  )
  return failed(verdict) ? verdict.code : 'trusted'
}

test('FED-12 FED-17 an empty authority_hints breaks the chain', async () => {
  assert.equal(await judge(false, undefined), 'trusted')
  assert.equal(await judge(false, []), 'no_trust_chain')
  assert.equal(await judge(false, undefined, leaf.hints, []), 'no_trust_chain')
})

test('with the test switch an empty authority_hints of a superior counts as absent; other faulty hints are refused', async () => {
  assert.equal(await judge(true, []), 'trusted')
  assert.equal(await judge(true, [], leaf.hints, []), 'trusted')
  assert.equal(await judge(true, [anchor.entityId]), 'no_trust_chain')
  assert.equal(await judge(true, {}), 'no_trust_chain')
  assert.equal(await judge(true, undefined, []), 'no_trust_chain')
})
