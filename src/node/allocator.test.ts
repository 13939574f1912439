import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allocatorVariables, servingEnvironment } from './allocator.ts'

test('what the environment says of the allocator itself stands', () => {
  assert.deepEqual(servingEnvironment({ PATH: '/bin' }), { PATH: '/bin', ...allocatorVariables })
  const own = { GLIBC_TUNABLES: 'glibc.malloc.check=1' }
  assert.deepEqual(servingEnvironment(own), own)
})
