import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { collectEarly, heapGrowth } from './early-collection.ts'

test('V8 knows what it is told about its old generation', () => {
  const { status, stderr } = spawnSync(process.execPath, [`--heap-growing-percent=${heapGrowth}`, '--eval', '0'])
  assert.deepEqual([status, String(stderr)], [0, ''])
  assert.doesNotThrow(collectEarly)
})
