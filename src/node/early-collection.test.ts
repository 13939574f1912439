import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { collectEarly, heapGrowth } from './early-collection.ts'

test('V8 receives the limit of its old generation', () => {
  const { status, stderr } = spawnSync(process.execPath, [`--heap-growing-percent=${heapGrowth}`, '--eval', '0'])
  assert.deepEqual([status, String(stderr)], [0, ''])
  assert.doesNotThrow(collectEarly)
})
