/**
 * Two anchors, two intermediates, six leaves:
 *
 *   alpha ── upper ── a1 a2          alpha ── a3
 *   beta ─── lower ── b1 b2          beta ─── shared (also below upper)
 */
import assert from 'node:assert/strict'
import type { DecisionSink } from '../../src/base/index.ts'
import { anchorsOf, connectEntity, type Surroundings, type TestEntity, testEntity } from './federation.ts'
import {
  type Authority,
  type AuthorityOptions,
  entryOf,
  intermediateOf,
  startAuthority,
} from './federation-authority.ts'

export const leafNames = ['a1', 'a2', 'a3', 'b1', 'b2', 'shared'] as const
export const memberNames = ['alpha', 'beta', 'upper', 'lower', ...leafNames] as const

export type SixLeaves = Awaited<ReturnType<typeof startSixLeaves>>

/** Starts the federation. Its members are `https://<name>.example` by default. `decisions` records those of alpha. */
export async function startSixLeaves(
  at: Surroundings,
  {
    idOf = (name) => `https://${name}.example`,
    config = {},
    decisions,
  }: {
    readonly idOf?: (name: (typeof memberNames)[number]) => string
    readonly config?: AuthorityOptions['config'] & object
    readonly decisions?: DecisionSink
  } = {},
) {
  const [upperId, betaId, lowerId, alphaId] = [idOf('upper'), idOf('beta'), idOf('lower'), idOf('alpha')]
  const hints = {
    ...{ a1: [upperId], a2: [upperId], a3: [alphaId] },
    ...{ b1: [lowerId], b2: [lowerId], shared: [upperId, betaId] },
  }
  const made = leafNames.map(async (name) => {
    const leaf = await testEntity(idOf(name), { hints: hints[name], metadata: { wallet_provider: {} } })
    connectEntity(at.network, at.clock, leaf)
    return [name, leaf] as const
  })
  const leaves = Object.fromEntries(await Promise.all(made)) as Record<(typeof leafNames)[number], TestEntity>
  const entries = (...names: (keyof typeof leaves)[]) => names.map((name) => entryOf(leaves[name], ['wallet_provider']))
  const below = async (superior: Authority, entityId: string, ...names: (keyof typeof leaves)[]) => {
    const authority = await startAuthority(at, entityId, {
      subordinates: entries(...names),
      anchors: anchorsOf(superior),
      config: { ...config, authorityHints: [superior.entityId] },
    })
    const taken = await superior.administer('POST', '/subordinates', intermediateOf(entityId))
    assert.equal(taken.status, 201, JSON.stringify(taken.body))
    return authority
  }
  const alpha = await startAuthority(at, alphaId, {
    subordinates: entries('a3'),
    config,
    ...(decisions && { decisions }),
  })
  const beta = await startAuthority(at, betaId, { subordinates: entries('shared'), config })
  const upper = await below(alpha, upperId, 'a1', 'a2', 'shared')
  const lower = await below(beta, lowerId, 'b1', 'b2')
  return { alpha, beta, upper, lower, leaves }
}
