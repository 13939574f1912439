/**
 * Metadata policies of an anchor and an intermediate, merged and applied, against published vectors.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import {
  applyMetadataPolicy,
  mergeMetadataPolicy,
  parseMetadataPolicy,
} from '../../../src/federation/policy/metadata-policy.ts'
import { type PolicyVector, policyVectors } from '../../vectors/metadata-policy.ts'

const type = 'openid_relying_party'

function outcomeOf({ parameter, anchor, intermediate, value }: PolicyVector): PolicyVector['outcome'] {
  const superior = parseMetadataPolicy({ [type]: { [parameter]: anchor } }, 'anchor')
  const subordinate = parseMetadataPolicy({ [type]: { [parameter]: intermediate } }, 'intermediate')
  if (failed(superior) || failed(subordinate)) return 'invalid_policy'
  const merged = mergeMetadataPolicy(superior, subordinate, 'intermediate')
  if (failed(merged)) return 'invalid_policy'
  const metadata = { [type]: value === undefined ? {} : { [parameter]: value } }
  const resolved = applyMetadataPolicy(merged, metadata, 'metadata')
  if (failed(resolved)) return 'invalid_metadata'
  const operands = Object.fromEntries(merged.get(type)?.get(parameter) ?? [])
  const result = resolved[type]?.[parameter]
  return { merged: operands, ...(result !== undefined && { resolved: result }) }
}

for (const vector of policyVectors)
  test(`FED-04 FED-21 FED-22 vector ${vector.n}: ${JSON.stringify(vector.anchor)} above ${JSON.stringify(vector.intermediate)}`, () => {
    assert.deepEqual(outcomeOf(vector), vector.outcome)
  })
