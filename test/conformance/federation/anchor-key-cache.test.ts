/** The cached key ring of a Trust Anchor with several replicas (FED-133). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryKeyRingStore, createMemoryKeyVault } from '../../../src/federation/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import { crypto, testEntity } from '../../support/federation.ts'
import { anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'

/** Starts an anchor with two replicas over one ring of two keys, and a member. Counts the reads of the ring. */
async function replicatedAnchor() {
  const clock = fixedClock()
  const network = createNetwork()
  const [first, second] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
  const store = createMemoryKeyRingStore([first, second], 0)
  const vault = createMemoryKeyVault([first, second], () => generateSigner({ crypto }))
  const member = await testEntity('https://member.example', { hints: [anchorId] })
  let reads = 0
  const list: typeof store.list = () => {
    reads += 1
    return store.list()
  }
  const one = await startAuthority({ clock, network }, anchorId, {
    signer: first,
    config: { keyPublicationSeconds: 0 },
    subordinates: [
      { entityId: member.entityId, jwks: { keys: [member.signer.publicJwk] }, entityTypes: ['wallet_provider'] },
    ],
    further: { keyRing: { store: { ...store, list }, vault } },
  })
  const other = createTrustAnchor(one.context)
  const path = `/fetch?sub=${encodeURIComponent(member.entityId)}`
  const signerAt = async (ask: () => Promise<Response> | Response) => decodeJwt(await (await ask()).text()).header.kid
  return {
    ...{ clock, first, second, store, administer: one.administer, reads: () => reads },
    signerOfOne: () => signerAt(() => one.ask(path)),
    signerOfOther: () => signerAt(() => other.app(new Request(anchorId + path))),
  }
}

test('FED-133 requests within the time of the cache read the key ring once', async () => {
  const { clock, signerOfOne, reads } = await replicatedAnchor()
  await signerOfOne()
  const before = reads()
  clock.advance(4)
  await Promise.all([signerOfOne(), signerOfOne()])
  assert.equal(reads(), before)
  clock.advance(1)
  await Promise.all([signerOfOne(), signerOfOne()])
  assert.equal(reads(), before + 1)
})

test('FED-133 a rotation and a revocation take effect at once in their process, and within five seconds at a replica', async () => {
  const { clock, first, second, store, administer, signerOfOne, signerOfOther } = await replicatedAnchor()
  assert.deepEqual([await signerOfOne(), await signerOfOther()], [first.kid, first.kid])
  assert.equal((await administer('POST', '/keys/activate', { kid: second.kid })).status, 200)
  assert.equal((await administer('POST', '/keys/revoke', { kid: first.kid, reason: 'compromised' })).status, 200)
  assert.equal((await store.list()).find(({ kid }) => kid === first.kid)?.state, 'revoked')
  assert.equal(await signerOfOne(), second.kid)
  assert.equal(await signerOfOther(), first.kid)
  clock.advance(5)
  assert.equal(await signerOfOther(), second.kid)
})
