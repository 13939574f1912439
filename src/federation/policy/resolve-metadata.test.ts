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
