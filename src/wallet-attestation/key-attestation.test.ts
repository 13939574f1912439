import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Json } from '../base/index.ts'
import { parseRegistrationRequest } from './key-attestation.ts'

const body = { challenge: 'c', key_attestation: 'a', hardware_key_tag: 't' }
const verdict = (value: Json) => {
  const result = parseRegistrationRequest(value)
  return result instanceof Failure ? [result.code, result.at] : result
}

test('WP-05 reads the three members', () => assert.deepEqual(verdict(body), body))

for (const name of Object.keys(body)) {
  test(`WP-05 refuses ${name} missing, empty, mistyped or boundless`, () => {
    const { [name as 'challenge']: _, ...rest } = body
    assert.deepEqual(verdict(rest), ['member_missing', `body.${name}`])
    for (const value of ['', 1, null, {}, ['a'], 'a'.repeat(4_000_001)])
      assert.deepEqual(verdict({ ...body, [name]: value }), ['member_malformed', `body.${name}`])
  })
}

test('WP-06 refuses any further member', () => {
  for (const name of ['nonce', 'constructor', 'toString', 'hardware_public_key'])
    assert.deepEqual(verdict({ ...body, [name]: 'x' }), ['member_unknown', 'body'])
})

test('WP-05 refuses a body that is no object', () => {
  for (const value of [null, [], 'text', 1]) assert.deepEqual(verdict(value), ['member_malformed', 'body'])
})

test('WP-53 takes printable tags of 1 to 256 characters and refuses all others', () => {
  for (const hardware_key_tag of ['t', ' ', '~', 'a+/=', 'x'.repeat(256)])
    assert.deepEqual(verdict({ ...body, hardware_key_tag }), { ...body, hardware_key_tag })
  for (const hardware_key_tag of ['x'.repeat(257), 'a\u0000', '\u007f', 'a\n', 'è'])
    assert.deepEqual(verdict({ ...body, hardware_key_tag }), ['tag_malformed', 'body.hardware_key_tag'])
})
