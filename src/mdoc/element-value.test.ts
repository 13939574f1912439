import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../base/index.ts'
import { type Cbor, cborTag, WholeFloat } from '../cose/index.ts'
import { cborToJson, fullDate, hasJsonForm, mdocTags, readTdate, tdate } from './element-value.ts'

test('a map becomes JSON with any keys, even those that String throws for', () => {
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

test('a float with an integer value becomes that number in JSON, even as a key', () => {
  const map = new Map<Cbor, Cbor>([[new WholeFloat(2), [new WholeFloat(1), 1.5]]])
  assert.deepEqual(cborToJson(map), { 2: [1, 1.5] })
})

test('octets, integers beyond a double and tagged values become texts in JSON', () => {
  const values: readonly (readonly [Cbor, Json])[] = [
    [Uint8Array.of(1, 2, 3), 'AQID'],
    [2n ** 63n, '9223372036854775808'],
    [2n ** 53n + 1n, '9007199254740993'],
    [-(2n ** 64n), '-18446744073709551616'],
    [cborTag(mdocTags.fullDate, '2026-01-31'), '2026-01-31'],
    [
      [1, null, true, 'x', 2n ** 60n],
      [1, null, true, 'x', '1152921504606846976'],
    ],
  ]
  for (const [value, json] of values) assert.deepEqual(JSON.parse(JSON.stringify(cborToJson(value))), json)
})

test('GEN-34 an unsafe integer that a double represents exactly becomes that number in JSON', () => {
  for (const [value, json] of [
    [2n ** 53n, '9007199254740992'],
    [10n ** 18n, '1000000000000000000'],
    [-(10n ** 18n), '-1000000000000000000'],
  ] as const)
    assert.equal(JSON.stringify(cborToJson(value)), json)
})

test('GEN-34 a map with two keys that become the same name has no JSON form, at any depth', () => {
  const key = Uint8Array.of(105, 183)
  for (const [a, b] of [
    [1, '1'],
    [1, new WholeFloat(1)],
    [key, 'abc'],
    [null, 'null'],
    [2n ** 60n, '1152921504606846976'],
    [cborTag(1, 5), 5],
  ] as readonly (readonly [Cbor, Cbor])[]) {
    const map = new Map<Cbor, Cbor>([
      [a, 'a'],
      [b, 'b'],
    ])
    for (const value of [map, [1, map], new Map([['x', map]]), cborTag(24, map)])
      assert.equal(hasJsonForm(value), false, String(b))
  }
  for (const value of [
    1,
    'x',
    null,
    [1, 'a'],
    new Map<Cbor, Cbor>([
      [1, 'a'],
      ['a', 1],
    ]),
    cborTag(0, 'x'),
  ])
    assert.equal(hasJsonForm(value), true)
})

test('a time is read only from a text with its own tag, and a day has only one form', () => {
  const text = '2026-01-31T00:00:00Z'
  assert.equal(readTdate(cborTag(mdocTags.tdate, text)), 1_769_817_600)
  for (const value of [text, undefined, cborTag(mdocTags.fullDate, text), cborTag(mdocTags.tdate, 1_769_817_600)])
    assert.equal(readTdate(value), undefined)
  for (const day of ['x2026-01-31', '2026-01-31T', '2026-1-31']) assert.throws(() => fullDate(day), TypeError)
})

test('WI-62 RP-12 a time of another issuer can have a fraction of a second, but ours never has a fraction (D-516)', () => {
  const read = (text: string) => readTdate(cborTag(mdocTags.tdate, text))
  for (const [fraction, seconds] of [
    ['.5', 0.5],
    ['.0000000', 0],
    ['.123456', 0.123456],
    ['.999999999', 0.999999999],
    [`.${'1'.repeat(30)}`, 1 / 9],
  ] as const)
    assert.ok(Math.abs(Number(read(`2026-01-31T00:00:00${fraction}Z`)) - 1_769_817_600 - seconds) < 1e-6, fraction)
  for (const text of [
    '00:00:00.Z',
    '00:00:00,5Z',
    '00:00:00.5',
    '00:00:00.5z',
    '00:00:60.5Z',
    '00:00.5Z',
    '24:00:00.5Z',
  ])
    assert.equal(read(`2026-01-31T${text}`), undefined, text)
  assert.equal(read('2026-02-31T00:00:00.5Z'), undefined)
  assert.equal(cborToJson(cborTag(mdocTags.tdate, '2026-01-31T00:00:00.5Z')), '2026-01-31T00:00:00.5Z')
  assert.deepEqual(tdate(1_769_817_600.75), cborTag(mdocTags.tdate, '2026-01-31T00:00:00Z'))
})

test('fullDate refuses a day that does not exist', () => {
  for (const day of ['2026-02-31', '2025-02-29', '2026-13-01', '2026-00-10', '2026-01-00'])
    assert.throws(() => fullDate(day), TypeError)
  assert.deepEqual(fullDate('2024-02-29'), cborTag(mdocTags.fullDate, '2024-02-29'))
})
