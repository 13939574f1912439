import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeHeader } from './encode-header.ts'

const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

test('a header with the same trust chain as another header is encoded with its own members', () => {
  const trust_chain = ['configuration', 'statement']
  const first = { alg: 'ES256', kid: 'a', trust_chain }
  for (const header of [
    first,
    first,
    { ...first, kid: 'b' },
    { ...first, typ: 'JWT' },
    { alg: 'ES256', trust_chain },
    { kid: 'a', alg: 'ES256', trust_chain },
    { ...first, jwk: { kty: 'EC' } },
    { ...first, jwk: { kty: 'RSA' } },
    { ...first, iat: 1 },
    { ...first, iat: 2 },
    { ...first, trust_chain: [...trust_chain, 'anchor'] },
    { ...first, trust_chain: 'no chain' },
    first,
  ])
    assert.equal(Buffer.from(encodeHeader(header), 'base64url').toString(), JSON.stringify(header))
})

test('a trust chain that was changed is encoded again', () => {
  const trust_chain = ['configuration', 'statement']
  const header = { alg: 'ES256', trust_chain }
  encodeHeader(header)
  trust_chain[1] = 'another'
  assert.deepEqual(decoded(encodeHeader(header)), { alg: 'ES256', trust_chain: ['configuration', 'another'] })
  trust_chain.push('anchor')
  assert.deepEqual(decoded(encodeHeader(header)), header)
})

test('an object in a header that was changed is encoded again', () => {
  const jwk = { kty: 'EC' }
  const header = { jwk, trust_chain: ['configuration'] }
  encodeHeader(header)
  jwk.kty = 'RSA'
  assert.deepEqual(decoded(encodeHeader(header)), header)
})
