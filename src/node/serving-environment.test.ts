import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allocatorVariables, servingEnvironment } from './serving-environment.ts'

test('variables of the environment for allocator and collector are kept, and other options of Node are added to ours', () => {
  const ours = '--max-semi-space-size=32 --v8-pool-size=1'
  assert.deepEqual(servingEnvironment({ PATH: '/bin' }), { PATH: '/bin', ...allocatorVariables, NODE_OPTIONS: ours })
  const own = { GLIBC_TUNABLES: 'glibc.malloc.check=1', NODE_OPTIONS: '--v8-pool-size=3 --max-semi-space-size=8' }
  assert.deepEqual(servingEnvironment(own), own)
  const optionsFor = (NODE_OPTIONS: string) => servingEnvironment({ NODE_OPTIONS }).NODE_OPTIONS
  assert.equal(optionsFor('--require ./trace.cjs'), `--require ./trace.cjs ${ours}`)
  assert.equal(optionsFor('--max-semi-space-size=8'), '--max-semi-space-size=8 --v8-pool-size=1')
})

test('an option of Node that is written with underscores is kept, because the last of two values counts', () => {
  const optionsFor = (NODE_OPTIONS: string) => servingEnvironment({ NODE_OPTIONS }).NODE_OPTIONS
  assert.equal(optionsFor('--max_semi_space_size=64'), '--max_semi_space_size=64 --v8-pool-size=1')
  assert.equal(optionsFor('--v8_pool-size=3'), '--v8_pool-size=3 --max-semi-space-size=32')
})
