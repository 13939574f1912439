/**
 * Laws of metadata policy, over random policies and values.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { failed, type Json, type JsonObject } from '../../src/base/index.ts'
import { applyMetadataPolicy, mergeMetadataPolicy, parseMetadataPolicy } from '../../src/federation/index.ts'
import { canonicalText } from '../../src/federation/metadata-policy/json-sets.ts'

const scalar: fc.Arbitrary<Json> = fc.constantFrom('a', 'b', 'c', '', 0, 1, false, true)
const list: fc.Arbitrary<Json> = fc.uniqueArray(scalar, { maxLength: 4 })
const operands = fc.record(
  {
    value: fc.oneof(scalar, list, fc.constant(null)),
    add: list,
    default: fc.oneof(scalar, list),
    one_of: list,
    subset_of: list,
    superset_of: list,
    essential: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>
const metadata = fc.option(fc.oneof(scalar, list), { nil: undefined })

const policyOf = (parameter: JsonObject) => parseMetadataPolicy({ t: { p: parameter } }, 'policy')
const valid = operands.filter((parameter) => !failed(policyOf(parameter)))
const parsed = (parameter: JsonObject) => {
  const policy = policyOf(parameter)
  assert.ok(!failed(policy))
  return policy
}
const textOf = (policy: ReturnType<typeof mergeMetadataPolicy>): string => {
  if (failed(policy)) return 'refused'
  const entries = [...(policy.get('t')?.get('p') ?? [])].map(
    ([name, operand]) => [name, Array.isArray(operand) ? operand.map(canonicalText).sort() : operand] as const,
  )
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('FED-21 merging is commutative up to the order of lists', () => {
  fc.assert(
    fc.property(valid, valid, (a, b) => {
      const [one, other] = [parsed(a), parsed(b)]
      assert.equal(textOf(mergeMetadataPolicy(one, other, 'm')), textOf(mergeMetadataPolicy(other, one, 'm')))
    }),
  )
})

test('FED-21 merging a policy with itself changes nothing, unless one_of is empty', () => {
  fc.assert(
    fc.property(valid, (a) => {
      const expected = Array.isArray(a.one_of) && a.one_of.length === 0 ? 'refused' : textOf(parsed(a))
      assert.equal(textOf(mergeMetadataPolicy(parsed(a), parsed(a), 'm')), expected)
    }),
  )
})

test('FED-04 what a policy lets through satisfies it: applying twice is applying once', () => {
  fc.assert(
    fc.property(valid, metadata, (a, value) => {
      const once = applyMetadataPolicy(parsed(a), { t: value === undefined ? {} : { p: value } }, 'm')
      if (failed(once)) return
      assert.deepEqual(applyMetadataPolicy(parsed(a), once, 'm'), once)
    }),
  )
})

test('FED-21 a superior keeps its word: what the merged policy lets through satisfies what the superior demands', () => {
  fc.assert(
    fc.property(valid, valid, metadata, (a, b, value) => {
      const merged = mergeMetadataPolicy(parsed(a), parsed(b), 'm')
      if (failed(merged)) return
      const resolved = applyMetadataPolicy(merged, { t: value === undefined ? {} : { p: value } }, 'm')
      if (failed(resolved)) return
      const demands = parsed(
        Object.fromEntries(Object.entries(a).filter(([name]) => name !== 'default' && name !== 'value')),
      )
      const again = applyMetadataPolicy(demands, resolved, 'm')
      assert.ok(!failed(again))
      if (a.value !== undefined && b.value !== undefined && a.value !== null)
        assert.ok(Object.hasOwn(resolved.t ?? {}, 'p'))
    }),
  )
})

test('FED-22 any JSON as a policy gives a policy or a failure, never a throw', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (json) => {
      const policy = parseMetadataPolicy(JSON.parse(JSON.stringify(json)), 'policy')
      assert.ok(failed(policy) || policy instanceof Map)
    }),
  )
})
