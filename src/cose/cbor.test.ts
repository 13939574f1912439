import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../base/index.ts'
import { type Cbor, cborTag, decodeCbor, encodeCbor, isCborMap, isCborTag, WholeFloat } from './cbor.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

for (const [id, bytes, code] of [
  ['trailing bytes', '01 01', 'cbor_malformed'],
  ['a duplicate key', 'a2 61 61 01 61 61 02', 'cbor_malformed'],
  ['a duplicate key of bytes', 'a2 41 01 01 41 01 02', 'cbor_malformed'],
  ['a duplicate key of bytes, encoded differently', 'a2 41 01 01 58 01 01 02', 'cbor_malformed'],
  ['a duplicate key that is a list', 'a2 81 01 01 81 01 02', 'cbor_malformed'],
  ['a duplicate key that is a map in another order', 'a2 a2 01 02 03 04 01 a2 03 04 01 02 02', 'cbor_malformed'],
  [
    'a duplicate key with lists as keys, in another order',
    'a2 a2 81 01 00 81 02 00 01 a2 81 02 00 81 01 00 02',
    'cbor_malformed',
  ],
  ['a duplicate key in the key of a map', 'a1 a2 41 01 01 41 01 02 01', 'cbor_malformed'],
  ['a duplicate key that is a float, encoded differently', 'a2 f9 3c00 01 fa 3f800000 02', 'cbor_malformed'],
  ['a duplicate key deep inside', '81 a1 01 a2 41 01 01 41 01 02', 'cbor_malformed'],
  ['an unknown tag', 'c1 01', 'cbor_malformed'],
  ['undefined', 'f7', 'cbor_malformed'],
  ['an unassigned simple value', 'e0', 'cbor_malformed'],
  ['a simple value of two bytes', 'f8 ff', 'cbor_malformed'],
  ['a NaN', 'f9 7e 00', 'cbor_malformed'],
  ['an infinity', 'f9 7c 00', 'cbor_malformed'],
  ['a text that is not UTF-8', '62 ff ff', 'cbor_malformed'],
  ['a key that is not UTF-8', 'a1 61 ff 01', 'cbor_malformed'],
  ['a surrogate in a text', '63 ed a0 80', 'cbor_malformed'],
  ['no bytes', '', 'cbor_malformed'],
] as const) {
  test(`WP-51 refuses CBOR with ${id}`, () => {
    const result = decodeCbor(hex(bytes), 'object')
    assert.ok(result instanceof Failure)
    assert.deepEqual([result.code, result.at], [code, 'object'])
  })
}

test('GEN-23 fewer than 16385 data items are read, however few bytes they have (D-415)', () => {
  const listOf = (items: number, item: string) => hex(`99 ${items.toString(16).padStart(4, '0')} ${item.repeat(items)}`)
  const codeOf = (bytes: Uint8Array) => {
    const read = decodeCbor(bytes, 'cbor', { anyValue: true })
    return read instanceof Failure ? read.code : 'read'
  }
  assert.equal(codeOf(listOf(16_383, '01')), 'read')
  assert.equal(codeOf(listOf(16_384, '01')), 'cbor_too_large')
  assert.equal(codeOf(listOf(8192, 'c1 01')), 'cbor_too_large', 'a tag and its content are two items')
  assert.equal(codeOf(hex(`5a 00 00 ff 00 ${'01'.repeat(0xff00)}`)), 'read', 'a byte string is one item')
})

test('refuses an object over the limit before it is decoded', () => {
  const bytes = encodeCbor(new Uint8Array(100))
  assert.deepEqual(decodeCbor(bytes, 'object', { size: 101 }), new Failure('cbor_too_large', 'object'))
  assert.ok(decodeCbor(bytes, 'object', { size: 102 }) instanceof Uint8Array)
  assert.ok(decodeCbor(encodeCbor(new Uint8Array(65_533)), 'object') instanceof Uint8Array) // the default limit is 65 536
  assert.deepEqual(decodeCbor(encodeCbor(new Uint8Array(65_534)), 'object'), new Failure('cbor_too_large', 'object'))
})

test('GEN-23 accepts 32 nested structures and refuses 33', () => {
  for (const [title, of] of [
    ['arrays', (depth: number) => `${'81'.repeat(depth - 1)}80`],
    ['members of maps', (depth: number) => `${'a101'.repeat(depth - 1)}a0`],
    ['keys of maps', (depth: number) => `${'a1'.repeat(depth)}${'01'.repeat(depth + 1)}`],
    ['tags', (depth: number) => `${'d818'.repeat(depth)}01`],
    ['arrays in a key', (depth: number) => `a1 ${'8201'.repeat(depth - 2)}8000`],
    ['members of maps in a key', (depth: number) => `a1 ${'a101'.repeat(depth - 2)}a000`],
    ['tags in a key', (depth: number) => `a1 ${'d818'.repeat(depth - 1)}0100`],
  ] as const) {
    const code = (depth: number): string => {
      const result = decodeCbor(hex(of(depth)), 'object', { tags: [24] })
      return result instanceof Failure ? result.code : 'taken'
    }
    assert.deepEqual([code(32), code(33), code(3500)], ['taken', 'cbor_malformed', 'cbor_malformed'], title)
  }
})

test('keeps the order of members and the types of keys', () => {
  const map = new Map<Cbor, Cbor>([
    ['zz', 1],
    ['a', 2],
    [-7, new Uint8Array([1])],
    ['__proto__', 3],
  ])
  const decoded = decodeCbor(encodeCbor(map), 'object')
  assert.ok(isCborMap(decoded))
  assert.deepEqual([...decoded.keys()], ['zz', 'a', -7, '__proto__'])
})

test('accepts different keys that are bytes, lists, floats or tags', () => {
  for (const bytes of [
    'a2 41 01 01 41 02 02',
    'a2 81 01 01 81 02 02',
    'a2 41 01 01 61 01 02',
    'a2 81 01 01 41 01 02',
    'a2 81 61 31 01 81 01 02',
    'a2 01 01 f9 3c00 02',
    'a2 f9 3c00 01 41 01 02',
    'a2 f9 3c00 01 f9 4000 02',
    'a2 81 41 01 01 81 01 02',
    'a2 81 1b 0020000000000001 01 81 1b 0020000000000002 02',
    'a2 d818 01 01 d818 02 02',
    'a2 d818 01 01 d819 01 02',
  ])
    assert.ok(isCborMap(decodeCbor(hex(bytes), 'object', { tags: [24, 25] }) as Cbor), bytes)
  const doubled = decodeCbor(hex('a2 d818 01 01 d818 01 02'), 'object', { tags: [24] })
  assert.deepEqual(doubled, new Failure('cbor_malformed', 'object'))
})

test('GEN-23 keys that are maps differ if their values differ, and a key that repeats one of its own keys is refused', () => {
  const taken = (bytes: string) => !(decodeCbor(hex(bytes), 'object') instanceof Failure)
  assert.ok(taken('a2 a1 01 02 01 a1 01 03 02'))
  assert.ok(taken('a1 a2 41 01 01 41 02 02 00'))
  for (const bytes of [
    'a2 a1 01 02 01 a1 01 02 02',
    'a1 81 a2 41 01 01 41 01 02 00',
    'a1 a1 01 a2 41 01 01 41 01 02 00',
  ])
    assert.equal(taken(bytes), false, bytes)
})

test('GEN-23 keys inside a key write no warning to the console', ({ mock }) => {
  const warned = mock.method(console, 'warn', () => undefined)
  assert.ok(isCborMap(decodeCbor(hex('a1 a3 81 01 00 81 02 00 81 03 00 01'), 'object') as Cbor))
  assert.equal(warned.mock.callCount(), 0)
})

test('accepts the tags that the caller lists', () => {
  const decoded = decodeCbor(encodeCbor(cborTag(24, new Uint8Array([1]))), 'object', { tags: [24] })
  assert.ok(isCborTag(decoded))
  assert.equal(decoded.tag, 24)
})

test('reads unknown values if the caller allows it, and still refuses malformed bytes', () => {
  for (const [bytes, expected] of [
    ['d864 01', cborTag(100, 1)],
    ['c2 41 01', cborTag(2, hex('01'))],
    ['db ffffffffffffffff 01', cborTag(2 ** 64, 1)],
    ['82 f7 01', [null, 1]],
    ['82 e0 01', [null, 1]],
    ['f3', null],
    ['82 f8 20 01', [null, 1]],
    ['a1 01 f8 ff', new Map([[1, null]])],
    ['84 f4 f5 f6 f9 3c00', [false, true, null, new WholeFloat(1)]],
    ['f9 3e00', 1.5],
    ['f9 7e00', Number.NaN],
    ['f9 7c00', Number.POSITIVE_INFINITY],
  ] as const)
    assert.deepEqual(decodeCbor(hex(bytes), 'object', { anyValue: true }), expected, bytes)
  for (const bytes of [
    '01 01',
    'a2 61 61 01 61 61 02',
    '9f 01 ff',
    'd864',
    `${'d864'.repeat(33)}01`,
    'f8 1f',
    'f8',
    'fc',
    'ff',
  ])
    assert.ok(decodeCbor(hex(bytes), 'object', { anyValue: true }) instanceof Failure, bytes)
})

test('reads an integer beyond 2^53 as a bigint, and a byte string as a plain Uint8Array', () => {
  assert.equal(decodeCbor(hex('1b 0020000000000001'), 'object'), 9_007_199_254_740_993n)
  const value = decodeCbor(Buffer.from('4101', 'hex'), 'object')
  assert.equal(Object.getPrototypeOf(value), Uint8Array.prototype)
})

test('keeps a text unchanged, including its byte order mark', () => {
  for (const text of ['\ufeffa', '\ufffd', 'è', '', 'a'.repeat(40)])
    assert.equal(decodeCbor(encodeCbor(text), 'object'), text)
})

test('refuses to write a text with a lone surrogate, at every place', () => {
  for (const text of ['a\ud800', '\udc00'])
    for (const value of [text, [text], new Map([['a', text]]), new Map([[text, 1]]), cborTag(24, [text])])
      assert.throws(() => encodeCbor(value), TypeError)
  assert.deepEqual(encodeCbor('\ud835\udcb3'), hex('64 f09d92b3'))
})
