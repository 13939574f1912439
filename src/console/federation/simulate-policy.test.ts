import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../base/index.ts'
import type { EntityStatement } from '../../federation/index.ts'
import { simulatePolicy } from './simulate-policy.ts'

const [leaf, middle, anchor] = ['https://leaf.example', 'https://middle.example', 'https://anchor.example'] as const

/** Simulates a policy of the anchor for an entity that publishes `p`. The statements are the nearest first. */
function simulate(p: string, superiors: readonly (readonly [iss: string, members: JsonObject])[], one_of: string[]) {
  const statements = superiors.map(([iss, members], index) => {
    const sub = superiors[index - 1]?.[0] ?? leaf
    return { metadata: {}, ...members, iss, sub } as unknown as EntityStatement
  })
  const configuration = { metadata: { any_type: { p } } } as unknown as EntityStatement
  const entity = { entityId: leaf, slug: 'leaf', answers: true, omitted: 0, configuration }
  const edges = statements.map((statement) => {
    return { superior: statement.iss, subordinate: statement.sub, listed: true, hinted: true, statement }
  })
  const policy = { any_type: { p: { one_of } } }
  const members = simulatePolicy(
    { entities: [entity], edges, statusLists: [] },
    { authority: anchor, policy },
    { loopbackHttp: false },
  )
  assert.ok(!failed(members))
  return members.map(({ outcome, failure }) => ({ outcome, at: failure?.at, evidence: failure?.evidence }))
}

test('a broken entity shows the value that a superior set, and not its own', () => {
  assert.deepEqual(simulate('A', [[anchor, { metadata: { any_type: { p: 'B' } } }]], ['A']), [
    {
      outcome: 'breaks',
      at: 'metadata.any_type.p.one_of',
      evidence: { expected: `[A] in the policy of ${anchor}`, found: 'B' },
    },
  ])
})

test('a broken entity shows the values that all superiors allow', () => {
  const below = { metadata_policy: { any_type: { p: { one_of: ['a', 'b'] } } } }
  const superiors = [[middle, below] as const, [anchor, {}] as const]
  assert.deepEqual(simulate('a', superiors, ['b', 'c']), [
    {
      outcome: 'breaks',
      at: 'metadata.any_type.p.one_of',
      evidence: { expected: `[b] in the policy of ${middle} and ${anchor}`, found: 'a' },
    },
  ])
})
