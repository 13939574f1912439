/**
 * Laws of metadata policy, over random policies and values.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { failed, type Json, type JsonObject } from '../../src/base/index.ts'
import {
  applyMetadataPolicy,
  type MetadataPolicy,
  mergeMetadataPolicy,
  parseMetadataPolicy,
} from '../../src/federation/index.ts'
import { canonicalText } from '../../src/federation/policy/json-sets.ts'

const seed = 20_261_123

const scalar: fc.Arbitrary<Json> = fc.constantFrom('a', 'b', 'c', '', 0, 1, false, true)
const list: fc.Arbitrary<Json> = fc.uniqueArray(scalar, { maxLength: 4 })
const operandOf: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  value: fc.oneof(scalar, list, fc.constant(null)),
  add: list,
  default: fc.oneof(scalar, list),
  one_of: list,
  subset_of: list,
  superset_of: list,
  essential: fc.boolean(),
}
/** Policies of one or two operators. They, and their merge, accept most metadata. */
const few = fc
  .subarray(Object.keys(operandOf), { minLength: 1, maxLength: 2 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, operandOf[name] ?? scalar]))))
const operands = fc.oneof(fc.record(operandOf, { requiredKeys: [] }), few) as fc.Arbitrary<JsonObject>
const metadata = fc.option(fc.oneof(scalar, list), { nil: undefined, freq: 2 })

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

const merged = (policies: readonly MetadataPolicy[]) =>
  policies.reduce<ReturnType<typeof mergeMetadataPolicy>>(
    (above, policy) => (failed(above) ? above : mergeMetadataPolicy(above, policy, 'm')),
    new Map(),
  )

/**
 * Returns the operators that a value does not satisfy: OpenID Federation 1.0 §6.1.3.1, implemented independently of the
 * code under test.
 */
function unsatisfied(policy: JsonObject, value: Json | undefined): readonly string[] {
  const values = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const within = (inner: readonly Json[], outer: readonly Json[]): boolean =>
    inner.every((one) => outer.some((other) => Object.is(one, other)))
  const listOf = (operand: Json | undefined): readonly Json[] =>
    Array.isArray(operand) ? operand : operand === undefined ? [] : [operand]
  const isSatisfied: Readonly<Record<string, () => boolean>> = {
    value: () => {
      if (policy.value === null) return value === undefined
      const wanted = listOf(policy.value)
      return within(values, wanted) && within(wanted, values)
    },
    add: () => within(listOf(policy.add), values),
    default: () => true,
    one_of: () => value === undefined || within([value], listOf(policy.one_of)),
    subset_of: () => within(values, listOf(policy.subset_of)),
    superset_of: () => value === undefined || within(listOf(policy.superset_of), values),
    essential: () => policy.essential === false || value !== undefined,
  }
  return Object.keys(policy).filter((name) => !isSatisfied[name]?.())
}

test('FED-21 merging is commutative up to the order of lists', () => {
  fc.assert(
    fc.property(valid, valid, (a, b) => {
      const [one, other] = [parsed(a), parsed(b)]
      assert.equal(textOf(mergeMetadataPolicy(one, other, 'm')), textOf(mergeMetadataPolicy(other, one, 'm')))
    }),
    { seed },
  )
})

test('FED-21 merging a policy with itself changes nothing, unless one_of is empty', () => {
  fc.assert(
    fc.property(valid, (a) => {
      const expected = Array.isArray(a.one_of) && a.one_of.length === 0 ? 'refused' : textOf(parsed(a))
      assert.equal(textOf(mergeMetadataPolicy(parsed(a), parsed(a), 'm')), expected)
    }),
    { seed },
  )
})

test('FED-04 a policy that is applied to its own result changes nothing', () => {
  fc.assert(
    fc.property(valid, metadata, (a, value) => {
      const once = applyMetadataPolicy(parsed(a), { t: value === undefined ? {} : { p: value } }, 'm')
      if (failed(once)) return
      assert.deepEqual(applyMetadataPolicy(parsed(a), once, 'm'), once)
    }),
    { seed },
  )
})

test('FED-21 the result of the merged policy satisfies the superior’s demands', () => {
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
    { seed },
  )
})

test('FED-21 merging is associative: from the anchor down or from the leaf up', () => {
  fc.assert(
    fc.property(valid, valid, valid, (a, b, c) => {
      const [one, two, three] = [parsed(a), parsed(b), parsed(c)]
      const down = merged([one, two, three])
      const below = mergeMetadataPolicy(two, three, 'm')
      const up = failed(below) ? below : mergeMetadataPolicy(one, below, 'm')
      // One order may refuse a combination during the merge, the other only at the end.
      assert.equal(textOf(down), textOf(up))
    }),
    { seed },
  )
})

test('FED-19 FED-21 resolved metadata satisfies every policy of the path, by an independent implementation of the standard', () => {
  const path = fc.array(fc.tuple(valid, valid), { minLength: 1, maxLength: 4 })
  let resolvedPaths = 0
  fc.assert(
    fc.property(path, metadata, metadata, (superiors, p, q) => {
      const policies = superiors.map(([forP, forQ]) => parseMetadataPolicy({ t: { p: forP, q: forQ } }, 'policy'))
      const merging = merged(policies.map((policy) => (failed(policy) ? assert.fail(policy.code) : policy)))
      if (failed(merging)) return
      const given = { ...(p !== undefined && { p }), ...(q !== undefined && { q }), untouched: 1 }
      const resolved = applyMetadataPolicy(merging, { t: given, other: given }, 'm')
      if (failed(resolved)) return
      resolvedPaths += 1
      assert.deepEqual(applyMetadataPolicy(merging, resolved, 'm'), resolved)
      assert.deepEqual([resolved.other, resolved.t?.untouched], [given, 1])
      for (const [forP, forQ] of superiors) {
        assert.deepEqual(unsatisfied(forP, resolved.t?.p), [])
        assert.deepEqual(unsatisfied(forQ, resolved.t?.q), [])
      }
    }),
    { numRuns: 1000, seed },
  )
  assert.ok(resolvedPaths > 50, `only ${resolvedPaths} paths could be resolved`)
})

for (const [name, operand] of Object.entries(operandOf))
  test(`FED-19 FED-21 the result of ${name} of two superiors satisfies both`, () => {
    fc.assert(
      fc.property(operand, operand, metadata, (above, below, value) => {
        const policies = [{ [name]: above }, { [name]: below }]
        const merging = policies.some((policy) => failed(policyOf(policy))) ? undefined : merged(policies.map(parsed))
        if (merging === undefined || failed(merging)) return
        const resolved = applyMetadataPolicy(merging, { t: value === undefined ? {} : { p: value } }, 'm')
        if (failed(resolved)) return
        for (const policy of policies) assert.deepEqual(unsatisfied(policy, resolved.t?.p), [])
      }),
      { numRuns: 300, seed },
    )
  })

test('FED-22 any JSON as a policy gives a policy or a failure, but no exception', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (json) => {
      const policy = parseMetadataPolicy(JSON.parse(JSON.stringify(json)), 'policy')
      assert.ok(failed(policy) || policy instanceof Map)
    }),
    { seed },
  )
})
