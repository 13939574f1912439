import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cbor } from '../cose/index.ts'
import { cborToJson } from './element-value.ts'

test('a map is JSON whatever its keys are, also what throws when it is made a text of', () => {
  const hostile = new Map<Cbor, Cbor>([
    ['toString', 1],
    ['valueOf', 1],
  ])
  const map = new Map<Cbor, Cbor>([
    [hostile, 'a'],
    [[1, 'e'], 'b'],
    [2, 'c'],
    [null, 'd'],
    ['__proto__', 'e'],
  ])
  assert.deepEqual(Object.entries(cborToJson(map) as object), [
    ['2', 'c'],
    ['{"toString":1,"valueOf":1}', 'a'],
    ['[1,"e"]', 'b'],
    ['null', 'd'],
    ['__proto__', 'e'],
  ])
})
