import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { type Random, randomToken, randomUuid } from './random.ts'

const random = seededRandom('random')
const constant = (byte: number): Random => ({ bytes: (length) => new Uint8Array(length).fill(byte) })

test('a token carries 256 bits', () => {
  assert.match(randomToken(random), /^[A-Za-z0-9_-]{43}$/)
  assert.equal(randomToken(constant(255)), `${'_'.repeat(42)}8`)
})

test('a UUID of version 4 and the variant of RFC 9562', () => {
  assert.equal(randomUuid(constant(255)), 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  assert.equal(randomUuid(constant(0)), '00000000-0000-4000-8000-000000000000')
  assert.match(randomUuid(random), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
