import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Json } from '../base/index.ts'
import { itWallet1Attestation, specificationAttestation } from './profiles.ts'
import { createRegistrationRequest, parseRegistrationRequest } from './registration-request.ts'

const body = { challenge: 'c', key_attestation: 'a', hardware_key_tag: 't' }
const verdict = (value: Json, words = specificationAttestation) => {
  const result = parseRegistrationRequest(value, words)
  return result instanceof Failure ? [result.code, result.at] : result
}

test('WP-05 reads the three members, and the request that the wallet creates', () => {
  assert.deepEqual(verdict(body), body)
  assert.deepEqual(verdict(createRegistrationRequest(body)), body)
})

for (const name of Object.keys(body)) {
  test(`WP-05 refuses ${name} missing, empty or mistyped`, () => {
    const { [name as 'challenge']: _, ...rest } = body
    assert.deepEqual(verdict(rest), ['member_missing', `body.${name}`])
    for (const value of ['', 1, null, {}, ['a']])
      assert.deepEqual(verdict({ ...body, [name]: value }), ['member_malformed', `body.${name}`])
  })
}

test('WP-05 refuses a challenge of more than 512 characters', () => {
  const longest = { ...body, challenge: 'a'.repeat(512) }
  assert.deepEqual(verdict(longest), longest)
  assert.deepEqual(verdict({ ...body, challenge: 'a'.repeat(513) }), ['member_malformed', 'body.challenge'])
})

test('WP-06 refuses any further member', () => {
  for (const name of ['nonce', 'constructor', 'toString', 'hardware_public_key'])
    assert.deepEqual(verdict({ ...body, [name]: 'x' }), ['member_unknown', `body.${name}`])
})

test('WP-05 refuses a body that is not an object', () => {
  for (const value of [null, [], 'text', 1]) assert.deepEqual(verdict(value), ['member_malformed', 'body'])
})

test('WP-53 accepts printable tags of 1 to 256 characters and refuses all other tags', () => {
  for (const hardware_key_tag of ['t', ' ', '~', 'a+/=', 'x'.repeat(256)])
    assert.deepEqual(verdict({ ...body, hardware_key_tag }), { ...body, hardware_key_tag })
  for (const hardware_key_tag of ['x'.repeat(257), 'a\u0000', '\u007f', 'a\n', 'è'])
    assert.deepEqual(verdict({ ...body, hardware_key_tag }), ['tag_malformed', 'body.hardware_key_tag'])
})

test('WP-86 a request of IT-Wallet 1.0 can contain a boolean is_renewal, and no other further member', () => {
  for (const is_renewal of [true, false]) assert.deepEqual(verdict({ ...body, is_renewal }, itWallet1Attestation), body)
  for (const is_renewal of ['true', 1, null, {}])
    assert.deepEqual(verdict({ ...body, is_renewal }, itWallet1Attestation), ['member_malformed', 'body.is_renewal'])
  assert.deepEqual(verdict({ ...body, renewal: true }, itWallet1Attestation), ['member_unknown', 'body.renewal'])
  assert.deepEqual(verdict({ ...body, is_renewal: true }), ['member_unknown', 'body.is_renewal'])
})
