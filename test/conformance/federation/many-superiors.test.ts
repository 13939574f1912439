/** Federations with several valid superiors at each level, in which a chain must be found within the limits. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { defaultResolveLimits, resolveTrustChains } from '../../../src/federation/index.ts'
import { connectedFederation } from '../../support/connected-federation.ts'
import { connectEntity, type TestEntity, testEntity } from '../../support/federation.ts'

let { clock, network, federation, context, options } = await connectedFederation()

describe('many superiors', () => {
  beforeEach(async () => {
    ;({ clock, network, federation, context, options } = await connectedFederation())
  })

  /**
   * Returns a leaf below levels with these numbers of superiors, the lowest first. Every entity of a level is
   * subordinate to every entity of the level above.
   */
  async function below(widths: readonly number[]): Promise<{ leaf: TestEntity; levels: readonly TestEntity[][] }> {
    const levels: TestEntity[][] = [[federation.anchor]]
    for (const [level, width] of [...widths].reverse().entries()) {
      const hints = levels[0]?.map(({ entityId }) => entityId) ?? []
      const names = Array.from({ length: width }, (_, index) => `https://superior${level}-${index}.example`)
      levels.unshift(await Promise.all(names.map((name) => testEntity(name, { fetch: true, hints }))))
    }
    const hints = levels[0]?.map(({ entityId }) => entityId) ?? []
    const leaf = await testEntity('https://thing.example', { hints, metadata: { wallet_provider: {} } })
    for (const [index, level] of [[leaf], ...levels].entries())
      for (const entity of level)
        connectEntity(network, clock, entity, index === 0 ? [] : index === 1 ? [leaf] : levels[index - 2])
    return { leaf, levels }
  }

  const resolve = (leaf: TestEntity) => resolveTrustChains(context(), leaf.entityId, options())

  for (const widths of [
    [3, 3],
    [3, 3, 3],
    [3, 3, 3, 3],
    [4, 4, 4],
    [8, 8],
    [1, 8, 8],
    [2, 2, 2, 2, 2],
  ])
    test(`FED-27 FED-37 finds a chain below ${widths.join(' × ')} superiors`, async () => {
      const { leaf } = await below(widths)
      const { chains } = await resolve(leaf)
      assert.ok(chains.length > 0)
      assert.ok(network.exchanges.length <= defaultResolveLimits.documents, `${network.exchanges.length} documents`)
    })

  test('FED-27 finds a chain below 3 × 3 superiors also when the first superior of each level has no statement about the entities below it', async () => {
    const { leaf, levels } = await below([3, 3])
    for (const [first] of levels.slice(0, 2)) if (first) connectEntity(network, clock, first, [])
    const { chains } = await resolve(leaf)
    assert.equal(chains.length, 4)
  })

  test('FED-37 a chain has at most six intermediates', async () => {
    const path = async (intermediates: number) => {
      const { leaf } = await below(Array.from({ length: intermediates }, () => 1))
      const { chains, rejected } = await resolve(leaf)
      return chains[0]?.path.length ?? rejected[0]?.failure.code
    }
    assert.equal(await path(6), 8)
    assert.equal(await path(7), 'limit_reached')
  })
})
