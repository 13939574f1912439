/** A member whose Entity Configuration is large announces keys (FED-112, D-1131). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { configurationOf, connectEntity, crypto, sign, testEntity } from '../../support/federation.ts'
import { anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

test('FED-112 a member announces keys with a configuration as large as one that can be registered', async () => {
  const [clock, network] = [fixedClock(), createNetwork()]
  const anchor = await startAuthority({ clock, network }, anchorId, { config: { profile: 'it-wallet-1.4' } })
  const jwks = { keys: [(await generateSigner({ crypto })).publicJwk as unknown as JsonObject] }
  for (const size of [130_000, 390_000]) {
    const metadata = { wallet_solution: { jwks, text: 'x'.repeat(size) } }
    const member = await testEntity(`https://member${size}.example`, { hints: [anchorId], metadata })
    connectEntity(network, clock, member)
    const registered = await anchor.administer('POST', '/subordinates', { entity_id: member.entityId })
    assert.equal(registered.status, 201, JSON.stringify(registered.body))
    const compact = await sign(configurationOf(member, clock.now()))
    const body = new URLSearchParams({ entity_configuration: compact })
    const answer = await network.fetch(new Request(`${anchorId}/key_announcement`, { method: 'POST', body }))
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'unchanged' }])
  }
})
