import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorsOf, crypto, testEntity, urls } from '../../../test/support/federation.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { failed } from '../../base/index.ts'
import { createFederationTrustEvaluator } from './federation-trust-evaluator.ts'

for (const entityId of [
  '',
  'x',
  'no url at all',
  'http://leaf.example',
  'https://leaf.example?a=b',
  'javascript:alert(1)',
])
  test(`FED-28 refuses the identifier ${JSON.stringify(entityId)} without a request`, async () => {
    const anchor = await testEntity('https://anchor.example')
    const fetch = async (): Promise<Response> => assert.fail('something was fetched')
    const evaluator = createFederationTrustEvaluator(
      { crypto, clock: fixedClock(), fetch },
      { anchors: anchorsOf(anchor), urls, skewSeconds: 30 },
    )
    for (const hint of [{}, { trustChain: ['a'] }]) {
      const verdict = await evaluator.evaluate(entityId, ['openid_credential_issuer'], hint)
      assert.ok(failed(verdict))
      assert.equal(verdict.code, 'no_trust_chain')
    }
  })
