import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, placeOf } from './failure.ts'
import { shownEvidence } from './shown-evidence.ts'

test('placeOf returns the path of a schema’s first issue, or the name of the whole if that path is empty', () => {
  assert.equal(placeOf('body', { issues: [{ path: ['keys', 0, 'kid'] }, { path: ['x'] }] }), 'body.keys.0.kid')
  assert.equal(placeOf('body', { issues: [{ path: [] }] }), 'body')
  assert.equal(placeOf('', { issues: [{ path: ['state'] }] }), 'state')
})

test('the place of a failure is cut at 200 characters, so that a stored refusal stays small', () => {
  assert.equal(fail('x', 'y'.repeat(200)).at, 'y'.repeat(200))
  assert.equal(fail('x', `metadata.${'y'.repeat(50_000)}`).at, `metadata.${'y'.repeat(191)}`)
})

test('the values of a failure are cut, so that a stored refusal stays small, and are shown as before', () => {
  const list = Array.from({ length: 50_000 }, (_, index) => `${index}${'k'.repeat(300)}`)
  for (const found of [
    'y'.repeat(50_000),
    `https://a.example/?${'y'.repeat(50_000)}`,
    list,
    [list],
    { list },
    1,
    null,
  ]) {
    const { evidence = {} } = fail('x', 'y', { expected: found, found })
    assert.ok(JSON.stringify(evidence).length < 20_000)
    assert.deepEqual(shownEvidence(evidence), shownEvidence({ expected: found, found }))
  }
  const small = { expected: 'a', found: 'b' }
  assert.equal(fail('x', 'y', small).evidence, small)
})
