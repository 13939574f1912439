import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from './failure.ts'
import { isJsonObject, type Json, parseJson, parseJsonObject, sameJson } from './json.ts'

const codeOf = (value: unknown): unknown => (value instanceof Failure ? value.code : value)

test('GEN-28 refuses duplicate members in every spelling and at every place', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"\\u0061":1,"a":1}',
    '{"x":{"a":1,"b":2,"a":3}}',
    '[{"a":1},{"b":[],"b":{}}]',
    '{"a":{"a":1},"a":2}',
    '{"":1,"":2}',
    '{ "a" : "x,\\"a\\":" , "a" : 1 }',
    '{"\\/":1,"/":2}',
  ])
    assert.equal(codeOf(parseJson(text, 'x')), 'json_duplicate_member', text)
})

test('refuses __proto__ as a name, even if it is escaped', () => {
  for (const text of ['{"__proto__":{}}', '{"a":[{"__proto__":1}]}', '{"\\u005f_proto__":1}'])
    assert.equal(codeOf(parseJson(text, 'x')), 'json_duplicate_member', text)
})

test('accepts names that only look like duplicates', () => {
  for (const text of [
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a"],"b":1}',
    '["__proto__"]',
    '{"a":"\\\\","b":"\\"{[,"}',
    '{"constructor":1,"toString":2}',
    '{"\\\\u0061":1,"a":2}',
  ])
    assert.deepEqual(parseJson(text, 'x'), JSON.parse(text))
})

test('a quote after any number of backslashes ends a string only if it is not escaped', () => {
  for (let slashes = 0; slashes < 9; slashes += 1) {
    const name = '\\'.repeat(slashes)
    const member = JSON.stringify(`${name}"{[:,`)
    assert.deepEqual(parseJson(`{${member}:${member},"a":{}}`, 'x'), { [`${name}"{[:,`]: `${name}"{[:,`, a: {} })
    assert.equal(codeOf(parseJson(`{${member}:1,${member}:2}`, 'x')), 'json_duplicate_member')
    assert.equal(parseJson(JSON.stringify(name), 'x'), name)
  }
})

test('a long string of nothing but escapes is parsed', () => {
  for (const text of ['\\'.repeat(100_000), '"'.repeat(100_000), '\\"'.repeat(60_000)])
    assert.equal(parseJson(JSON.stringify(text), 'x'), text)
})

test('refuses a text that is not JSON', () => {
  for (const text of ['', '{', '{a:1}', "{'a':1}", '[1,]', '01', 'NaN', '{"a":1}x', '\ufeff{}', '"\n"'])
    assert.equal(codeOf(parseJson(text, 'x')), 'json_malformed', text)
})

test('refuses a number beyond the range of a double, at every place', () => {
  for (const number of ['1e999', '-1e999', '1E+400', '9'.repeat(400), '1.8e308'])
    for (const text of [
      number,
      `[${number}]`,
      `[1,[${number}]]`,
      `{"a":${number}}`,
      `{"a":[{"b":1,"c":${number}}],"d":2}`,
    ])
      assert.equal(codeOf(parseJson(text, 'x')), 'json_malformed', text)
})

test('GEN-34 refuses a number that a double would change, at every place', () => {
  for (const number of [
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '900719925474099.3e1',
    '18446744073709551615',
    '1152921504606846976',
    '0.1000000000000000055511151231257827',
    '1.0000000000000001',
    '3.141592653589793238462643383279',
    '1e-999',
    '4.9e-324',
    `1${'0'.repeat(200)}1`,
    `0.${'0'.repeat(400)}1`,
    `1e-${'9'.repeat(30)}`,
  ])
    for (const text of [number, `[1,${number}]`, `{"a":${number}}`, `{"a":[{"b":"9","c":${number}}],"d":2}`])
      assert.equal(codeOf(parseJson(text, 'x')), 'json_malformed', text)
})

test('GEN-34 the place mentions that a number is at fault, but does not contain the number', () => {
  const expected = new Failure('json_malformed', 'body (a number that a double cannot represent)')
  assert.deepEqual(parseJsonObject('{"a":[1,9007199254740993]}', 'body'), expected)
})

test('GEN-34 accepts every number that a double keeps, in any spelling', () => {
  for (const [number, value] of [
    ['0', 0],
    ['-0.0', 0],
    ['0e999', 0],
    ['1.0', 1],
    ['1.10', 1.1],
    ['100e-2', 1],
    ['1E2', 100],
    ['0.00012e+4', 1.2],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['9007199254740992', 2 ** 53],
    ['1000000000000000000', 1e18],
    ['1700000000.1234567', 1_700_000_000.1234567],
    ['0.30000000000000004', 0.1 + 0.2],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    [`1${'0'.repeat(300)}`, 1e300],
  ] as const)
    for (const [text, whole] of [
      [number, value],
      [`[${number},"1e999"]`, [value, '1e999']],
      [`{"1e999":${number}}`, { '1e999': value }],
    ] as const)
      assert.equal(JSON.stringify(parseJson(text, 'x')), JSON.stringify(whole), text)
})

test('GEN-34 a text has at most 1000 numbers that need a second reading, and any number of short ones', () => {
  const listOf = (number: string, count: number): string => `[${Array.from({ length: count }, () => number).join()}]`
  for (const number of ['0e0', '5e-324', '1E100', '1234567890123456']) {
    assert.equal((parseJson(listOf(number, 1000), 'x') as readonly Json[]).length, 1000)
    assert.equal(codeOf(parseJson(listOf(number, 1001), 'x')), 'json_too_large', number)
  }
  for (const number of ['0', '-1.5', '123456789012345'])
    assert.equal((parseJson(listOf(number, 5000), 'x') as readonly Json[]).length, 5000)
})

test('GEN-34 two accepted numbers are equal only if their texts denote the same number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), fc.integer({ min: 1, max: 9 }), (one, more) => {
      const [a, b] = [parseJson(`${one}`, 'x'), parseJson(`${one + BigInt(more)}`, 'x')]
      assert.ok(a instanceof Failure || b instanceof Failure || !sameJson(a, b))
    }),
    { seed: 7493 },
  )
})

test('a number with 100 000 zeros is read, and refused if a double would change it', () => {
  const zeros = '0'.repeat(100_000)
  for (const text of [`0.${zeros}`, `1${zeros}e-100000`]) assert.ok(!(parseJson(text, 'x') instanceof Failure))
  assert.equal(codeOf(parseJson(`0.${zeros}1`, 'x')), 'json_malformed')
})

test('limits size and depth, and names the limit of the size', () => {
  const tooLarge = parseJson('[1,2,3,4,5]', 'x', { size: 10 })
  assert.ok(tooLarge instanceof Failure)
  assert.partialDeepStrictEqual(tooLarge.evidence, { expected: 'at most 10 characters', found: '11 characters' })
  assert.equal(codeOf(parseJson(`"${'a'.repeat(9)}"`, 'x', { size: 10, depth: 2 })), 'json_too_large')
  assert.equal(parseJson(`"${'a'.repeat(8)}"`, 'x', { size: 10, depth: 2 }), 'aaaaaaaa')
  assert.deepEqual(parseJson('[{}]', 'x', { size: 10, depth: 2 }), [{}])
  assert.equal(codeOf(parseJson('[{"a":[]}]', 'x', { size: 20, depth: 2 })), 'json_too_deep')
  assert.deepEqual(parseJson('[[],[],[]]', 'x', { size: 20, depth: 2 }), [[], [], []])
  assert.equal(codeOf(parseJson('['.repeat(33) + ']'.repeat(33), 'x')), 'json_too_deep')
  assert.equal(codeOf(parseJson('['.repeat(100_000) + ']'.repeat(100_000), 'x')), 'json_too_deep')
})

test('parseJsonObject accepts only an object, and returns the failure of malformed JSON', () => {
  assert.deepEqual(parseJsonObject('{"a":1}', 'x'), { a: 1 })
  for (const text of ['[]', '1', '"x"', 'null', 'true'])
    assert.equal(codeOf(parseJsonObject(text, 'x')), 'json_malformed')
  const failure = parseJsonObject('{"a":1,"a":1}', 'header')
  assert.deepEqual(failure, new Failure('json_duplicate_member', 'header'))
})

test('isJsonObject is true only for a plain object', () => {
  assert.equal(isJsonObject({}), true)
  for (const value of [null, [], new Map(), 'x', undefined, new Failure('x', '')])
    assert.equal(isJsonObject(value), false)
})

test('JSON values are compared without regard to the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const turned = JSON.parse(JSON.stringify(a), (_name, value) =>
        value && typeof value === 'object' && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      )
      const plain = JSON.parse(JSON.stringify(a))
      assert.ok(sameJson(plain, turned))
      const other = JSON.parse(JSON.stringify(b)) as Json
      assert.equal(sameJson(plain, other), isDeepEqual(plain, other))
    }),
    { seed: 8259 },
  )
})

test('JSON values differ if one member differs, and an array differs from an object with the same indices', () => {
  for (const [a, b] of [
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
    [{ a: 1 }, { b: 1 }],
    [{ a: { b: [1, 2] } }, { a: { b: [2, 1] } }],
    [[], {}],
    [['a'], { 0: 'a' }],
    [null, {}],
  ] as const) {
    assert.equal(sameJson(a, b), false)
    assert.equal(sameJson(b, a), false)
  }
})

test('GEN-23 values beside each other do not add to the depth', () => {
  for (const one of ['{"a":1}', '[1]']) {
    const value = parseJson(`[${Array(100).fill(one).join()}]`, 'body')
    assert.ok(Array.isArray(value) && value.length === 100)
  }
})

function isDeepEqual(a: unknown, b: unknown): boolean {
  try {
    assert.deepStrictEqual(a, b)
    return true
  } catch {
    return false
  }
}
