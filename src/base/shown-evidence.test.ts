import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from './failure.ts'
import { isShownPlace, shownEvidence, shownValue } from './shown-evidence.ts'

test('GEN-42 a shown value is escaped, cut at 200 characters, and a URL is shown without its query', () => {
  assert.equal(shownValue('a"b\\c\u001b\u00e8'), 'a?b?c??')
  assert.equal(shownValue('x'.repeat(5000)), `${'x'.repeat(197)}...`)
  assert.equal(shownValue('https://a.example/p?token=secret#x'), 'https://a.example/p?...')
  assert.equal(shownValue('https://a.example/p#x'), 'https://a.example/p#...')
  assert.equal(shownValue(['a', 7, { claim: 'personal' }]), '[a, 7, object]')
  assert.equal(shownValue(Array.from({ length: 9 }, (_, index) => index)), '[0, 1, 2, 3, 4, 5, 6, 7, ...]')
  assert.equal(shownValue(null), 'null')
  assert.ok(shownValue(Array.from({ length: 1000 }, () => 'y'.repeat(300))).length <= 200)
})

test('GEN-42 an absent value is shown as "nothing"', () => {
  assert.deepEqual(shownEvidence({ expected: 'JWT', found: undefined }), { expected: 'JWT', found: 'nothing' })
  assert.deepEqual(shownEvidence({ found: 12 }), { found: '12' })
})

test('GEN-42 an expected list names the accepted values, and a found list is shown as a list', () => {
  assert.deepEqual(shownEvidence({ expected: ['ES256', 'ES384'], found: ['ES256'] }), {
    expected: 'ES256, ES384',
    found: '[ES256]',
  })
  assert.deepEqual(shownEvidence({ expected: ['ES256'], found: undefined }), { expected: 'ES256', found: 'nothing' })
})

test('GEN-42 different values are never shown as equal texts', () => {
  const long = 'x'.repeat(300)
  for (const [expected, found] of [
    ['https://a.example', ['https://a.example']],
    [['https://a.example'], ['https://a.example']],
    ['https://a.example/p', 'https://a.example/p?x=1'],
    ['https://a.example/p?x=1', 'https://a.example/p?x=2'],
    ['https://a.example/p?x=1', 'https://a.example/p'],
    ['https://a.example/p', 'https://a.example/p#x'],
    ['7', 7],
    ['true', true],
    ['null', null],
    ['object', {}],
    ['caf\u00e8', 'caf\u00e9'],
    [`${long}a`, `${long}b`],
    [['a', 'b'], 'a, b'],
    ['[a]', ['a']],
  ]) {
    const failure = fail('x', 'iss', { expected, found })
    const shown = shownEvidence(failure.evidence ?? {})
    assert.notEqual(shown.expected, shown.found, JSON.stringify([expected, found]).slice(0, 80))
  }
})

test('GEN-42 values are shown only for the members of a closed list', () => {
  for (const at of [
    'client_assertion.payload.aud',
    'iss',
    'content-type of POST /token',
    'PUT /token',
    'statement[0].header.kid',
    'statement[0].payload.sub',
    'request.payload.authorization_details.0.type',
    'body.vct',
    'body.doctype',
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
