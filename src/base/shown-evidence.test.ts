import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownPlace, shownEvidence, shownValue } from './shown-evidence.ts'

test('GEN-42 a shown value is escaped, cut at 200 characters, and a URL is shown without its query', () => {
  assert.equal(shownValue('a"b\\c\u001b\u00e8'), 'a?b?c??')
  assert.equal(shownValue('x'.repeat(5000)), `${'x'.repeat(197)}...`)
  assert.equal(shownValue('https://a.example/p?token=secret#x'), 'https://a.example/p')
  assert.equal(shownValue(['a', 7, { claim: 'personal' }]), 'a, 7, object')
  assert.equal(shownValue(null), 'null')
  assert.ok(shownValue(Array.from({ length: 1000 }, () => 'y'.repeat(300))).length <= 200)
})

test('GEN-42 an absent value is shown as "nothing"', () => {
  assert.deepEqual(shownEvidence({ expected: 'JWT', found: undefined }), { expected: 'JWT', found: 'nothing' })
  assert.deepEqual(shownEvidence({ found: 12 }), { found: '12' })
})

test('GEN-42 values are shown only for the members of a closed list', () => {
  for (const at of [
    'client_assertion.payload.aud',
    'iss',
    'content-type of POST /token',
    'PUT /token',
    'statement[0].header.kid',
    'statement[0].payload.sub',
  ])
    assert.ok(isShownPlace(at), at)
  for (const at of [
    '',
    'payload.nonce',
    'pid.payload.given_name',
    'request.payload.state',
    'payload.cnf.jwk',
    'form.code',
    'user_token.payload.sub',
    'statement[0].payload.pairwise_sub',
  ])
    assert.ok(!isShownPlace(at), at)
})
