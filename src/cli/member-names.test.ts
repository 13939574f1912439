import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireNames } from './member-names.ts'

test('our own members are printed in snake case, and foreign data keep their names', () => {
  assert.deepEqual(wireNames({ expiresAt: 1, of: [{ keyId: 'a' }], claims: { givenName: 'Ada' } }, ['claims']), {
    expires_at: 1,
    of: [{ key_id: 'a' }],
    claims: { givenName: 'Ada' },
  })
  assert.equal(wireNames(null), null)
})
