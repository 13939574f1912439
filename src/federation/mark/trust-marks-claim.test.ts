import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTrustMarks } from './trust-marks-claim.ts'

test('FED-36 reads the type of a trust mark under its final name and its earlier names', () => {
  for (const name of ['trust_mark_type', 'trust_mark_id', 'id'])
    assert.deepEqual(readTrustMarks([{ [name]: 'https://m.example', trust_mark: 'jwt' }]), [
      { trust_mark: 'jwt', trust_mark_type: 'https://m.example' },
    ])
  const both = readTrustMarks([{ id: 'old', trust_mark_type: 'final', trust_mark: 'jwt' }])
  assert.equal(both[0]?.trust_mark_type, 'final')
})

test('leaves out entries that cannot be read', () => {
  assert.deepEqual(readTrustMarks([{ id: 'x' }, null, 'jwt', { trust_mark: 'jwt' }]), [])
  assert.deepEqual(readTrustMarks('jwt'), [])
  assert.deepEqual(readTrustMarks(undefined), [])
})
