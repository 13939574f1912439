/**
 * The cost of an authority's hot endpoints: configurations, statements and resolutions are signed once and served
 * again.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createFederationTrustEvaluator,
  createMemoryKeyRingStore,
  createMemoryKeyVault,
} from '../../../src/federation/index.ts'
import { generateSigner, withKeyCache } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/index.ts'
import { countingCrypto } from '../../support/crypto-counter.ts'
import { connectEntity, testEntity, urls } from '../../support/federation.ts'
import { entryOf, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const none = { verify: 0, importKey: 0, sign: 0, agree: 0, decrypt: 0, encrypt: 0 }

async function setUp() {
  const [clock, network] = [fixedClock(), createNetwork()]
  const counter = countingCrypto(createNodeCrypto())
  const crypto = withKeyCache(counter.crypto)
  const signer = await generateSigner({ crypto })
  const leaf = await testEntity('https://leaf.example', { hints: [anchorId], metadata: { wallet_provider: {} } })
  connectEntity(network, clock, leaf)
  const keyRing = {
    store: createMemoryKeyRingStore([signer], clock.now()),
    vault: createMemoryKeyVault([signer], () => generateSigner({ crypto })),
  }
  const anchor = await startAuthority({ clock, network }, anchorId, {
    subordinates: [entryOf(leaf, ['wallet_provider'])],
    further: { crypto, signer, keyRing },
  })
  const ask = async (path: string): Promise<string> => {
    const response = await anchor.ask(path)
    assert.equal(response.status, 200)
    return response.text()
  }
  return { clock, network, crypto, counter, leaf, signer, ask }
}

const rows: [what: string, path: string, seconds: number][] = [
  ['the entity configuration', '/.well-known/openid-federation', 1799],
  ['a subordinate statement', '/fetch?sub=https://leaf.example', 1799],
  ['the historical keys', '/historical-jwks', 299],
]
for (const [what, path, seconds] of rows)
  test(`FED-06 ${what} is signed once, and again only when the next one is due`, async () => {
    const { ask, counter, clock } = await setUp()
    counter.take()
    const together = await Promise.all(Array.from({ length: 20 }, () => ask(path)))
    assert.deepEqual(counter.take(), { ...none, sign: 1 })
    clock.advance(seconds)
    assert.equal(await ask(path), together[0])
    assert.deepEqual(counter.take(), none)
    clock.advance(1)
    assert.notEqual(await ask(path), together[0])
    assert.deepEqual(counter.take(), { ...none, sign: 1 })
  })

test('FED-30 concurrent requests for a resolution share one chain and one signature', async () => {
  const { ask, counter, clock } = await setUp()
  const path = `/resolve?sub=https://leaf.example&trust_anchor=${anchorId}`
  await ask('/.well-known/openid-federation')
  await ask('/fetch?sub=https://leaf.example')
  counter.take()
  await Promise.all(Array.from({ length: 20 }, () => ask(path)))
  const { verify, sign, importKey, ...rest } = counter.take()
  assert.deepEqual(
    [sign, verify <= 5, importKey <= 2],
    [1, true, true],
    `${verify} verifications, ${importKey} imports`,
  )
  assert.deepEqual(rest, { agree: 0, decrypt: 0, encrypt: 0 })
  clock.advance(59)
  await ask(path)
  assert.deepEqual(counter.take(), none)
  clock.advance(1)
  await ask(path)
  assert.equal(counter.take().sign, 1)
})

test('FED-19 a cached verdict costs no cryptography', async () => {
  const { crypto, counter, clock, network, leaf, signer } = await setUp()
  const anchors = new Map([[anchorId, [signer.publicJwk]]])
  const trust = createFederationTrustEvaluator(
    { crypto, clock, fetch: network.fetch },
    { anchors, urls, skewSeconds: 0 },
  )
  const evaluate = () => trust.evaluate(leaf.entityId, ['wallet_provider'])
  await evaluate()
  counter.take()
  for (let times = 0; times < 20; times += 1) await evaluate()
  assert.deepEqual(counter.take(), none)
})
