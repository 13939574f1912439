import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allocatorVariables, collectorOption, servingEnvironment } from './serving-environment.ts'

test('what the environment says of allocator and collector itself stands, and other options of Node beside ours', () => {
  const ours = { ...allocatorVariables, NODE_OPTIONS: collectorOption }
  assert.deepEqual(servingEnvironment({ PATH: '/bin' }), { PATH: '/bin', ...ours })
  const own = { GLIBC_TUNABLES: 'glibc.malloc.check=1', NODE_OPTIONS: '--max-semi-space-size=8' }
  assert.deepEqual(servingEnvironment(own), own)
  const { NODE_OPTIONS } = servingEnvironment({ NODE_OPTIONS: '--require ./trace.cjs' })
  assert.equal(NODE_OPTIONS, `--require ./trace.cjs ${collectorOption}`)
})
