import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { Failure } from './failure.ts'
import { checkNonce, createNonce, type NonceKey } from './nonce.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('nonce') }
const key = (id: number): NonceKey => ({ id, secret: new Uint8Array(32).fill(id) })
const now = 1_768_478_400
const lifetime = 300
const check = (
  nonce: string,
  { keys = [key(1)] as [NonceKey, ...NonceKey[]], purpose = 'challenge', at = now } = {},
) => {
  const result = checkNonce(ctx, nonce, { keys, purpose, lifetime, now: at }, 'payload.nonce')
  return result instanceof Failure ? result.code : result.expiresAt
}
const nonce = createNonce(ctx, [key(1)], 'challenge', now)

test('a nonce has 76 hexadecimal digits, and 100 nonces are all different', () => {
  assert.match(nonce, /^[0-9a-f]{76}$/)
  const many = Array.from({ length: 100 }, () => createNonce(ctx, [key(1)], 'challenge', now))
  assert.equal(new Set(many).size, 100)
})

test('a nonce is accepted until its lifetime ends', () => {
  assert.equal(check(nonce), now + lifetime)
  assert.equal(check(nonce, { at: now + lifetime - 1 }), now + lifetime)
  assert.equal(check(nonce, { at: now + lifetime }), 'nonce_expired')
  assert.equal(check(createNonce(ctx, [key(1)], 'challenge', now + 0.9)), now + lifetime)
})

test('the first key creates nonces, nonces of every key are accepted, and those of a removed key are refused', () => {
  assert.equal(check(nonce, { keys: [key(2), key(1)] }), now + lifetime)
  assert.equal(check(createNonce(ctx, [key(2), key(1)], 'challenge', now), { keys: [key(2)] }), now + lifetime)
  assert.equal(check(nonce, { keys: [key(2)] }), 'nonce_foreign')
  assert.equal(check(nonce, { keys: [{ id: 1, secret: new Uint8Array(32).fill(9) }] }), 'nonce_foreign')
})

test('a challenge is not accepted as a c_nonce', () =>
  assert.equal(check(nonce, { purpose: 'c_nonce' }), 'nonce_foreign'))

test('a nonce with any digit changed is refused', () => {
  for (let index = 0; index < nonce.length; index += 1) {
    const digit = nonce.charAt(index) === '0' ? '1' : '0'
    assert.equal(check(nonce.slice(0, index) + digit + nonce.slice(index + 1)), 'nonce_foreign', `digit ${index}`)
  }
})

test('a text that does not have the form of a nonce is refused', () => {
  for (const text of [
    '',
    'x',
    nonce.slice(1),
    `${nonce}0`,
    nonce.toUpperCase(),
    `${nonce.slice(0, 75)}\n`,
    'é'.repeat(76),
  ])
    assert.equal(check(text), 'nonce_foreign')
})
