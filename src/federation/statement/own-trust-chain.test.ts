/** The own trust chain of a service with two superiors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorsOf, connectEntity, publisherOf, testEntity } from '../../../test/support/federation.ts'
import { startAuthority } from '../../../test/support/federation-authority.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { decodeJwt } from '../../../test/support/forge-jwt.ts'
import { createNetwork } from '../../../test/support/network.ts'

const day = 86_400
const preferred = 'https://a.example'
const other = 'https://b.example'

/** Starts two anchors with one member. Returns its publisher, and the superior in its chain. */
async function setUp() {
  const [clock, network] = [fixedClock(), createNetwork()]
  const config = { subordinateStatementLifetimeSeconds: day, entityConfigurationLifetimeSeconds: day }
  const first = await startAuthority({ clock, network }, preferred, { config })
  const second = await startAuthority({ clock, network }, other, { config })
  const hints = [preferred, other]
  const leaf = await testEntity('https://leaf.example', { hints, metadata: { openid_relying_party: {} } })
  connectEntity(network, clock, leaf, [], day)
  for (const anchor of [first, second]) await anchor.administer('POST', '/subordinates', { entity_id: leaf.entityId })
  const anchors = new Map([...anchorsOf(first), ...anchorsOf(second)])
  const publisher = publisherOf({ clock, network }, leaf, { anchors, lifetimeSeconds: day })
  const superior = async (options: { anew?: boolean } = {}) =>
    decodeJwt((await publisher.trustChain(options))[1] ?? '').payload.iss
  return { clock, network, first, leaf, superior }
}

test('FED-149 an entity keeps its chain if a superior on it does not answer, although another chain is valid', async () => {
  const { clock, network, superior } = await setUp()
  assert.equal(await superior(), preferred)
  network.disconnect(preferred)
  clock.advance(900)
  assert.equal(await superior({ anew: true }), other)
  assert.equal(await superior(), preferred)
})

test('FED-149 an entity replaces its chain if a superior on it refuses, and returns to the preferred one', async () => {
  const { clock, first, leaf, superior } = await setUp()
  assert.equal(await superior(), preferred)
  await first.administer('POST', '/subordinates/remove', { entity_id: leaf.entityId })
  clock.advance(900)
  assert.equal(await superior({ anew: true }), other)
  assert.equal(await superior(), other)
  await first.administer('POST', '/subordinates', { entity_id: leaf.entityId })
  clock.advance(900)
  assert.equal(await superior({ anew: true }), preferred)
  assert.equal(await superior(), preferred)
})
