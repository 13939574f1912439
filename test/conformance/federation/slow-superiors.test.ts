/** Slow superiors: how long they delay chain building for an entity that has other superiors (D-328). */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { resolveTrustChains } from '../../../src/federation/index.ts'
import { connectedFederation } from '../../support/connected-federation.ts'
import { anchorsOf, connectEntity, type TestEntity, testEntity } from '../../support/federation.ts'

let { clock, network, federation, context, options, evaluator, judge } = await connectedFederation()
describe('slow superiors', () => {
  beforeEach(async () => {
    ;({ clock, network, federation, context, options, evaluator, judge } = await connectedFederation())
  })

  /** Returns a leaf below these superiors, which are all members of the anchor. */
  async function below(...superiors: readonly TestEntity[]): Promise<TestEntity> {
    const hints = superiors.map(({ entityId }) => entityId)
    const leaf = await testEntity('https://l.example', { hints, metadata: { wallet_provider: {} } })
    connectEntity(network, clock, leaf)
    for (const one of superiors) connectEntity(network, clock, one, [leaf, ...superiors])
    connectEntity(network, clock, federation.anchor, [leaf, ...superiors])
    return leaf
  }

  const superior = (name: string, ...hints: readonly string[]) =>
    testEntity(`https://${name}.example`, {
      fetch: true,
      hints: hints.length > 0 ? hints : [federation.anchor.entityId],
    })

  /** Delays the answers of the entity of that name. */
  const lateBy = (milliseconds: number, name: string) => async (request: Request) => {
    if (request.url.startsWith(`https://${name}.example`))
      await pause(milliseconds, undefined, { signal: request.signal })
    return network.fetch(request)
  }

  const chainsOf = async (
    leaf: TestEntity,
    fetch: (request: Request) => Promise<Response>,
    graceMilliseconds: number,
    anchors: readonly TestEntity[] = [],
  ) => {
    const begun = performance.now()
    const { chains } = await resolveTrustChains(context(fetch), leaf.entityId, {
      ...options(),
      graceMilliseconds,
      ...(anchors.length > 0 && { anchors: anchorsOf(...anchors) }),
    })
    return { paths: chains.map(({ path }) => path[1]), took: performance.now() - begun }
  }

  test('FED-27 waits for the first valid chain, and for slower superiors only until the grace period ends (D-328)', async () => {
    const leaf = await below(await superior('good'), await superior('slow'))
    const { paths, took } = await chainsOf(leaf, lateBy(10_000, 'slow'), 50)
    assert.deepEqual(paths, ['https://good.example'])
    assert.ok(took < 5000, `${took} ms`)
    const all = await chainsOf(leaf, lateBy(20, 'slow'), 5000)
    assert.equal(all.paths.length, 2)
    assert.ok(all.took < 4000, 'the wait ends when all superiors have answered')
  })

  test('FED-27 selects the shortest chain that arrives within the grace period', async () => {
    const far = await superior('far', 'https://good.example')
    const leaf = await below(far, await superior('good'))
    const late = async (request: Request) => {
      if (request.url.includes(`sub=${encodeURIComponent(leaf.entityId)}`) && request.url.includes('good'))
        await pause(100)
      return network.fetch(request)
    }
    assert.deepEqual((await chainsOf(leaf, late, 3000)).paths, ['https://good.example', 'https://far.example'])
  })

  test('FED-27 does not wait for another superior of a member directly below an anchor', async () => {
    const slow = await superior('slow')
    const leaf = await below(slow, federation.anchor)
    const { paths, took } = await chainsOf(leaf, lateBy(10_000, 'slow'), 5000)
    assert.deepEqual(paths, [federation.anchor.entityId])
    assert.ok(took < 4000, `${took} ms`)
  })

  for (const first of ['x', 'y'])
    test(`FED-27 selects the same one of two equal superiors, also when ${first} answers first (D-372)`, async () => {
      const [x, y] = [await superior('x'), await superior('y')]
      const leaf = await below(y, x)
      const late = lateBy(100, first === 'x' ? 'y' : 'x')
      const taken = ['https://x.example', 'https://y.example']
      assert.deepEqual((await chainsOf(leaf, late, 5000)).paths, taken)
    })

  describe('below two anchors', () => {
    /** Returns a leaf directly below two anchors. */
    async function twoAnchors() {
      const [one, two] = await Promise.all(
        ['one', 'two'].map((name) => testEntity(`https://${name}.example`, { fetch: true })),
      )
      assert.ok(one && two)
      const leaf = await testEntity('https://l.example', {
        hints: [one.entityId, two.entityId],
        metadata: { wallet_provider: {} },
      })
      connectEntity(network, clock, leaf)
      for (const anchor of [one, two]) connectEntity(network, clock, anchor, [leaf])
      return { leaf, one, two }
    }

    test('FED-27 waits for the anchor that is pinned first, whichever answers first (D-372)', async () => {
      const { leaf, one, two } = await twoAnchors()
      for (const late of ['one', 'two'])
        for (const [first, second] of [
          [one, two],
          [two, one],
        ] as const) {
          const { paths } = await chainsOf(leaf, lateBy(100, late), 5000, [first, second])
          assert.equal(paths[0], first.entityId, `${late} is late`)
        }
    })

    test('FED-27 does not wait for a less preferred anchor, a failing one, or one beyond the grace period', async () => {
      const { leaf, one, two } = await twoAnchors()
      const rows = [
        [one, two, lateBy(10_000, 'two'), one],
        [one, two, lateBy(10_000, 'one'), two],
      ] as const
      for (const [first, second, fetch, taken] of rows) {
        const { paths, took } = await chainsOf(leaf, fetch, first === taken ? 5000 : 100, [first, second])
        assert.deepEqual(paths, [taken.entityId])
        assert.ok(took < 4000, `${took} ms`)
      }
      connectEntity(network, clock, one, [])
      const { paths, took } = await chainsOf(leaf, lateBy(100, 'one'), 5000, [one, two])
      assert.deepEqual(paths, [two.entityId])
      assert.ok(took < 4000, `${took} ms`)
    })
  })

  test('FED-27 a complete but invalid path does not end the wait for other paths', async () => {
    const [wrong, good] = [await superior('wrong'), await superior('good')]
    const leaf = await below(wrong, good)
    connectEntity(network, clock, wrong, [{ ...leaf, signer: wrong.signer }])
    assert.deepEqual((await chainsOf(leaf, lateBy(200, 'good'), 20)).paths, ['https://good.example'])
  })

  test('FED-27 an evaluation waits for a slow superior no longer than the grace period', async () => {
    const leaf = await below(await superior('good'), await superior('slow'))
    const begun = performance.now()
    assert.equal(await judge(evaluator({}, lateBy(10_000, 'slow')), leaf.entityId), 'trusted')
    assert.ok(performance.now() - begun < 5000)
  })
})
