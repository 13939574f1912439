/**
 * Metadata policy (OpenID Federation 1.0 §6.1): how each operator is applied, merged and combined (FED-04, FED-21,
 * FED-22).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, JsonObject } from '../../../src/base/index.ts'
import { changeableChain } from '../../support/changeable-trust-chain.ts'

const { resolveMetadata } = await changeableChain()

/** Resolves one parameter `p` of `wallet_provider` under the anchor's and the intermediate's policies. */
async function resolveParameter(value: Json | undefined, superior: JsonObject, subordinate?: JsonObject, name = 'p') {
  const result = await resolveMetadata(([leaf, a, b]) => {
    leaf.payload.metadata.wallet_provider = value === undefined ? {} : { [name]: value }
    b.payload.metadata_policy = { wallet_provider: { [name]: superior } }
    if (subordinate) a.payload.metadata_policy = { wallet_provider: { [name]: subordinate } }
  })
  if (typeof result === 'string') return result.split(' ').slice(0, 2).join(' ')
  const parameters = result.wallet_provider as JsonObject
  return Object.hasOwn(parameters, name) ? { is: parameters[name] } : 'absent'
}

const violated = 'FED-04 policy_violated'
const applications: [title: string, value: Json | undefined, policy: JsonObject, result: string | { is: Json }][] = [
  ['value replaces a parameter', 'a', { value: 'b' }, { is: 'b' }],
  ['value creates a parameter', undefined, { value: false }, { is: false }],
  ['value null removes a parameter', 'a', { value: null }, 'absent'],
  ['add appends the missing values', ['a'], { add: ['a', 'b'] }, { is: ['a', 'b'] }],
  ['add creates a list', undefined, { add: ['b'] }, { is: ['b'] }],
  ['add refuses a value that is not an array', 'a', { add: ['b'] }, violated],
  ['default creates a parameter', undefined, { default: 0 }, { is: 0 }],
  ['default keeps a present value', '', { default: 'a' }, { is: '' }],
  ['one_of accepts a listed value', 'a', { one_of: ['a', 'b'] }, { is: 'a' }],
  ['one_of accepts an absent parameter', undefined, { one_of: ['a'] }, 'absent'],
  ['one_of refuses another value', 'c', { one_of: ['a', 'b'] }, violated],
  ['one_of refuses a falsy value that is not listed', false, { one_of: ['a', 0, ''] }, violated],
  ['subset_of removes other values', ['a', 'c'], { subset_of: ['a', 'b'] }, { is: ['a'] }],
  ['subset_of can leave an empty list', ['c'], { subset_of: ['a'] }, { is: [] }],
  ['subset_of accepts an absent parameter', undefined, { subset_of: ['a'] }, 'absent'],
  ['subset_of refuses a value that is not an array', 'a', { subset_of: ['a'] }, violated],
  ['superset_of accepts a list with every required value', ['a', 'b'], { superset_of: ['a'] }, { is: ['a', 'b'] }],
  ['superset_of refuses a value that is not an array', 'a', { superset_of: ['a'] }, violated],
  ['superset_of refuses a list without a required value', ['b'], { superset_of: ['a'] }, violated],
  ['superset_of accepts an absent parameter', undefined, { superset_of: ['a'] }, 'absent'],
  ['essential accepts a falsy value', 0, { essential: true }, { is: 0 }],
  ['essential counts an empty list as present', ['c'], { subset_of: ['a'], essential: true }, { is: [] }],
  ['essential refuses an absent parameter', undefined, { essential: true }, violated],
  ['essential false accepts an absent parameter', undefined, { essential: false }, 'absent'],
  ['default is applied before essential', undefined, { default: 'a', essential: true }, { is: 'a' }],
  ['add is applied before subset_of', ['c'], { add: ['a'], subset_of: ['a', 'b'] }, { is: ['a'] }],
  ['objects are compared by their members', { b: 1, a: 2 }, { one_of: [{ a: 2, b: 1 }] }, { is: { b: 1, a: 2 } }],
  ['lists of objects are compared too', [{ b: 1, a: 2 }], { one_of: [[{ a: 2, b: 1 }]] }, { is: [{ b: 1, a: 2 }] }],
]
for (const [title, value, policy, result] of applications)
  test(`FED-04 ${title}`, async () => assert.deepEqual(await resolveParameter(value, policy), result))

const impossible = 'FED-21 policy_merge_impossible'
const together = 'FED-22 policy_combination_invalid'
const merges: [
  title: string,
  superior: JsonObject,
  subordinate: JsonObject,
  value: Json | undefined,
  result: string | { is: Json },
][] = [
  ['equal values', { value: ['a', 'b'] }, { value: ['b', 'a'] }, undefined, { is: ['a', 'b'] }],
  ['a list and a longer list', { value: ['a'] }, { value: ['a', 'b'] }, undefined, impossible],
  ['a list and a shorter list', { value: ['a', 'b'] }, { value: ['b'] }, undefined, impossible],
  ['a list and its only member', { value: ['a'] }, { value: 'a' }, undefined, impossible],
  ['a string and a list of it', { value: 'a' }, { value: ['a'] }, undefined, impossible],
  ['unequal values', { value: 'a' }, { value: 'b' }, undefined, impossible],
  ['false and true', { value: false }, { value: true }, undefined, impossible],
  ['0 and 1', { value: 0 }, { value: 1 }, undefined, impossible],
  ['"" and a string', { value: '' }, { value: 'a' }, undefined, impossible],
  ['null and a string', { value: null }, { value: 'a' }, undefined, impossible],
  ['null and null', { value: null }, { value: null }, 'a', 'absent'],
  ['add and add', { add: ['a'] }, { add: ['b'] }, undefined, { is: ['a', 'b'] }],
  ['equal defaults', { default: 0 }, { default: 0 }, undefined, { is: 0 }],
  ['unequal defaults', { default: false }, { default: true }, undefined, impossible],
  ['one_of and one_of', { one_of: ['a', 'b'] }, { one_of: ['b', 'c'] }, 'a', violated],
  ['one_of and one_of without a common value', { one_of: ['a'] }, { one_of: ['b'] }, undefined, impossible],
  ['subset_of and subset_of', { subset_of: ['a', 'b'] }, { subset_of: ['b', 'c'] }, ['a', 'b'], { is: ['b'] }],
  ['subset_of and subset_of without a common value', { subset_of: ['a'] }, { subset_of: ['b'] }, ['a'], { is: [] }],
  ['superset_of and superset_of', { superset_of: ['a'] }, { superset_of: ['b'] }, ['a'], violated],
  ['essential true and false', { essential: true }, { essential: false }, undefined, violated],
  ['essential false and true', { essential: false }, { essential: true }, undefined, violated],
  ['operators that are incompatible once merged', { subset_of: ['a'] }, { superset_of: ['b'] }, ['a'], together],
  ['a value outside of a superior subset_of', { subset_of: ['a'] }, { value: ['b'] }, undefined, together],
  ['a value of the superior that one_of excludes', { value: false }, { one_of: [true] }, undefined, together],
]
for (const [title, superior, subordinate, value, result] of merges)
  test(`FED-21 the merge of ${title}`, async () =>
    assert.deepEqual(await resolveParameter(value, superior, subordinate), result))

const combinations: [valid: boolean, policy: JsonObject][] = [
  [true, { value: ['a', 'b'], add: ['a'] }],
  [false, { value: ['b'], add: ['a'] }],
  [false, { value: 'a', add: ['a'] }],
  [true, { value: 'a', default: 'b' }],
  [false, { value: null, default: 'b' }],
  [true, { value: '', one_of: ['', 'a'] }],
  [false, { value: 0, one_of: ['a'] }],
  [false, { value: null, one_of: ['a'] }],
  [true, { value: ['a'], subset_of: ['a', 'b'] }],
  [false, { value: ['c'], subset_of: ['a', 'b'] }],
  [false, { value: null, subset_of: ['a', 'b'] }],
  [true, { value: ['a', 'b'], superset_of: ['a'] }],
  [false, { value: ['b'], superset_of: ['a'] }],
  [true, { value: null, essential: false }],
  [false, { value: null, essential: true }],
  [true, { add: ['a'], default: ['b'] }],
  [true, { add: ['a'], superset_of: ['b', 'a'], default: ['b'] }],
  [true, { add: ['a'], subset_of: ['a', 'b'] }],
  [false, { add: ['c'], subset_of: ['a', 'b'] }],
  [false, { add: ['a'], one_of: ['a'] }],
  [false, { one_of: ['a'], subset_of: ['a'] }],
  [false, { one_of: ['a'], superset_of: ['a'] }],
  [true, { one_of: ['a'], default: 'a', essential: true }],
  [true, { subset_of: ['a', 'b'], superset_of: ['a'] }],
  [false, { subset_of: ['a'], superset_of: ['b'] }],
]
for (const [valid, policy] of combinations)
  test(`FED-22 ${valid ? 'accepts' : 'refuses'} ${Object.entries(policy)
    .map(([name, operand]) => `${name} ${JSON.stringify(operand)}`)
    .join(' with ')}`, async () => {
    const result = await resolveParameter(undefined, policy)
    assert.equal(result === together, !valid, JSON.stringify(result))
  })

const operands: JsonObject[] = [
  { add: 'a' },
  { default: null },
  { one_of: 'a' },
  { subset_of: { a: 1 } },
  { superset_of: null },
  { essential: 'true' },
  { essential: null },
]
for (const policy of operands)
  test(`FED-22 refuses the operand of ${JSON.stringify(policy)}`, async () =>
    assert.equal(await resolveParameter('a', policy), 'FED-22 policy_operand_invalid'))

test('FED-22 refuses a policy with a level that is not an object, also for a type that the subject does not have', async () => {
  for (const metadata_policy of [{ x: [] }, { x: { p: 'a' } }, { x: { p: null } }]) {
    for (const above of [{}, { x: { p: { essential: false } } }]) {
      const result = await resolveMetadata(([, a, b]) => {
        Object.assign(a.payload, { metadata_policy })
        Object.assign(b.payload, { metadata_policy: above })
      })
      assert.match(String(result), /^FED-22 policy_malformed statement\[1\]/)
    }
  }
})

test('FED-22 treats scope as a list and returns it as a string', async () => {
  const scope = (value: Json | undefined, policy: JsonObject, below?: JsonObject) =>
    resolveParameter(value, policy, below, 'scope')
  assert.deepEqual(await scope('openid a', { subset_of: ['openid', 'b'] }), { is: 'openid' })
  assert.deepEqual(await scope('openid', { add: ['a'] }), { is: 'openid a' })
  assert.deepEqual(await scope(undefined, { value: 'a b' }, { value: 'b a' }), { is: 'a b' })
  assert.deepEqual(await scope(undefined, { default: 'a b', superset_of: ['b'] }), { is: 'a b' })
  assert.equal(await scope('a', { superset_of: ['b'] }), violated)
  assert.deepEqual(await scope(5, { essential: true }), { is: 5 })
})

test('FED-22 parameters with the names of Object.prototype members are treated like any other', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    assert.equal(await resolveParameter(undefined, { essential: true }, undefined, name), violated)
    assert.deepEqual(await resolveParameter('a', { essential: true }, undefined, name), { is: 'a' })
  }
})
