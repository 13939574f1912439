/** Cached results of `/resolve`: how long a failure is cached, and which changes end a cached result. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import { type RecordingSink, recordingSink } from '../../support/decisions.ts'
import { connectEntity, type TestEntity, testEntity } from '../../support/federation.ts'
import { type Authority, entryOf, intermediateConstraints, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
let clock = fixedClock()
let network = createNetwork()
let sink: RecordingSink
let anchor: Authority
let middle: TestEntity
let leaf: TestEntity

describe('resolve cache', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    middle = await testEntity('https://middle.example', { fetch: true, hints: [anchorId] })
    leaf = await testEntity('https://leaf.example', { hints: [middle.entityId], metadata: { wallet_provider: {} } })
    connectEntity(network, clock, middle, [leaf])
    connectEntity(network, clock, leaf)
    const entry = entryOf(middle, ['federation_entity'], { intermediate: true, constraints: intermediateConstraints })
    const config = { resolveCacheSeconds: 3600 }
    anchor = await startAuthority({ clock, network }, anchorId, { decisions: sink, subordinates: [entry], config })
  })

  const resolve = async (): Promise<string> => {
    const question = new URLSearchParams({ sub: leaf.entityId, trust_anchor: anchorId })
    const response = await anchor.ask(`/resolve?${question}`)
    if (response.ok) return '200'
    const { error } = JSON.parse(await response.text())
    const check = sink.lastRefusal()?.checks.at(-1)
    return `${response.status} ${error}, ${check?.requirement} ${check?.code}`
  }
  /** Disconnects the subject. Returns a function that counts the requests to it from now on. */
  const silenceSubject = (): (() => number) => {
    let asked = 0
    network.connect(leaf.entityId, () => {
      asked += 1
      return Promise.reject(new TypeError('no answer'))
    })
    return () => asked
  }

  test('FED-129 GEN-27 a subject that does not answer is 503, and is asked again after 15 seconds', async () => {
    silenceSubject()
    const silent = '503 temporarily_unavailable, GEN-27 unreachable'
    assert.equal(await resolve(), silent)
    connectEntity(network, clock, leaf)
    clock.advance(14)
    assert.equal(await resolve(), silent)
    clock.advance(1)
    assert.equal(await resolve(), '200')
    const countRequests = silenceSubject()
    clock.advance(1000)
    assert.equal(await resolve(), '200')
    assert.equal(countRequests(), 0, 'a valid result is still cached')
  })

  test('FED-129 each further failure of a subject is cached for longer', async () => {
    const countRequests = silenceSubject()
    for (const seconds of [15, 30, 60]) {
      await resolve()
      const asked = countRequests()
      clock.advance(seconds - 1)
      await resolve()
      assert.equal(countRequests(), asked)
      clock.advance(1)
    }
    assert.equal(countRequests(), 3)
  })

  test('FED-129 FED-38 a suspension of the superior ends a cached result at once, and its end a cached failure', async () => {
    assert.equal(await resolve(), '200')
    const change = { entity_id: middle.entityId, reason: 'a test' }
    await anchor.administer('PATCH', '/subordinates', { ...change, status: 'suspended' })
    assert.equal(await resolve(), '400 invalid_trust_chain, FED-02 status_unexpected')
    await anchor.administer('PATCH', '/subordinates', { ...change, status: 'active' })
    assert.equal(await resolve(), '200')
  })

  test('FED-129 a request after a suspension gets no result of a build that began before it', async () => {
    const [fetched, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { app } = createTrustAnchor(anchor.context)
    network.connect(anchorId, async (request) => {
      const response = await app(request)
      if (new URL(request.url).pathname !== '/fetch') return response
      fetched.resolve()
      await gate.promise
      return response
    })
    const question = new URLSearchParams({ sub: leaf.entityId, trust_anchor: anchorId })
    const ask = () => app(new Request(`${anchorId}/resolve?${question}`))
    const before = ask()
    await fetched.promise
    await anchor.administer('PATCH', '/subordinates', { entity_id: middle.entityId, status: 'suspended' })
    const after = [ask(), ask()]
    await new Promise(setImmediate)
    gate.resolve()
    assert.equal((await before).status, 200)
    for (const response of after) assert.equal((await response).status, 400)
  })
})
