/** Requests of the map to endpoints that entities name outside their own origin. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  anchorsOf,
  connectEntity,
  crypto,
  type TestEntity,
  testEntity,
  urls,
} from '../../../test/support/federation.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { createNetwork } from '../../../test/support/network.ts'
import { foreignNamerOf } from '../../base/index.ts'
import type { FederationParts } from './federation-parts.ts'
import { inspectEntity } from './inspect-entity.ts'
import { createFederationObserver } from './observe-federation.ts'

const clock = fixedClock()
const registry = 'https://registry.internal'

/** Moves the endpoints of an entity to the registry. */
const movedToRegistry = (entity: TestEntity): TestEntity => {
  const names = ['fetch', 'list', 'historical_keys']
  const endpoints = Object.fromEntries(names.map((name) => [`federation_${name}_endpoint`, `${registry}/${name}`]))
  return { ...entity, metadata: { federation_entity: { ...entity.metadata.federation_entity, ...endpoints } } }
}

/** The anchor lists the intermediate. The registry lists the leaf. */
const listOf = async (origin: string): Promise<Response> => {
  const listed = origin === registry ? 'https://leaf.example' : 'https://middle.example'
  return new Response(JSON.stringify([listed]), { headers: { 'content-type': 'application/json' } })
}

describe('foreign endpoints', () => {
  let network = createNetwork()
  let anchor: TestEntity
  let middle: TestEntity
  let leaf: TestEntity
  let parts: FederationParts
  /** Requests to the registry, with the mark of `markForeignEndpoint`. */
  let asked: Record<string, boolean>

  beforeEach(async () => {
    network = createNetwork()
    asked = {}
    anchor = await testEntity('https://anchor.example', { fetch: true })
    middle = await testEntity('https://middle.example', { fetch: true, hints: [anchor.entityId] })
    leaf = await testEntity('https://leaf.example', { hints: [middle.entityId], metadata: { wallet_provider: {} } })
    connectEntity(network, clock, anchor, [middle])
    connectEntity(network, clock, middle, [leaf])
    connectEntity(network, clock, leaf)
    parts = {
      ...{ crypto, clock, urls, anchors: anchorsOf(anchor), roles: [] },
      fetch: (request) => {
        const { origin, pathname } = new URL(request.url)
        if (origin === registry) asked[pathname] = foreignNamerOf(request) !== undefined
        return pathname === '/list' ? listOf(origin) : network.fetch(request)
      },
    }
  })

  test('FED-125 the map fetches them of other entities only at public addresses', async () => {
    connectEntity(network, clock, movedToRegistry(middle), [leaf])
    await createFederationObserver(parts)()
    assert.deepEqual(asked, { '/list': true, '/fetch': true })
    asked = {}
    await inspectEntity(parts, middle.entityId)
    assert.deepEqual(asked, { '/historical_keys': true })
  })

  test('FED-125 the map fetches those of a pinned anchor at any address', async () => {
    connectEntity(network, clock, movedToRegistry(anchor), [middle])
    await createFederationObserver(parts)()
    await inspectEntity(parts, anchor.entityId)
    assert.deepEqual(asked, { '/list': false, '/fetch': false, '/historical_keys': false })
  })
})
