import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, failed } from '../../base/index.ts'
import type { TrustEvaluator } from '../../federation/index.ts'
import { withTrustHistory } from './trust-history.ts'

const silentAt = (at: string): TrustEvaluator => ({ evaluate: async () => fail('trust_unavailable', at) })

test('GEN-27 RP-84 refuses an unreachable stranger, but reports an outage if trust marks or the limit of chain builds are the reason', async () => {
  const codeOf = async (at: string, entityId = 'https://wallet.example') => {
    const verdict = await withTrustHistory(silentAt(at), 'https://rp.example').evaluate(entityId, ['wallet_provider'])
    return failed(verdict) && verdict.code
  }
  assert.equal(await codeOf('trust_chain'), 'no_trust_chain')
  assert.equal(await codeOf('trust_marks'), 'trust_unavailable')
  assert.equal(await codeOf('trust_chain.builds_exhausted'), 'trust_unavailable')
  assert.equal(await codeOf('trust_chain', 'https://rp.example'), 'trust_unavailable')
})
