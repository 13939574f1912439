import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  anchorsOf,
  crypto,
  type Draft,
  signAll,
  testEntity,
  threeEntities,
  urls,
} from '../../../test/support/federation.ts'
import { failed } from '../../base/index.ts'
import { defaultAlgorithms as algorithms } from '../../jose/index.ts'
import { parseEntityStatement } from '../statement/entity-statement.ts'
import { explainLinks } from './explain-links.ts'

const now = 1_768_478_400

/** Explains the chain of three entities after a change, and returns the checks that failed or were not reached. */
async function explainBent(
  bend: (drafts: [Draft, Draft, Draft, Draft]) => void | Promise<void> = () => undefined,
  length = 4,
): Promise<string[]> {
  const federation = await threeEntities({ wallet_provider: { name: 'a' } })
  const drafts = federation.drafts(now)
  await bend(drafts)
  const statements = (await signAll(drafts)).slice(0, length).map((compact, index) => {
    const statement = parseEntityStatement(compact, { algorithms, urls }, `statement[${index}]`)
    return failed(statement) ? assert.fail(`${statement.code} at ${statement.at}`) : statement
  })
  const policy = { anchors: anchorsOf(federation.anchor), algorithms, urls, now, skew: 0 }
  const links = await explainLinks({ crypto }, statements, policy)
  return links.flatMap(({ checks }, index) =>
    checks
      .filter(({ result }) => result === 'fails' || result === 'not_reached')
      .map(({ check, code, result, at }) =>
        [index, check, code ?? result, at].filter((part) => part !== undefined).join(' '),
      ),
  )
}

test('every check of a valid chain passes', async () => {
  assert.deepEqual(await explainBent(), [])
})

test('every failure is reported, even after another failure', async () => {
  const stranger = await testEntity('https://stranger.example')
  assert.deepEqual(
    await explainBent(([leaf, about, middle]) => {
      leaf.payload.authority_hints = ['https://other.example']
      about.payload.exp = now - 1
      middle.signer = stranger.signer
    }),
    [
      '0 link superior_not_hinted statement[0].payload.authority_hints',
      '1 times expired statement[1].payload.exp',
      '2 signature signature_invalid statement[2]',
    ],
  )
})

test('FED-15 a statement that the anchor signed with a published key that is not pinned fails', async () => {
  const stranger = await testEntity('https://stranger.example')
  const { kid } = stranger.signer
  assert.deepEqual(
    await explainBent(([, , middle, top]) => {
      middle.signer = stranger.signer
      middle.header.kid = kid
      top.payload.jwks.keys.push(stranger.signer.publicJwk)
    }),
    ['2 signature anchor_key_mismatch statement[2].header.kid'],
  )
})

test('a policy violation is reported at the superior whose policy contains the operator', async () => {
  const policy = (operators: object) => ({ wallet_provider: { name: operators } })
  assert.deepEqual(
    await explainBent(([, about, middle]) => {
      about.payload.metadata_policy = policy({ essential: true })
      middle.payload.metadata_policy = policy({ one_of: ['b'] })
    }),
    ['2 policy policy_violated metadata.wallet_provider.name.one_of'],
  )
  assert.deepEqual(
    await explainBent(([, about, middle]) => {
      about.payload.metadata_policy = policy({ one_of: ['a'] })
      middle.payload.metadata_policy = policy({ one_of: ['b'] })
    }),
    [
      '1 policy policy_merge_impossible statement[1].payload.metadata_policy.wallet_provider.name.one_of',
      '2 policy not_reached',
    ],
  )
})

test('constraints are checked for every statement, and policies are not reached if a constraint fails', async () => {
  assert.deepEqual(
    await explainBent(([, about, middle]) => {
      about.payload.constraints = { naming_constraints: { excluded: ['leaf.example'] } }
      middle.payload.constraints = { max_path_length: 0 }
      middle.payload.metadata_policy = { wallet_provider: { name: { one_of: ['b'] } } }
    }),
    [
      '1 constraints name_excluded statement[1].payload.constraints.naming_constraints.excluded',
      '2 constraints path_too_long statement[2].payload.constraints.max_path_length',
      '2 policy not_reached',
    ],
  )
})

test('checks beyond the end of a path that ends too early are not reached', async () => {
  assert.deepEqual(await explainBent(undefined, 1), [
    '0 link not_reached',
    '0 signature not_reached',
    '0 anchor not_reached',
  ])
  assert.deepEqual(await explainBent(undefined, 2), ['1 signature not_reached', '1 anchor not_reached'])
  assert.deepEqual(await explainBent(undefined, 3), [])
})
