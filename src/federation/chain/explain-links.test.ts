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
import { validateTrustChain } from './trust-chain.ts'

const now = 1_768_478_400

type Bend = (drafts: [Draft, Draft, Draft, Draft]) => void | Promise<void>

/** Returns the statements of three entities after a change, and the policy for their chain. */
async function bentChain(bend: Bend, length: number) {
  const federation = await threeEntities({ wallet_provider: { name: 'a' } })
  const drafts = federation.drafts(now)
  await bend(drafts)
  const statements = (await signAll(drafts)).slice(0, length).map((compact, index) => {
    const statement = parseEntityStatement(compact, { algorithms, urls }, `statement[${index}]`)
    return failed(statement) ? assert.fail(`${statement.code} at ${statement.at}`) : statement
  })
  return { statements, policy: { anchors: anchorsOf(federation.anchor), algorithms, urls, now, skew: 0 } }
}

/** Explains the chain of three entities after a change, and returns the checks that failed or were not reached. */
async function explainBent(bend: Bend = () => undefined, length = 4): Promise<string[]> {
  const { statements, policy } = await bentChain(bend, length)
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

test('FED-14 FED-15 a key that is not permitted has the same code and place as in the validation of the chain', async () => {
  const stranger = await testEntity('https://stranger.example')
  const { kid } = stranger.signer
  const signByStranger = (draft: Draft | undefined) => {
    if (draft) Object.assign(draft, { signer: stranger.signer, header: { ...draft.header, kid } })
  }
  const publish = (draft: Draft) => draft.payload.jwks.keys.push(stranger.signer.publicJwk)
  const bends: Readonly<Record<string, readonly [bend: Bend, length: number, failure: string]>> = {
    'a configuration that lacks its own key': [
      ([leaf]) => signByStranger(leaf),
      4,
      'kid_unknown statement[0].header.kid',
    ],
    'a configuration with a key that its superior does not state': [
      ([leaf]) => {
        signByStranger(leaf)
        publish(leaf)
      },
      4,
      'subject_key_mismatch statement[0].payload.jwks',
    ],
    'a statement with a key that the next superior does not state': [
      ([, about]) => signByStranger(about),
      4,
      'kid_unknown statement[1].header.kid',
    ],
    'a statement of the anchor with a key that it does not publish': [
      ([, , middle]) => signByStranger(middle),
      4,
      'kid_unknown statement[3].payload.jwks',
    ],
    'a statement of the anchor with a key that is not pinned': [
      ([, , middle]) => signByStranger(middle),
      3,
      'anchor_key_mismatch statement[2].header.kid',
    ],
    "the anchor's configuration without its own key": [
      ([, , , top]) => signByStranger(top),
      4,
      'kid_unknown statement[3].payload.jwks',
    ],
    "the anchor's configuration with a key that is not pinned": [
      ([, , , top]) => {
        signByStranger(top)
        publish(top)
      },
      4,
      'anchor_key_mismatch statement[3].header.kid',
    ],
  }
  for (const [what, [bend, length, failure]] of Object.entries(bends)) {
    const { statements, policy } = await bentChain(bend, length)
    const chain = await validateTrustChain({ crypto }, statements, policy)
    assert.equal(failed(chain) && `${chain.code} ${chain.at}`, failure, what)
    const explained = await explainBent(bend, length)
    assert.deepEqual(
      explained.map((line) => line.replace(/^\d /, '')),
      [`signature ${failure}`],
      what,
    )
  }
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
