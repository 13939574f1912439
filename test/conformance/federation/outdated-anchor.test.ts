/** A pinned Trust Anchor whose pinned keys are outdated, below another pinned anchor (OpenID Federation 1.0 §10.1). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { anchorsOf, connectEntity, evaluatorOf, testEntity } from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

/** Returns the path of the trusted chain of `subject`, or the reason of the refusal. */
async function pathOf(subject: 'leaf' | 'lower', upperHas: 'pinned keys' | 'other keys'): Promise<string> {
  const [clock, network] = [fixedClock(), createNetwork()]
  const upper = await testEntity('https://upper.example', { fetch: true })
  const lower = await testEntity('https://lower.example', {
    hints: [upper.entityId],
    fetch: true,
    metadata: { wallet_provider: {} },
  })
  const leaf = await testEntity('https://leaf.example', {
    hints: [lower.entityId],
    metadata: { wallet_provider: {} },
  })
  connectEntity(network, clock, upper, [lower])
  connectEntity(network, clock, lower, [leaf])
  connectEntity(network, clock, leaf)
  const formerly = async ({ entityId }: { entityId: string }) => testEntity(entityId)
  const anchors = anchorsOf(await formerly(lower), upperHas === 'pinned keys' ? upper : await formerly(upper))
  const { entityId } = { leaf, lower }[subject]
  const verdict = await evaluatorOf({ clock, network }, anchors).evaluate(entityId, ['wallet_provider'])
  if (failed(verdict)) return `${verdict.code} ${verdict.at}`
  return `${verdict.trustChain.length} statements`
}

test('FED-128 a chain through an anchor with outdated pinned keys ends at a pinned anchor above it', async () => {
  assert.equal(await pathOf('leaf', 'pinned keys'), '4 statements')
  assert.equal(await pathOf('lower', 'pinned keys'), '3 statements')
})

test('FED-128 the hints of an anchor with outdated pinned keys lead to no trust in other keys', async () => {
  assert.match(await pathOf('leaf', 'other keys'), /^no_trust_chain trust_chain\.anchor_key_mismatch/)
  assert.match(await pathOf('lower', 'other keys'), /^no_trust_chain trust_chain\.anchor_key_mismatch/)
})
