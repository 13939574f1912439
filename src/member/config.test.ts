import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedAlgorithms, signatureAlgorithm } from './config.ts'

test('accepts known signature algorithms, and defaults to three of them', () => {
  assert.deepEqual(acceptedAlgorithms.parse(undefined), ['ES256', 'ES384', 'ES512'])
  assert.deepEqual(acceptedAlgorithms.parse(['PS256']), ['PS256'])
  assert.equal(signatureAlgorithm.parse('ES256'), 'ES256')
})

for (const refused of [[], ['none'], ['HS256'], ['ES256', 'ES999'], [256], 'ES256'])
  test(`refuses the algorithms ${JSON.stringify(refused)}`, () => {
    assert.equal(acceptedAlgorithms.safeParse(refused).success, false)
  })
