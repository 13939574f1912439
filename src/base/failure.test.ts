import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, placeOf } from './failure.ts'

test('a schema’s first fault gives its place, and the whole where nothing smaller is at fault', () => {
  assert.equal(placeOf('body', { issues: [{ path: ['keys', 0, 'kid'] }, { path: ['x'] }] }), 'body.keys.0.kid')
  assert.equal(placeOf('body', { issues: [{ path: [] }] }), 'body')
  assert.equal(placeOf('', { issues: [{ path: ['state'] }] }), 'state')
})

test('a place that a stranger named is cut, so that what remembers a refusal remembers little', () => {
  assert.equal(fail('x', 'y'.repeat(200)).at, 'y'.repeat(200))
  assert.equal(fail('x', `metadata.${'y'.repeat(50_000)}`).at, `metadata.${'y'.repeat(191)}`)
})
