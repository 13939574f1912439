/**
 * Two anchors, two intermediates and six leaves over real HTTP, with a clock that the test sets: which leaves are
 * trusted, also after a removal and while keys roll over.
 */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator, resolveTrustChains, type TrustAnchors } from '../../../src/federation/index.ts'
import { defaultAlgorithms } from '../../../src/jose/index.ts'
import { anchorsOf, crypto } from '../../support/federation.ts'
import type { Authority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createHttpNetwork, type HttpNetwork } from '../../support/http-network.ts'
import { leafNames, memberNames, type SixLeaves, startSixLeaves } from '../../support/six-leaves.ts'

const lifetimeSeconds = 3600
/** Seconds after which a cached chain must be confirmed. */
const freshSeconds = 600
const urls = { loopbackHttp: true }

let clock = fixedClock()
let network: HttpNetwork
let ids: Record<(typeof memberNames)[number], string>
let { alpha, beta, upper } = {} as SixLeaves

const settings = { loopbackHttp: true, keyPublicationSeconds: 600, keyRetirementSeconds: 2 * lifetimeSeconds }

describe('http', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = await createHttpNetwork(memberNames.length)
    ids = Object.fromEntries(memberNames.map((name, index) => [name, network.origins[index]])) as typeof ids
    const options = { idOf: (name: keyof typeof ids) => ids[name], config: settings }
    ;({ alpha, beta, upper } = await startSixLeaves({ clock, network }, options))
  })

  afterEach(() => network.stop())

  async function succeed(answered: ReturnType<Authority['administer']>): Promise<never> {
    const { status, body } = await answered
    assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
    return body
  }

  const context = () => ({ crypto, clock, fetch: network.fetch })
  const evaluator = (anchors: TrustAnchors) =>
    createFederationTrustEvaluator(context(), { anchors, urls, skewSeconds: 0 })

  /** Returns the names of the trusted leaves. */
  async function trusted(trust: ReturnType<typeof evaluator>): Promise<string> {
    const judged = leafNames.map(async (name) => {
      const verdict = await trust.evaluate(ids[name], ['wallet_provider'])
      return failed(verdict) ? [] : [name]
    })
    return (await Promise.all(judged)).flat().join(' ')
  }

  test('FED-15 FED-38 over HTTP: a leaf is trusted only under a configured anchor, until it or its intermediate is removed', async () => {
    const cached = { alpha: evaluator(anchorsOf(alpha)), both: evaluator(anchorsOf(alpha, beta)) }
    assert.equal(await trusted(evaluator(anchorsOf(beta))), 'b1 b2 shared')
    assert.equal(await trusted(cached.alpha), 'a1 a2 a3 shared')
    assert.equal(await trusted(cached.both), 'a1 a2 a3 b1 b2 shared')

    await succeed(upper.administer('POST', '/subordinates/remove', { entity_id: ids.a1 }))
    assert.equal(await trusted(evaluator(anchorsOf(alpha))), 'a2 a3 shared')
    clock.advance(freshSeconds - 1)
    assert.equal(await trusted(cached.alpha), 'a1 a2 a3 shared')
    clock.advance(1)
    assert.equal(await trusted(cached.alpha), 'a2 a3 shared')
    assert.equal(await trusted(cached.both), 'a2 a3 b1 b2 shared')

    await succeed(alpha.administer('POST', '/subordinates/remove', { entity_id: ids.upper }))
    assert.equal(await trusted(evaluator(anchorsOf(alpha, beta))), 'a3 b1 b2 shared')
    assert.equal(await trusted(cached.alpha), 'a2 a3 shared')
    clock.advance(freshSeconds)
    assert.equal(await trusted(cached.alpha), 'a3')
    assert.equal(await trusted(cached.both), 'a3 b1 b2 shared')
  })

  test('FED-10 FED-15 over HTTP: a revoked anchor key ends the trust of clients that pin only this key', async () => {
    const old = anchorsOf(alpha, beta)
    const cached = evaluator(old)
    assert.equal(await trusted(cached), 'a1 a2 a3 b1 b2 shared')
    const { kid } = await succeed(alpha.administer('POST', '/keys', {}))
    const jwk = (await alpha.context.keyRing?.store.list())?.find((key) => key.kid === kid)?.jwk
    assert.ok(jwk)
    clock.advance(600)
    await succeed(alpha.administer('POST', '/keys/activate', { kid }))
    await succeed(alpha.administer('POST', '/keys/revoke', { kid: alpha.signer.kid, reason: 'compromised' }))
    assert.equal(await trusted(evaluator(old)), 'b1 b2 shared')
    assert.equal(await trusted(evaluator(new Map([...old, [ids.alpha, [jwk]]]))), 'a1 a2 a3 b1 b2 shared')
    assert.equal(await trusted(cached), 'b1 b2 shared', 'the cached chains are ten minutes old')
  })

  test('FED-10 over HTTP: clients that resolve continuously see no failure while two keys roll over', async () => {
    const next = {
      alpha: (await succeed(alpha.administer('POST', '/keys', {}))) as { kid: string },
      upper: (await succeed(upper.administer('POST', '/keys', {}))) as { kid: string },
    }
    const ring = (await alpha.context.keyRing?.store.list()) ?? []
    const anchors: TrustAnchors = new Map([[ids.alpha, ring.map(({ jwk }) => jwk)]])
    const trust = createFederationTrustEvaluator(context(), { anchors, urls, skewSeconds: 30, maximumAgeSeconds: 60 })
    const failures: unknown[] = []
    let resolved = 0
    let over = false
    const round = async () => {
      const options = { anchors, algorithms: defaultAlgorithms, urls, skew: 30, now: clock.now() }
      const { chains, rejected } = await resolveTrustChains(context(), ids.a1, options)
      if (chains.length !== 1) failures.push(rejected)
      const verdict = await trust.evaluate(ids.shared, ['wallet_provider'])
      if (failed(verdict)) failures.push(verdict)
      const { status } = await alpha.ask(`/resolve?sub=${ids.a2}&trust_anchor=${ids.alpha}`)
      if (status !== 200) failures.push(status)
      resolved += 3
    }
    const begunAt = [0, 0]
    const client = async (_: unknown, index: number) => {
      while (!over) {
        begunAt[index] = clock.now()
        await round().catch((thrown: unknown) => failures.push(thrown))
      }
    }
    /** Advances the time in steps within the skew; each step starts after every client has used the last one. */
    const pass = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 25) {
        clock.advance(25)
        while (begunAt.some((begun) => begun < clock.now())) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const clients = begunAt.map(client)
    try {
      await pass(600)
      await succeed(alpha.administer('PATCH', '/subordinates', { entity_id: ids.upper, refresh_keys: true }))
      for (const [authority, { kid }] of [
        [upper, next.upper],
        [alpha, next.alpha],
      ] as const) {
        await succeed(authority.administer('POST', '/keys/activate', { kid }))
        await pass(100)
      }
      for (const authority of [alpha, upper])
        await succeed(authority.administer('POST', '/keys/revoke', { kid: authority.signer.kid, reason: 'superseded' }))
      await pass(200)
    } finally {
      over = true
      await Promise.all(clients)
    }
    for (const authority of [alpha, upper]) {
      const keys = (await succeed(authority.administer('GET', '/keys'))) as { state: string }[]
      assert.deepEqual(
        keys.map(({ state }) => state),
        ['revoked', 'active'],
      )
    }
    assert.deepEqual(failures, [])
    assert.ok(resolved >= 120, `${resolved} resolutions`)
  })
})
