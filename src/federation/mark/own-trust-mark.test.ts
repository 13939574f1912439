import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationOf, crypto, sign, statementResponse, testEntity, urls } from '../../../test/support/federation.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { createNetwork } from '../../../test/support/network.ts'
import { fetchPublishedTrustMarks } from './own-trust-mark.ts'

test('FED-37 the trust marks of a large configuration are read (D-1131)', async () => {
  const [clock, network] = [fixedClock(), createNetwork()]
  const metadata = { openid_credential_issuer: { padding: 'a'.repeat(300_000) } }
  const entity = await testEntity('https://issuer.example', { hints: ['https://anchor.example'], metadata })
  const draft = configurationOf(entity, clock.now())
  const trust_mark_type = 'https://anchor.example/marks/a'
  const trust_mark = await sign({ ...draft, payload: { trust_mark_type } })
  draft.payload.trust_marks = [{ trust_mark_type, trust_mark }]
  network.connect(entity.entityId, async () => statementResponse(await sign(draft)))
  const holder = { holder: entity.entityId, urls, skewSeconds: 0 }
  const marks = await fetchPublishedTrustMarks({ crypto, clock, fetch: network.fetch }, holder)
  assert.deepEqual(marks, [{ trust_mark_type, trust_mark }])
})
