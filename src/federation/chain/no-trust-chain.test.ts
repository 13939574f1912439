import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../../base/index.ts'
import { noTrustChain, reasonOfNoTrustChain } from './no-trust-chain.ts'

test('reasonOfNoTrustChain returns the reason that noTrustChain wrote, and none for another place', () => {
  for (const reason of [
    fail('expired', 'statement[1].payload.exp'),
    fail('chain_empty', 'trust_chain'),
    fail('unreachable'),
    undefined,
  ])
    assert.deepEqual(reasonOfNoTrustChain(noTrustChain(reason).at), reason)
  assert.equal(noTrustChain(undefined).at, 'trust_chain')
  for (const place of ['', 'entity_id', 'metadata.trust_chain.expired', 'trust_chain.', 'trust_chain.a b'])
    assert.equal(reasonOfNoTrustChain(place), undefined, place)
})
