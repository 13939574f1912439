import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPathOr } from './own-path.ts'

test('returns a path of this origin unchanged', () => {
  for (const path of ['/', '/flows', '/flows?kind=issuance&q=%E2%82%AC', '/a//b']) assert.equal(ownPathOr(path), path)
})

test('GEN-46 returns the home page for a path of another origin, and for one that a Location header cannot contain', () => {
  for (const path of ['', 'flows', '//evil.example', '/\\evil.example', 'https://evil.example', '/a\\b'])
    assert.equal(ownPathOr(path), '/', path)
  for (const path of ['/€', '/è', '/a b', '/a\r\nx: y', '/a\u0000', '/\u007f', '/\u2028'])
    assert.equal(ownPathOr(path), '/', JSON.stringify(path))
  assert.equal(ownPathOr(undefined), '/')
})
