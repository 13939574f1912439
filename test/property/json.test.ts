import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure, parseJson } from '../../src/base/index.ts'

const seed = 8259

const shallow = fc.jsonValue({ maxDepth: 6 })

/** Writes the letters of a name as escapes where `coins` is true. */
const escapeName = (name: string, coins: readonly boolean[]): string =>
  Array.from({ length: name.length }, (_, index) =>
    coins[index % coins.length]
      ? `\\u${name.charCodeAt(index).toString(16).padStart(4, '0')}`
      : JSON.stringify(name.charAt(index)).slice(1, -1),
  ).join('')

test('parseJson agrees with JSON.parse, and accepts every output of JSON.stringify without __proto__', () => {
  fc.assert(
    fc.property(shallow, fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const parsed = parseJson(text, 'x')
      if (text.includes('__proto__') && parsed instanceof Failure) return
      assert.deepEqual(parsed, JSON.parse(text))
    }),
    { numRuns: 500, seed },
  )
})

test('parseJson returns the value of JSON.parse or a failure for any text, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0061 a1') })), (text) => {
      const parsed = parseJson(text, 'x')
      if (!(parsed instanceof Failure)) assert.deepEqual(parsed, JSON.parse(text))
      else if (parsed.code === 'json_malformed') assert.throws(() => JSON.parse(text))
    }),
    { numRuns: 2000, seed },
  )
})

test('GEN-28 a name that occurs twice in one object is refused, however it is escaped', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(names, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), shallow, (members, coins, value) => {
      const inner = JSON.stringify(value)
      const body = [...members, members[0] ?? ''].map((name) => `"${escapeName(name, coins.toReversed())}":${inner}`)
      body[0] = `"${escapeName(members[0] ?? '', coins)}":${inner}`
      const parsed = parseJson(`{"outer":[{${body.join()}}]}`, 'x')
      assert.equal(parsed instanceof Failure && parsed.code, 'json_duplicate_member')
      const once = parseJson(`{"outer":[{${body.slice(0, -1).join()}}]}`, 'x')
      if (!members.includes('__proto__') && !inner.includes('__proto__')) assert.ok(!(once instanceof Failure))
    }),
    { numRuns: 300, seed },
  )
})
