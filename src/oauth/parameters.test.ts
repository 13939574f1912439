import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendParameters, isText, isTokenIdentifier, readQuery } from './parameters.ts'

test('PP-56 parameters are added to a URL without a change of its own query', () => {
  for (const [url, expected] of [
    ['https://a.example', 'https://a.example?x=1%262'],
    ['https://a.example/?', 'https://a.example/?x=1%262'],
    ['https://a.example/?b=%7e', 'https://a.example/?b=%7e&x=1%262'],
    ['https://a.example/?b=1&', 'https://a.example/?b=1&x=1%262'],
    ['eudiw://cb', 'eudiw://cb?x=1%262'],
  ] as const)
    assert.equal(appendParameters(url, { x: '1&2' }), expected)
})

test('GEN-09, GEN-22 a doubled parameter is refused, and an empty parameter counts as not sent', () => {
  assert.equal(readQuery(new URL('https://a.example/?x=1&x=1')), undefined)
  assert.equal(readQuery(new URL('https://a.example/?x=1&x=')), undefined)
  assert.deepEqual(readQuery(new URL('https://a.example/?x=1&y=')), new Map([['x', '1']]))
})

test('isText and isTokenIdentifier are false for empty, malformed and too long values', () => {
  for (const no of ['', undefined, null, 7, ['a'], 'a\ud800']) assert.equal(isText(no), false)
  for (const no of ['', 'é', 'a\n', 'a'.repeat(257), 7]) assert.equal(isTokenIdentifier(no), false)
  assert.ok(isText('é') && isTokenIdentifier('a b~'))
})
