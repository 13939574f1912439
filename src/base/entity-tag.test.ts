import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jwsEntityTag, namesEntityTag } from './entity-tag.ts'

const rows: [header: string, named: boolean][] = [
  ['"abc"', true],
  ['W/"abc"', true],
  ['  "abc"\t', true],
  ['*', true],
  [' * ', true],
  ['"x", "abc"', true],
  ['"x","y" ,W/"abc"', true],
  ['"a,b", "abc"', true],
  ['', false],
  ['abc', false],
  ['"abcd"', false],
  ['"ABC"', false],
  ['w/"abc"', false],
  ['"x, "abc""', false],
  ['x"abc"', false],
  ['"abc"x', false],
  ['"*"', false],
  ['"x", *', false],
]
for (const [header, named] of rows)
  test(`If-None-Match: ${JSON.stringify(header)} ${named ? 'names' : 'does not name'} "abc" (RFC 9110 §13.1.2)`, () => {
    assert.equal(namesEntityTag(header, '"abc"'), named)
  })

test('a long header is read in less than half a second', () => {
  const begun = performance.now()
  for (const header of [`"${'x'.repeat(16_000)}`, ','.repeat(16_000), ' '.repeat(16_000), '"x",'.repeat(4000)])
    assert.equal(namesEntityTag(header, '"abc"'), false)
  assert.ok(performance.now() - begun < 500)
})

test('the entity tag of a JWS is its signature, with a suffix for each coding (RFC 9110 §8.8.3.3)', () => {
  assert.equal(jwsEntityTag('a.b.c-_1'), '"c-_1"')
  assert.equal(jwsEntityTag('a.b.c-_1', 'gzip'), '"c-_1-gzip"')
})
