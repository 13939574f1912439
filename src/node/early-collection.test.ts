import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { collectEarly, heapGrowth } from './early-collection.ts'

test('V8 accepts the option that limits the growth of its heap', () => {
  const { status, stderr } = spawnSync(process.execPath, [`--heap-growing-percent=${heapGrowth}`, '--eval', '0'])
  assert.deepEqual([status, String(stderr)], [0, ''])
  assert.doesNotThrow(collectEarly)
})
