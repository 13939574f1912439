import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOfJsonFault } from './json-fault.ts'

const faults: readonly (readonly [text: string, line: number, column: number])[] = [
  ['', 1, 1],
  ['{\n  "a": 1,\n}', 3, 1],
  ['{\n  "a": [1, 2,]\n}', 2, 14],
  ['{"a" 1}', 1, 6],
  ['{"a": 1\n "b": 2}', 2, 2],
  ["{'a': 1}", 1, 2],
  ['{"a": nul}', 1, 7],
  ['{"a": 01}', 1, 8],
  ['{"a": "x\n"}', 1, 9],
  ['{"a": "x\\q"}', 1, 9],
  ['{"a": "x\\u12g4"}', 1, 9],
  ['{"a": "xy', 1, 10],
  ['{"a": "x\ty"}', 1, 9],
  ['{\n  "a\\q": 1}', 2, 5],
  ['{"a', 1, 4],
  ['{"a": -}', 1, 7],
  ['{"a": {"b": [{}]}', 1, 18],
  ['{} x', 1, 4],
  ['{"a": 1}}', 1, 9],
]
for (const [text, line, column] of faults)
  test(`${JSON.stringify(text)} has its fault at ${line}:${column}`, () => {
    assert.throws(() => JSON.parse(text))
    assert.deepEqual(placeOfJsonFault(text), { line, column })
  })

test('finds the second of two equal names of one object, which JSON.parse accepts', () => {
  assert.deepEqual(placeOfJsonFault('{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}'), { line: 4, column: 3 })
  assert.deepEqual(placeOfJsonFault('{"a": {"b": [], "\\u0062": {}}}'), { line: 1, column: 17 })
  assert.equal(placeOfJsonFault('{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": {}}}'), undefined)
})

test('finds no fault in valid JSON', () => {
  for (const text of ['{}', '[]', ' {"a":[1,-2.5e+3,"\\u00e9\\n",{"b":null}],"c":{}} \n', '"x"', '0', '[[],[{}]]']) {
    JSON.parse(text)
    assert.equal(placeOfJsonFault(text), undefined)
  }
})
