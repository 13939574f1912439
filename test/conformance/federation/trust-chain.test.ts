/**
 * Complete Trust Chains with one fault at a time: their order, length, subject and lifetime. The refusal must name the
 * rule.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateTrustChain } from '../../../src/federation/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { type Chain, changeableChain, now } from '../../support/changeable-trust-chain.ts'
import { crypto, statementAbout, testEntity } from '../../support/federation.ts'

const { federation, policy, judge, bent } = await changeableChain()

test('FED-15 accepts the chain with and without the anchor configuration', async () => {
  assert.equal(await judge(await bent(() => undefined)), 'accepted')
  assert.equal(await judge(await bent((chain) => chain.slice(0, 3))), 'accepted')
})

/** Adds claims to the statement at this index of the chain. */
const stated = (index: 0 | 1 | 2, claims: object) => (chain: Chain) => void Object.assign(chain[index].payload, claims)

const structures = ruleCasesOf<[bend: (chain: Chain) => unknown]>({
  'FED-02 chain_empty trust_chain': [['an empty chain', () => []]],
  'FED-14 chain_too_short trust_chain': [['a leaf alone', ([leaf]) => [leaf]]],
  'FED-14 order_wrong statement[0]': [['a chain without the subject', ([, a, b]) => [a, b]]],
  'FED-14 link_broken statement[1].payload.sub': [
    ['a swapped order', ([leaf, a, b]) => [leaf, b, a]],
    ['a gap', ([leaf, , b, top]) => [leaf, b, top]],
    ['a leaf right below the anchor configuration', ([leaf, , , top]) => [leaf, top]],
  ],
  'FED-14 order_wrong statement[1]': [['a configuration in the middle', ([leaf, a, b]) => [leaf, leaf, a, b]]],
  'FED-14 chain_loop statement[1]': [['a subject above itself', ([leaf]) => [leaf, leaf]]],
  'FED-14 link_broken statement[3].payload.sub': [
    ['the configuration of a leaf at the end', ([leaf, a, b]) => [leaf, a, b, leaf]],
  ],
  'FED-12 superior_not_hinted statement[0].payload.authority_hints': [
    ['a subject without hints', ([leaf]) => void delete leaf.payload.authority_hints],
    ['hints that name another superior', stated(0, { authority_hints: ['https://other.example'] })],
  ],
  'FED-12 authority_hints_malformed statement[0].payload.authority_hints': [
    ['empty hints', stated(0, { authority_hints: [] })],
    ['hints that are not a list', stated(0, { authority_hints: 'https://middle.example' })],
    ['a hint that is not an identifier', ([leaf]) => void leaf.payload.authority_hints.push('middle.example')],
  ],
  'FED-17 claim_misplaced statement[0].payload.metadata_policy': [
    ['a policy in a configuration', stated(0, { metadata_policy: {} })],
  ],
  'FED-17 claim_misplaced statement[0].payload.constraints': [
    ['constraints in a leaf configuration', stated(0, { constraints: {} })],
  ],
  'FED-17 claim_misplaced statement[0].payload.source_endpoint': [
    ['a source_endpoint in a configuration', stated(0, { source_endpoint: 'https://x.example' })],
  ],
  'FED-17 claim_misplaced statement[1].payload.authority_hints': [
    ['hints in a statement', stated(1, { authority_hints: ['https://x.example'] })],
  ],
  'FED-17 claim_misplaced statement[1].payload.trust_mark_issuers': [
    ['trust_mark_issuers in a statement', stated(1, { trust_mark_issuers: {} })],
  ],
  'FED-17 claim_malformed statement[1].payload.constraints': [
    ['constraints that are not an object', stated(1, { constraints: [] })],
  ],
  'FED-18 policy_crit_unknown statement[1].payload.metadata_policy_crit': [
    ['an unknown critical operator of the intermediate', stated(1, { metadata_policy_crit: ['strange'] })],
  ],
  'FED-18 policy_crit_unknown statement[2].payload.metadata_policy_crit': [
    ['an unknown critical operator of the anchor', stated(2, { metadata_policy_crit: ['strange'] })],
    ['an empty list of critical operators', stated(2, { metadata_policy_crit: [] })],
  ],
})

for (const [rule, title, bend] of structures)
  test(`${rule[0]} refuses ${title}`, async () => assert.equal(await judge(await bent(bend)), rule.join(' ')))

test('FED-14 refuses a loop between superiors', async () => {
  const { intermediate, anchor } = federation
  const other = await testEntity('https://other.example')
  const statements = await bent(([own, first]) => [
    own,
    first,
    statementAbout(intermediate, other, now),
    statementAbout(other, intermediate, now),
    statementAbout(intermediate, anchor, now),
  ])
  assert.equal(await judge(statements), 'FED-14 chain_loop statement[3].payload.iss')
})

test('FED-37 refuses a chain that is too long', async () => {
  const [own = ''] = await bent(() => undefined)
  const judged = (length: number) => judge(Array.from({ length }, () => own))
  assert.equal(await judged(10), 'FED-37 chain_too_long trust_chain')
  assert.notEqual(await judged(9), 'FED-37 chain_too_long trust_chain')
})

test('FED-03 refuses the chain of an entity that is not the signer', async () => {
  const statements = await bent(() => undefined)
  assert.equal(await judge(statements, { subject: 'https://leaf.example' }), 'accepted')
  assert.equal(
    await judge(statements, { subject: 'https://leaf.example/' }),
    'FED-03 subject_mismatch statement[0].payload.sub',
  )
})

test('FED-18 ignores unknown claims, constraints and operators; FED-17 tolerates the deviations of the Italian profile', async () => {
  const statements = await bent(([leaf, a, b, top]) => {
    leaf.payload.strange = 1
    a.payload.trust_marks = [{ id: 'x', trust_mark: 'y' }]
    b.payload.constraints = { strange: true }
    b.payload.metadata_policy = { wallet_provider: { vp_formats: { 'vc+sd-jwt': { alg: [] } } } }
    top.payload.constraints = { max_path_length: 1 }
  })
  assert.equal(await judge(statements), 'accepted')
})

test('FED-19 a chain expires with its earliest statement', async () => {
  const statements = await bent(([, , b]) => {
    b.payload.exp = now + 60
  })
  const chain = await validateTrustChain({ crypto }, statements, policy())
  assert.equal('expiresAt' in chain && chain.expiresAt, now + 60)
  assert.equal(await judge(statements, { now: now + 59 }), 'accepted')
  assert.equal(await judge(statements, { now: now + 60 }), 'FED-19 expired statement[2].payload.exp')
})
