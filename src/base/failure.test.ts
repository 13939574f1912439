import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf } from './failure.ts'

test('a schema’s first fault gives its place, and the whole where nothing smaller is at fault', () => {
  assert.equal(placeOf('body', { issues: [{ path: ['keys', 0, 'kid'] }, { path: ['x'] }] }), 'body.keys.0.kid')
  assert.equal(placeOf('body', { issues: [{ path: [] }] }), 'body')
  assert.equal(placeOf('', { issues: [{ path: ['state'] }] }), 'state')
})
