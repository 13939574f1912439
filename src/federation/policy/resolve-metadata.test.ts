import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type Json, type JsonObject } from '../../base/index.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import { resolveMetadata } from './resolve-metadata.ts'

const subject = { metadata: { any_type: { p: 'a' } } } as unknown as EntityStatement
const withPolicy = (operands: JsonObject) =>
  ({ metadata: {}, metadata_policy: { any_type: { p: operands as Json } } }) as unknown as EntityStatement

test('FED-21 policies that cannot be merged are refused, with the place of the lower policy', () => {
  const superiors = [{ essential: true }, { value: 'b' }, { value: 'a' }].map(withPolicy)
  const result = resolveMetadata(subject, superiors, { loopbackHttp: false })
  assert.ok(failed(result))
  assert.deepEqual(
    [result.code, result.at],
    ['policy_merge_impossible', 'statement[2].payload.metadata_policy.any_type.p.value'],
  )
})

test('FED-04 GEN-42 the evidence of a violated policy names the superiors that state the operator', () => {
  const superiors = [{ essential: true }, { one_of: ['b'] }, { one_of: ['b', 'c'] }].map((operands, index) => ({
    ...withPolicy(operands),
    iss: `https://${index}.example`,
  }))
  const result = resolveMetadata(subject, superiors, { loopbackHttp: false })
  assert.ok(failed(result))
  assert.deepEqual(
    [result.at, result.evidence],
    [
      'metadata.any_type.p.one_of',
      { expected: '[b] in the policy of https://1.example and https://2.example', found: 'a' },
    ],
  )
})

test('FED-04 D-1083 one_of compares scope as a set of names', () => {
  const resolve = (operands: JsonObject, scope?: string) => {
    const entity = { metadata: { any_type: scope === undefined ? {} : { scope } } } as unknown as EntityStatement
    const superior = { metadata: {}, metadata_policy: { any_type: { scope: operands as Json } } }
    const result = resolveMetadata(entity, [superior as unknown as EntityStatement], { loopbackHttp: false })
    return failed(result) ? result.code : result.any_type?.scope
  }
  const one_of = ['openid', 'openid profile']
  assert.equal(resolve({ one_of }, 'openid'), 'openid')
  assert.equal(resolve({ one_of }, 'profile openid'), 'profile openid')
  assert.equal(resolve({ one_of }), undefined)
  assert.equal(resolve({ one_of }, 'openid email'), 'policy_violated')
  assert.equal(resolve({ one_of }, 'profile'), 'policy_violated')
  assert.equal(resolve({ one_of, value: 'profile openid' }, 'email'), 'profile openid')
  assert.equal(resolve({ one_of, default: 'openid' }), 'openid')
  assert.equal(resolve({ one_of, value: 'email' }), 'policy_combination_invalid')
})

test('FED-04 D-1083 superiors that write the names of a scope in another order agree', () => {
  const superior = (one_of: Json) =>
    ({ metadata: {}, metadata_policy: { any_type: { scope: { one_of } } } }) as unknown as EntityStatement
  const entity = { metadata: { any_type: { scope: 'openid profile' } } } as unknown as EntityStatement
  const resolve = (own: Json, other: Json) => {
    const result = resolveMetadata(entity, [superior(own), superior(other)], { loopbackHttp: false })
    return failed(result) ? result.code : result.any_type?.scope
  }
  assert.equal(resolve(['openid', 'openid profile'], ['profile openid']), 'openid profile')
  assert.equal(resolve(['openid profile'], ['openid email']), 'policy_merge_impossible')
})
