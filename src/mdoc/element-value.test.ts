import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../base/index.ts'
import { type Cbor, cborTag, WholeFloat } from '../cose/index.ts'
import { cborToJson, fullDate, mdocTags, readTdate } from './element-value.ts'

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

test('a float that is a whole number is that number in JSON, also as a key', () => {
  const map = new Map<Cbor, Cbor>([[new WholeFloat(2), [new WholeFloat(1), 1.5]]])
  assert.deepEqual(cborToJson(map), { 2: [1, 1.5] })
})

test('what JSON has no form for becomes a text: octets, numbers beyond doubles, and what a tag stands before', () => {
  const values: readonly (readonly [Cbor, Json])[] = [
    [Uint8Array.of(1, 2, 3), 'AQID'],
    [2n ** 63n, '9223372036854775808'],
    [cborTag(mdocTags.fullDate, '2026-01-31'), '2026-01-31'],
    [
      [1, null, true, 'x', 2n ** 53n],
      [1, null, true, 'x', '9007199254740992'],
    ],
  ]
  for (const [value, json] of values) assert.deepEqual(JSON.parse(JSON.stringify(cborToJson(value))), json)
})

test('a time is a text under its own tag, and a day is written in its form alone', () => {
  const text = '2026-01-31T00:00:00Z'
  assert.equal(readTdate(cborTag(mdocTags.tdate, text)), 1_769_817_600)
  for (const value of [text, undefined, cborTag(mdocTags.fullDate, text), cborTag(mdocTags.tdate, 1_769_817_600)])
    assert.equal(readTdate(value), undefined)
  for (const day of ['x2026-01-31', '2026-01-31T', '2026-1-31']) assert.throws(() => fullDate(day), TypeError)
})
